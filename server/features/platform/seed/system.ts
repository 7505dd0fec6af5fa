import { instant, type Row } from '#server/kernel/seeding/world.ts';

/** The switches as a new installation has them. */
export function systemConfig(now: number): Row {
  return {
    enable: true,
    maintenanceNote: '',
    sessionLifetime: 1800,
    rememberPassword: true,
    bandwidthCorrection: { enable: true, threshold: 0.9, capacityFactor: 1 },
    updatedAt: instant(now),
  };
}
