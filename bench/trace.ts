import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { launchBrowser } from '#tests/support/browser.ts';
import { type Exchange, roundTrips, type Trace, traceFirstRow } from '#tests/support/first-row.ts';
import { startServer } from '#tests/support/server.ts';

/** node bench/trace.ts: docs/images/first-row.svg, what goes over a slow line from log-in to the first row; needs a built console */
const file = join(resolve(import.meta.dirname, '..'), 'docs/images/first-row.svg');
const LEFT = 330;
const RIGHT = 620;
const LINE = 20;
const TOP = 64;
const LONGEST = 46;
const colors = { script: '#8b98a9', model: '#2f7d5b', call: '#2459c4' } as const;

const server = await startServer();
const browser = await launchBrowser();
try {
  writeFileSync(file, picture(await traceFirstRow(browser, { url: server.url, username: 'company@demo.example', page: '/site' })));
} finally {
  await browser.close();
  await server.stop();
}

function picture(trace: Trace): string {
  const exchanges = trace.exchanges.filter(({ start }) => start >= 0 && start <= trace.firstRow);
  const waited = roundTrips(trace);
  const span = Math.ceil(trace.firstRow / trace.latency + 0.5) * trace.latency;
  const x = (ms: number): number => Math.round(LEFT + (Math.min(ms, span) / span) * RIGHT);
  const height = TOP + exchanges.length * LINE + 30;
  const marks = Array.from({ length: span / trace.latency + 1 }, (_, index) => index * trace.latency);
  const bars = exchanges.map((each, index) => {
    const y = TOP + index * LINE;
    const strong = waited.includes(each);
    const queued = each.sent - each.start > 20 ? bar(x(each.start), x(each.sent), y + 8, 4, '#c9d1da') : '';
    return `${text(LEFT - 10, y + 14, nameOf(each), `text-anchor="end"${strong ? ' font-weight="600"' : ''}`)}
${queued}${bar(x(each.sent), x(each.end), y + 4, 12, colorOf(each), strong ? 1 : 0.45)}
${each.end > trace.firstRow ? '' : text(x(each.end) + 6, y + 14, `${(each.bytes / 1000).toFixed(1)} kB`, 'fill="#5d6b7a"')}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + RIGHT + 60} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#1d2733">
<rect width="100%" height="100%" fill="#ffffff"/>
${text(10, 22, `From log-in to the first row, each answer ${trace.latency} ms away: ${waited.length} are waited for one after another (strong)`, 'font-size="14" font-weight="600"')}
${text(10, 42, 'Blue: calls. Green: what the contract says of the page. Grey: scripts and styles. What no page waits for follows the rows.', 'fill="#5d6b7a"')}
${marks.map((ms) => `<line x1="${x(ms)}" x2="${x(ms)}" y1="${TOP}" y2="${height - 22}" stroke="#e3e8ee"/>${text(x(ms), height - 6, `${ms} ms`, 'text-anchor="middle" fill="#5d6b7a"')}`).join('\n')}
${bars.join('\n')}
<line x1="${x(trace.firstRow)}" x2="${x(trace.firstRow)}" y1="${TOP - 8}" y2="${height - 22}" stroke="#c0392b" stroke-dasharray="4 3"/>
${text(x(trace.firstRow), TOP - 10, `first row ${Math.round(trace.firstRow)} ms`, 'text-anchor="middle" fill="#c0392b"')}
</svg>
`;
}

function bar(from: number, to: number, y: number, height: number, fill: string, opacity = 1): string {
  return `<rect x="${from}" y="${y}" width="${Math.max(2, to - from)}" height="${height}" rx="2" fill="${fill}" opacity="${opacity}"/>`;
}

function text(x: number, y: number, content: string, more = ''): string {
  return `<text x="${x}" y="${y}" ${more}>${content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
}

/** Without what differs from day to day: the version of the model, the parameters, what marks a build. */
function nameOf({ method, path }: Exchange): string {
  const plain = decodeURIComponent(path.split('?')[0] ?? '')
    .replace(/^\/model\/[0-9a-f]+/, '/model')
    .replace(/-[\w-]{8}\.(js|css)$/, '.$1');
  const name = `${method} ${plain}`;
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
}

function colorOf({ path }: Exchange): string {
  return path.startsWith('/model') ? colors.model : path.startsWith('/api') ? colors.call : colors.script;
}
