import { type ReactNode, useSyncExternalStore } from 'react';
import { type ChartData, type ChartLine, instantAt, nearest } from './chart-data.ts';
import { colourOf, type Look } from './options.ts';
import type { Pointer } from './pointer.ts';
import { saidOf } from './said.ts';

type Props = {
  pointer: Pointer;
  data: ChartData;
  look: Look;
  /** Where an instant stands in the picture, and how wide that is. */
  place: (at: number) => { x: number; width: number } | undefined;
};

const MOST_ROWS = 16;
const BESIDE_PX = 12;

/**
 * The instant that the pointer is at, and what was measured then, laid over the picture: that is not drawn anew for it, and
 * what is said is the values themselves, whichever points of them are drawn.
 */
export function Crosshair({ pointer, data, look, place }: Props): ReactNode {
  const pointed = useSyncExternalStore(pointer.subscribe, pointer.at);
  const points = Math.max(0, ...data.lines.map(({ values }) => values.length));
  const index = pointed === undefined ? undefined : nearest(data, points, pointed);
  if (index === undefined) return null;
  const at = instantAt(data, points, index);
  const found = place(at);
  if (!found) return null;
  const { x, width } = found;
  return (
    <div className="chart-cross" aria-hidden="true">
      <span style={{ transform: `translateX(${x}px)` }} />
      <div className="chart-tip" style={2 * x > width ? { right: width - x + BESIDE_PX } : { left: x + BESIDE_PX }}>
        <b>{look.time(at)}</b>
        <table>
          <tbody>
            {data.lines.slice(0, MOST_ROWS).map((line) => (
              <Row key={`${line.key} ${line.before ? 'before' : ''}`} line={line} at={at} data={data} look={look} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** The same in words, for who reads it. */
export function saidAt(data: ChartData, look: Look, at: number): string {
  const values = data.lines.slice(0, MOST_ROWS).map((line) => {
    const index = nearest(data, line.values.length, at) ?? -1;
    return `${line.label}${line.before ? ` · ${look.words.before}` : ''} ${saidOf(line, index, at, look)}`;
  });
  return [look.time(at), ...values].join(look.words.between);
}

function Row({ line, at, data, look }: { line: ChartLine; at: number; data: ChartData; look: Look }): ReactNode {
  const { label, before, values } = line;
  const index = nearest(data, values.length, at) ?? -1;
  return (
    <tr>
      <td>
        <i style={{ background: colourOf(data, line, look) }} />
        {label}
        {before && ` · ${look.words.before}`}
      </td>
      <td>{saidOf(line, index, at, look)}</td>
    </tr>
  );
}
