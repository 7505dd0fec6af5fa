import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { counts, junit, page, terminal } from '../conformance/report.ts';
import { tryContract } from '../conformance/run.ts';
import { buildResources } from '../model.ts';
import { readContract } from '../read/contract.ts';
import { sayFailure } from './failure.ts';

/**
 * npm run contract:test -- URL                       holds the backend at URL to our contract; reads only
 * npm run contract:test -- URL --writes              also makes, changes and removes one of each kind that can be removed again
 *   --contract FILE      another contract than ours
 *   --header 'N: value'  sent with every call, as often as there are any; TOKEN in the environment is a bearer token
 *   --query name=value   the same for the address
 *   --only TEXT          only operations with it in their id or path
 *   --seconds N          how long an answer may take (10)
 *   --out DIR            where report.html and junit.xml go (contract-report)
 *
 * Ends with 1 where something is not as the contract says, with 2 where nothing could be tried.
 */
const root = resolve(import.meta.dirname, '../..');
let stopped = false;
process.once('SIGINT', () => (stopped = true));

process.exitCode = await run().catch((error: unknown) => {
  sayFailure(error);
  return 2;
});

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      writes: { type: 'boolean', default: false },
      contract: { type: 'string' },
      header: { type: 'string', multiple: true, default: [] },
      query: { type: 'string', multiple: true, default: [] },
      only: { type: 'string' },
      seconds: { type: 'string', default: '10' },
      out: { type: 'string', default: 'contract-report' },
    },
  });
  const [url] = positionals;
  if (url === undefined || !URL.canParse(url) || !/^https?:/.test(url))
    throw new Error('Name the address of the backend: npm run contract:test -- https://backend.example');
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Error(`--seconds ${values.seconds} is no time. Give a number above 0.`);
  const token = process.env['TOKEN'];
  const contract = await readContract(root, values.contract === undefined ? join(root, 'openapi/openapi.yaml') : resolve(values.contract));
  const outcome = await tryContract({
    contract,
    built: buildResources(contract),
    backend: {
      url,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...pairs(values.header, ':', '--header') },
      query: pairs(values.query, '=', '--query'),
      seconds,
    },
    writes: values.writes,
    only: values.only,
    isStopped: () => stopped,
  });
  mkdirSync(values.out, { recursive: true });
  writeFileSync(join(values.out, 'report.html'), page(outcome));
  writeFileSync(join(values.out, 'junit.xml'), junit(outcome));
  console.log(terminal(outcome));
  console.log(`Report: ${join(values.out, 'report.html')}, ${join(values.out, 'junit.xml')}`);
  const { passed, failed } = counts(outcome.cases);
  if (passed + failed === 0) throw new Error('Nothing could be tried: the report says why. Credentials go with --header or TOKEN.');
  return failed > 0 || outcome.left.length > 0 ? 1 : 0;
}

function pairs(said: readonly string[], separator: string, option: string): Record<string, string> {
  return Object.fromEntries(
    said.map((each) => {
      const at = each.indexOf(separator);
      if (at < 1) throw new Error(`${option} ${each} has no "${separator}": give a name and a value.`);
      return [each.slice(0, at).trim(), each.slice(at + 1).trim()];
    }),
  );
}
