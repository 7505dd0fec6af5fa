import type { Built } from './built.ts';
import { BuildError } from './build-error.ts';
import { checkModel } from './check.ts';
import { readContract } from './read/contract.ts';
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

export type Generated = { output: Output; uiModel: Output; built: Built };

/**
 * The whole pass: one contract in, every output as text. Pure but for reading files; same input, same bytes.
 * `early` gets what a page shows, a good while before validators and types are made.
 */
export async function generate(root: string, file: string, early?: (model: Output) => Promise<void>): Promise<Generated> {
  const contract = await readContract(root, file);
  const unplaced = buildResources(contract);
  const pages = buildPages(contract, unplaced);
  const built = placedOn(unplaced, pages);
  const findings = [...pages.findings, ...(contract.own ? checkModel(contract, built) : [])];
  if (findings.length > 0) throw new BuildError(findings);
  const model = emitModel(contract, built, pages);
  await early?.(model);
  const aside = Promise.all([emitRuntime(), ...(contract.own ? [emitTypes(contract), emitClient(contract)] : [])]);
  const validators = emitValidators(contract, built);
  const parts = [
    model,
    validators.output,
    emitReport(contract, { ...built, guesses: [...built.guesses, ...validators.guesses] }),
    emitProblems(contract.problems),
    contract.own ? emitServer(contract, built) : new Map<string, string>(),
    ...(await aside),
  ];
  const uiModel: Output = contract.own
    ? new Map(
        [...model]
          .filter(([path]) => /^model\/[a-z0-9-]+(?:\.form)?\.json$/.test(path))
          .map(([path, text]) => [path.slice('model/'.length), text]),
      )
    : new Map();
  return { output: new Map(parts.flatMap((part) => [...part])), uiModel, built };
}

/** Resources know the page on which they stand. */
function placedOn(built: Built, { pathOf }: Pages): Built {
  const resources = built.resources.map((entry) => {
    const route = pathOf.get(entry.resource.name) ?? entry.resource.route;
    return { ...entry, resource: { ...entry.resource, route } };
  });
  return { ...built, resources };
}
