import { usePreference } from '#resource/preference.ts';
import type { Column } from './columns.ts';
import type { Density } from './data-table.tsx';

export type View = { columns?: string[]; density?: Density };

const DEFAULT: View = {};
/** What one person wants to see of one resource's list. */
export function useView(resource: string): [View, (view: View) => void] {
  const [view, setView] = usePreference<View>(`table.${resource}`, DEFAULT);
  return [view, (next) => setView(next.columns || next.density ? next : undefined)];
}

/** The chosen columns in the chosen order; columns that are gone, or not allowed here, are skipped. */
export function chosenColumns(columns: Column[], chosen: string[]): Column[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const found = chosen.flatMap((key) => byKey.get(key) ?? []);
  return found.length > 0 ? found : columns.slice(0, 1);
}

export type ViewProps = { columns: Column[]; defaults: string[]; view: View; onView: (view: View) => void };
