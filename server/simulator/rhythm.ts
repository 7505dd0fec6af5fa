const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The demo network works by Chinese time. */
const OFFSET = 8 * HOUR;

/** What moves the traffic of a place: people at their desks, customers in the evening, machines at night. */
export type Pulse = 'office' | 'store' | 'machine';

/** Activity at full hours of a working day and of a day off, as shares of the busiest hour; between them it is interpolated. */
const curves: Readonly<Record<Pulse, { work: readonly number[]; off: readonly number[] }>> = {
  office: {
    work: [6, 5, 5, 5, 6, 8, 14, 30, 62, 92, 100, 88, 58, 70, 94, 97, 92, 80, 52, 36, 28, 20, 13, 8],
    off: [5, 5, 4, 4, 5, 6, 8, 11, 16, 22, 25, 24, 21, 22, 25, 26, 25, 22, 18, 16, 14, 12, 9, 6],
  },
  store: {
    work: [5, 4, 4, 4, 4, 5, 9, 16, 28, 46, 60, 72, 78, 66, 60, 62, 68, 80, 96, 100, 94, 74, 38, 12],
    off: [6, 5, 4, 4, 4, 5, 9, 18, 36, 62, 80, 92, 96, 92, 90, 92, 95, 98, 100, 100, 96, 80, 46, 16],
  },
  machine: {
    work: [96, 100, 98, 82, 60, 44, 38, 40, 46, 52, 55, 54, 50, 51, 54, 55, 54, 52, 48, 46, 48, 56, 70, 86],
    off: [96, 100, 98, 84, 62, 46, 38, 36, 36, 37, 38, 38, 37, 37, 38, 38, 38, 38, 38, 40, 44, 54, 70, 86],
  },
};

/** How busy it is at an instant (milliseconds): 0 to 1. */
export function activity(pulse: Pulse, at: number): number {
  const local = at + OFFSET;
  const hour = (((local % DAY) + DAY) % DAY) / HOUR;
  const curve = isDayOff(local) ? curves[pulse].off : curves[pulse].work;
  const before = Math.floor(hour);
  const [low, high] = [curve[before] ?? 0, curve[(before + 1) % 24] ?? 0];
  return (low + (high - low) * (hour - before)) / 100;
}

/** Saturday or Sunday; the epoch was a Thursday. */
function isDayOff(local: number): boolean {
  const day = (((Math.floor(local / DAY) + 4) % 7) + 7) % 7;
  return day === 0 || day === 6;
}
