import { createHash } from 'node:crypto';

/**
 * What a change does to those who use the console:
 * BREAK: something is lost, or what was taken is refused. TIGHTEN: less is taken. VISIBLE: something looks or works otherwise.
 * ACCESS: others may do it. LABEL: other words. RENAME: the same under another name. GUESS: codegen infers something else.
 */
export const kinds = ['BREAK', 'GUESS', 'TIGHTEN', 'ACCESS', 'RENAME', 'VISIBLE', 'LABEL'] as const;
export type ChangeKind = (typeof kinds)[number];

/** Changes of these kinds are approved by name, or stop a build. */
export const stopping: ReadonlySet<ChangeKind> = new Set(['BREAK', 'GUESS']);

export type ScreenLocation = {
  /** The resource, operation or part of the frame that changes. */
  screen: string;
  /** Addresses at which it is seen. */
  routes: string[];
};

export type Difference = {
  kind: ChangeKind;
  words: string;
  /** Where in the bundled contract, or in the file that is named before `#`. */
  pointer: string;
  /** Names by which code of ours may mean what changed: of a resource, an operation, a property. */
  names: string[];
};

/** Lines of code that hold one of the names of a screen, as `file:line`. */
export type Uses = (names: readonly string[], screen: string) => string[];

/** What of what there is a change concerns: documents that fitted and do not any more, and saved views that name what is gone. */
export type Concerned = { stored: number; examples: number; views: number };

export type Change = ScreenLocation &
  Difference & {
    /** The same for the same change, whatever else changes with it. */
    fingerprint: string;
    /** Code that names what changed, as `file:line`. */
    overrides: string[];
    /** What there is that it concerns, where that was counted. */
    concerned?: Concerned | undefined;
    /** Why it is right that it changes, where somebody has said so. */
    approved?: string;
  };

export function fingerprintOf({ screen }: ScreenLocation, { kind, words, pointer }: Difference): string {
  return createHash('sha256').update([kind, screen, pointer, words].join('\n')).digest('hex').slice(0, 12);
}

/** A property path as it stands below a component: `wan[].ip` is `/properties/wan/items/properties/ip`. */
export function pointerOf(schema: string, path: string): string {
  const below = path.split('.').map((part) => {
    const name = part.replaceAll(/\[\]|\{\}|<[^>]*>/g, '');
    const items = part.match(/\[\]/g)?.length ?? 0;
    return `/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}${'/items'.repeat(items)}`;
  });
  return `#/components/schemas/${schema}${path === '' ? '' : below.join('')}`;
}

export function operationPointer({ method, path }: { method: string; path: string }): string {
  return `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`;
}

export function say(value: unknown): string {
  if (value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
