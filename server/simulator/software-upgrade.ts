import type { Installed, SoftwareOrder } from '#server/kernel/network.ts';

const MINUTE = 60_000;
/** Fetched and checked before the restart that the release names. */
const FETCH_MINUTES = 1;

/** A device of the demo takes as long as its release says; one that reports an exception fails its own verification. */
export function softwareUpgrade({ device, version, since, now, rebootMinutes }: SoftwareOrder): Installed {
  const progress = Math.floor(((now - since) / ((FETCH_MINUTES + rebootMinutes) * MINUTE)) * 100);
  if (progress < 100) return { state: 'running', progress };
  return device.state === 'EXCEPTION' ? { state: 'failed', error: 'verification' } : { state: 'success', softwareVersion: version };
}
