import type { Labels, Tone } from '#domain/model.ts';
import type { EffectPlace } from './effect.ts';
import '#cells/cell.css';

const tones: Record<EffectPlace['kind'], Tone> = {
  added: 'success',
  changed: 'warning',
  removed: 'danger',
  unchanged: 'neutral',
  skipped: 'neutral',
};

/** What happens to a thing, or at a place, in a word and its tone. */
export function Kind({ of, kind, labels }: { of: 'changes' | 'places'; kind: EffectPlace['kind']; labels: Labels }) {
  return (
    <span className="wc-tag" data-tone={tones[kind]}>
      {labels.enums[`${of}[].kind`]?.[kind] ?? kind}
    </span>
  );
}
