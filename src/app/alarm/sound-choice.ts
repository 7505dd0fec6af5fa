import { usePreference } from '#resource/preference.ts';

/** Severities at which the account wants to hear something; none until somebody says so. */
type SoundChoice = { severities?: readonly string[] };

const SILENT: SoundChoice = {};

export function useSoundChoice(): [readonly string[], (severities: readonly string[]) => void] {
  const [{ severities = [] }, set] = usePreference<SoundChoice>('alarm.sound', SILENT);
  return [severities, (next) => set(next.length === 0 ? undefined : { severities: next })];
}
