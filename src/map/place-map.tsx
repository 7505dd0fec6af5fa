import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { frameOf, gather, type Gathered, type Mark } from './gather.ts';
import { landPath } from './land.ts';
import './place-map.css';

export type Tone = 'success' | 'warning' | 'danger' | 'neutral';
/** A place with what it leads to; `sign` shows its state to who sees no colours. */
export type PlaceMark = Mark & { tone: Tone; sign: string };
type Props<Kind extends PlaceMark> = {
  label: string;
  /** The worst first: where some would hide each other they are shown as the first of them. */
  marks: readonly Kind[];
  /** What places together are called. */
  nameOf: (marks: readonly Kind[]) => string;
} & (Leading<Kind> | Choosing<Kind>);
/** Each place is a link. */
type Leading<Kind> = { toOf: (marks: readonly Kind[]) => string };
/** Each place is chosen, or not; `isLit`: pointed at elsewhere, as `onPoint` says what is pointed at here. */
type Choosing<Kind> = {
  onPick: (marks: readonly Kind[]) => void;
  isPicked: (marks: readonly Kind[]) => boolean;
  isLit: (marks: readonly Kind[]) => boolean;
  onPoint: (marks: readonly Kind[]) => void;
};

/** Until the page says how wide and high the map is. */
const UNSEEN = { width: 0, height: 0 };
/** A place takes so many pixels. */
const PLACE_PX = 34;
/** A country; of more, finer coasts cannot be seen. */
const FINE_WIDTH = 350;

/** Places on coasts of our own, those that would hide each other as one; each is a link, or a choice. */
export function PlaceMap<Kind extends PlaceMark>({ label, marks, nameOf, ...use }: Props<Kind>): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [{ width, height }, setSize] = useState(UNSEEN);
  const frame = useMemo(() => frameOf(marks, width / height), [marks, width, height]);
  const land = useLandPath(frame.width < FINE_WIDTH ? 'fine' : 'coarse');
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const shown = useMemo(() => (width === 0 ? [] : gather(marks, (PLACE_PX / width) * frame.width)), [marks, width, frame]);
  const placeOf = ({ x, y }: Gathered<Kind>): CSSProperties => ({
    insetInlineStart: `${((x - frame.left) / frame.width) * 100}%`,
    insetBlockStart: `${((y - frame.top) / frame.height) * 100}%`,
  });
  return (
    <div ref={box} className="place-map">
      <svg viewBox={`${frame.left} ${frame.top} ${frame.width} ${frame.height}`} aria-hidden="true">
        <path d={land} vectorEffect="non-scaling-stroke" />
      </svg>
      <ul aria-label={label}>
        {shown.map((place) => {
          const [first] = place.marks;
          const name = nameOf(place.marks);
          return (
            <li key={first?.key} style={placeOf(place)}>
              <PlaceSign mark={first} marks={place.marks} name={name} count={place.count} use={use} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type SignProps<Kind> = {
  mark: Kind | undefined;
  marks: readonly Kind[];
  name: string;
  count: number;
  use: Leading<Kind> | Choosing<Kind>;
};

function PlaceSign<Kind extends PlaceMark>({ mark, marks, name, count, use }: SignProps<Kind>): ReactNode {
  const content = (
    <>
      {mark?.sign}
      {count}
    </>
  );
  if ('toOf' in use)
    return (
      <Link to={use.toOf(marks)} data-tone={mark?.tone} aria-label={name} title={name}>
        {content}
      </Link>
    );
  const point = (): void => use.onPoint(marks);
  const leave = (): void => use.onPoint([]);
  return (
    <button
      type="button"
      data-tone={mark?.tone}
      data-lit={use.isLit(marks) || undefined}
      aria-pressed={use.isPicked(marks)}
      aria-label={name}
      title={name}
      onClick={() => use.onPick(marks)}
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
    >
      {content}
    </button>
  );
}

/** Without coasts the map still says where everything is. */
function useLandPath(detail: 'coarse' | 'fine'): string | undefined {
  const [land, setLand] = useState<string>();
  useEffect(() => {
    let gone = false;
    landPath(detail).then(
      (path) => !gone && setLand(path),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [detail]);
  return land;
}
