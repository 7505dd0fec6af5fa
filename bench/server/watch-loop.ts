/**
 * Loaded before a server that is measured: at SIGUSR2 it says how long its loop stood still at most since the last time,
 * and how much the loop's own thread worked at most in one stretch. On a busy machine the first holds the time that others
 * had the processor, too; the second does not, nor the time that a disk took.
 */
const EVERY_MS = 1;
let turn = performance.now();
let used = workedMs();
let [stood, worked] = [0, 0];

setInterval(() => {
  const [now, work] = [performance.now(), workedMs()];
  stood = Math.max(stood, now - turn - EVERY_MS);
  worked = Math.max(worked, work - used);
  [turn, used] = [now, work];
}, EVERY_MS).unref();

process.on('SIGUSR2', () => {
  process.stderr.write(`loop stood ${stood.toFixed(1)} ms, worked ${worked.toFixed(1)} ms\n`);
  [stood, worked] = [0, 0];
});

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
