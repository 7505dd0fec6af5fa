import type { Case } from './suite.ts';

export type Outcome = { title: string; url: string; at: string; writes: boolean; cases: readonly Case[]; left: readonly string[] };

const inOrder = ['failed', 'skipped', 'passed'] as const;

export function counts(cases: readonly Case[]): Record<Case['verdict'], number> {
  const of = (verdict: Case['verdict']): number => cases.filter((each) => each.verdict === verdict).length;
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') };
}

/** What stands on the terminal: what failed, then the sum. */
export function terminal({ cases, left, url, title }: Outcome): string {
  const { passed, failed, skipped } = counts(cases);
  const lines = cases
    .filter(({ verdict }) => verdict === 'failed')
    .flatMap(({ name, notes }) => [`FAIL ${name}`, ...notes.map((note) => `     ${note}`)]);
  return [
    ...lines,
    ...left.map((each) => `LEFT ${each} was made here and could not be removed`),
    `${title} at ${url}: ${passed} passed, ${failed} failed, ${skipped} not tried`,
  ].join('\n');
}

/** As build servers read it: a suite for each tag. */
export function junit({ title, cases, at, left }: Outcome): string {
  const groups = [...Map.groupBy(cases, ({ group }) => group)].map(([group, own]) => {
    const { failed, skipped } = counts(own);
    const seconds = own.reduce((sum, { millis }) => sum + millis, 0) / 1000;
    const inner = own.map(({ name, verdict, notes, millis, url }) => {
      const head = `<testcase classname="${xml(group)}" name="${xml(name)}" time="${(millis / 1000).toFixed(3)}"`;
      if (verdict === 'passed') return `    ${head}/>`;
      if (verdict === 'skipped') return `    ${head}><skipped message="${xml(notes.join('; '))}"/></testcase>`;
      return `    ${head}><failure message="${xml(notes[0] ?? '')}">${xml([url ?? '', ...notes].join('\n'))}</failure></testcase>`;
    });
    return `  <testsuite name="${xml(group)}" tests="${own.length}" failures="${failed}" skipped="${skipped}" time="${seconds.toFixed(3)}" timestamp="${at}">\n${inner.join('\n')}\n  </testsuite>`;
  });
  const { failed, skipped } = counts(cases);
  const behind =
    left.length === 0
      ? ''
      : `  <testsuite name="clean-up" tests="1" failures="1"><testcase classname="clean-up" name="what was made is removed"><failure message="left behind">${xml(left.join('\n'))}</failure></testcase></testsuite>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${xml(title)}" tests="${cases.length}" failures="${failed + (behind === '' ? 0 : 1)}" skipped="${skipped}">\n${groups.join('\n')}\n${behind}</testsuites>\n`;
}

/** One page that needs nothing else. */
export function page({ title, url, at, writes, cases, left }: Outcome): string {
  const { passed, failed, skipped } = counts(cases);
  const groups = [...Map.groupBy(cases, ({ group }) => group)].map(([group, own]) => {
    const sum = counts(own);
    const rows = inOrder.flatMap((verdict) => own.filter((each) => each.verdict === verdict)).map(row);
    return `<details${sum.failed > 0 ? ' open' : ''}><summary>${xml(group)} <small>${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} not tried</small></summary><table><tbody>${rows.join('')}</tbody></table></details>`;
  });
  const behind =
    left.length === 0
      ? ''
      : `<p class="failed">Made here, and could not be removed: ${left.map((each) => `<code>${xml(each)}</code>`).join(', ')}</p>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${xml(title)}: contract tests</title><style>${STYLE}</style>
<h1>${xml(title)}</h1><p><code>${xml(url)}</code>, ${at}, ${writes ? 'reads and writes' : 'reads only'}</p>
<p class="sum"><b class="passed">${passed}</b> passed <b class="failed">${failed}</b> failed <b class="skipped">${skipped}</b> not tried</p>${behind}
${groups.join('\n')}</html>\n`;
}

function row({ verdict, name, notes, url, millis }: Case): string {
  const list = notes.length === 0 ? '' : `<ul>${notes.map((note) => `<li>${xml(note)}</li>`).join('')}</ul>`;
  const asked = verdict === 'failed' && url !== undefined ? `<code>${xml(url)}</code>` : '';
  return `<tr class="${verdict}"><th scope="row">${verdict === 'skipped' ? 'not tried' : verdict}</th><td>${xml(name)}${list}${asked}</td><td>${millis} ms</td></tr>`;
}

const STYLE = `:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;max-width:1100px;margin:24px auto;padding:0 16px}
table{border-collapse:collapse;width:100%}td,th{padding:4px 8px;vertical-align:top;text-align:left;border-top:1px solid #8884}th{width:80px}td:last-child{width:80px;text-align:right}
td{overflow-wrap:anywhere}ul{margin:2px 0;padding-left:20px}summary{font-size:16px;padding:8px 0;cursor:pointer}.sum{font-size:18px}.failed,.failed th{color:#c62828}.passed,.passed th{color:#2e7d32}tr.passed td,tr.skipped td,tr.failed td{color:initial}.skipped,.skipped th{color:#8a6d00}`;

/** Also what XML cannot hold at all is left out. */
function xml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
