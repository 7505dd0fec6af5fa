import type { Resource } from '#domain/model.ts';
import type { Built } from './built.ts';
import { BuildError } from './build-error.ts';
import { checkModel } from './check/model.ts';
import { type Contract, readContract } from './read/contract.ts';
import { emitIslands } from './emit/islands.ts';
import { emitClient } from './emit/client.ts';
import { emitModel, emitReport } from './emit/model.ts';
import { emitProblems } from './emit/problems.ts';
import { emitRuntime } from './emit/runtime.ts';
import { emitServer } from './emit/server.ts';
import { emitTypes } from './emit/types.ts';
import { emitValidators } from './emit/validators.ts';
import type { Output } from './emit/output.ts';
import { buildResources } from './model.ts';
import { buildPages, type Pages } from './navigation.ts';
import { Memory, Remembered } from './remembered.ts';

export type Generated = { output: Output; uiModel: Output; built: Built };

type Options = {
  /** Gets what a page shows, a good while before validators are made. */
  early?: (model: Output) => void | Promise<void>;
  /** What earlier passes over the same contract have left. */
  memory?: Memory;
  /** OpenAPI Overlays that are laid over the contract. */
  overlays?: readonly string[];
  /** Hears of each stage as it is over. */
  lap?: (stage: string) => void;
  /** Gets what was read, before anything is made of it. */
  onRead?: (contract: Contract) => void;
};

/** The whole pass: one contract in, every output as text. Pure but for reading files; same input, same bytes. */
export async function generate(root: string, file: string, options: Options = {}): Promise<Generated> {
  let made: Promise<Output> | undefined;
  // threads of their own are at it all the while: they take longer than all else, and need nothing of it
  const onRead = (contract: Contract): void => {
    made = callsOf(contract);
    // who fails first has the word
    made.catch(() => {});
  };
  const { output, calls, ...generated } = await generateServed(root, file, { ...options, onRead });
  return { ...generated, output: new Map([...output, ...(await (made ?? calls()))]) };
}

async function callsOf(contract: Contract): Promise<Output> {
  const made = contract.own ? await Promise.all([emitTypes(contract), emitClient(contract)]) : [];
  return new Map(made.flatMap((part) => [...part]));
}

/**
 * What is read at run time, and what the server is typed with; `calls` makes the types and functions by which it is called,
 * which take longer than all else. Whole and incremental passes are one: with a `memory`, what is the same is not made again.
 */
export async function generateServed(
  root: string,
  file: string,
  { early, memory = new Memory(), overlays, lap, onRead }: Options = {},
): Promise<Generated & { calls: () => Promise<Output> }> {
  const contract = await readContract(root, file, { memory, overlays });
  lap?.('read');
  onRead?.(contract);
  const unplaced = buildResources(contract);
  lap?.('build');
  const pages = buildPages(contract, unplaced);
  const built = placedOn(unplaced, pages, memory);
  const findings = [...pages.findings, ...(contract.own ? checkModel(contract, built) : [])];
  if (findings.length > 0) throw new BuildError(findings);
  lap?.('check');
  const model = emitModel(contract, built, pages);
  lap?.('emit');
  await early?.(model);
  const runtime = runtimes.of(memory, '', [], emitRuntime);
  const validators = await emitValidators(contract, built);
  const islands = await emitIslands(built);
  const parts = [
    model,
    validators.output,
    islands.output,
    emitReport(contract, { ...built, guesses: [...built.guesses, ...validators.guesses, ...islands.guesses] }),
    emitProblems(contract.problems),
    contract.own ? emitServer(contract, built) : new Map<string, string>(),
    await runtime,
  ];
  const uiModel: Output = contract.own
    ? new Map(
        [...model]
          .filter(([path]) => /^model\/[a-z0-9-]+(?:\.form)?\.json$/.test(path))
          .map(([path, text]) => [path.slice('model/'.length), text]),
      )
    : new Map();
  return { output: new Map(parts.flatMap((part) => [...part])), uiModel, built, calls: () => callsOf(contract) };
}

const runtimes = new Remembered<Promise<Output>>();

const placed = new Remembered<Resource>();

/** Resources know the page on which they stand. */
function placedOn(built: Built, { pathOf }: Pages, memory: Memory): Built {
  const resources = built.resources.map((entry) => {
    const route = pathOf.get(entry.resource.name) ?? entry.resource.route;
    return { ...entry, resource: placed.of(memory, entry.resource.name, [entry.resource, route], () => ({ ...entry.resource, route })) };
  });
  return { ...built, resources };
}
