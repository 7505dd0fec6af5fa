import type { ReactNode } from 'react';
import { BarChart } from '#charts/bar-chart.tsx';
import { TimeChart } from '#charts/time-chart.tsx';
import { asArray, asNumber, asObject, asText, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';

/** Tables as somebody reads them elsewhere: titles, texts, and what is said in place of rows. */
export function Sheets({ value }: { value: Json | undefined }): ReactNode {
  return asArray(value).map((each, index) => {
    const { title, head, rows, chart, bars, note } = asObject(each);
    const name = asText(title) ?? '';
    const body = asArray(rows);
    return (
      <section key={index} className="panel-sheet">
        <h3>{name}</h3>
        <SheetChart title={name} chart={asObject(chart)} />
        <SheetBars title={name} head={asArray(head)} chart={asObject(bars)} />
        {body.length > 0 && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div className="panel-table" tabIndex={0} role="region" aria-label={name}>
            <table>
              <thead>
                <tr>
                  {asArray(head).map((cell, at) => (
                    <th key={at} scope="col">
                      {asText(cell)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {body.map((row, at) => (
                  <tr key={at}>
                    {asArray(row).map((cell, column) => (
                      <td key={column}>{asText(cell)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {asText(note) !== undefined && <p className="panel-note">{asText(note)}</p>}
      </section>
    );
  });
}

/** What the sheet is about over its time, from the numbers that stand in its file. */
function SheetChart({ title, chart }: { title: string; chart: JsonObject }): ReactNode {
  const [from, to] = [Date.parse(asText(chart['from']) ?? ''), Date.parse(asText(chart['to']) ?? '')];
  if (Number.isNaN(from) || Number.isNaN(to)) return null;
  const lines = asArray(chart['lines']).map((each) => {
    const { name, values } = asObject(each);
    const label = asText(name) ?? '';
    return { key: label, label, unit: asText(chart['unit']) ?? '', values: asArray(values).map((value) => asNumber(value) ?? null) };
  });
  return <TimeChart title={title} named={false} height={180} data={{ from, to, lines }} />;
}

/** The largest of its rows. */
function SheetBars({ title, head, chart }: { title: string; head: readonly Json[]; chart: JsonObject }): ReactNode {
  const bars = asArray(chart['bars']).map((each, index) => {
    const { name, value } = asObject(each);
    return { key: String(index), label: asText(name) ?? '', value: asNumber(value) ?? 0 };
  });
  if (bars.length === 0) return null;
  const heads = { name: asText(head[0]) ?? '', value: asText(head.at(-1)) ?? '' };
  return <BarChart title={title} bars={bars} unit={asText(chart['unit']) ?? ''} heads={heads} onChoose={undefined} />;
}
