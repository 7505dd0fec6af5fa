import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Loaded before a server that is measured: at SIGUSR2 it says how long its loop stood still at most since the last time. */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  process.stderr.write(`loop stood ${(delay.max / 1e6).toFixed(1)} ms\n`);
  delay.reset();
});
