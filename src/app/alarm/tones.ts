/** What came of a tone that was to sound. */
export type Sounded = 'played' | 'blocked' | 'unavailable';

/** The graver, the higher and the more often; what no severity of ours is sounds as the least. */
const tones: Readonly<Record<string, { pitch: number; times: number }>> = {
  Emergency: { pitch: 880, times: 3 },
  Critical: { pitch: 660, times: 2 },
};
const LEAST = { pitch: 520, times: 1 };
const LENGTH = 0.16;
const EVERY = 0.26;
const VOLUME = 0.25;
const FADE = 0.02;
/** A browser that does not say by then that it plays does not play (ms). */
const PATIENCE = 500;

let context: AudioContext | undefined;

/** Plays the tone of a severity. Browsers are silent until somebody has clicked or typed on the page: nothing is tried before. */
export async function sound(severity: string): Promise<Sounded> {
  if (typeof AudioContext === 'undefined') return 'unavailable';
  if (!navigator.userActivation.hasBeenActive) return 'blocked';
  try {
    context ??= new AudioContext();
    if (context.state !== 'running') await Promise.race([context.resume(), new Promise((done) => setTimeout(done, PATIENCE))]);
    if (context.state !== 'running') return 'blocked';
    const { pitch, times } = tones[severity] ?? LEAST;
    for (let index = 0; index < times; index++) beep(context, pitch, context.currentTime + index * EVERY);
    return 'played';
  } catch {
    return 'unavailable';
  }
}

/** Without edges that click. */
function beep(on: AudioContext, pitch: number, at: number): void {
  const [wave, volume] = [on.createOscillator(), on.createGain()];
  wave.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(VOLUME, at + FADE);
  volume.gain.setValueAtTime(VOLUME, at + LENGTH - FADE);
  volume.gain.linearRampToValueAtTime(0, at + LENGTH);
  wave.connect(volume).connect(on.destination);
  wave.start(at);
  wave.stop(at + LENGTH);
}
