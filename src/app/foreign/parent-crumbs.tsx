import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { resourceQuery, useModel } from '#api/model.ts';
import { listAddress, useViewer } from '#api/viewer.ts';
import { useWorkspace } from '#api/workspace.ts';
import { labelQuery } from '#cells/relation-labels.ts';
import type { Field, NavigationEntry } from '#domain/model.ts';
import { refOf } from '#resource/fields.ts';
import { readState } from '#resource/url-state.ts';

/** Where a page stands below rows of others: each parent by its list and by its name, then the page itself. */
export function ParentCrumbs({ entry }: { entry: NavigationEntry }): ReactNode {
  const model = useModel();
  const viewer = useViewer();
  const workspace = useWorkspace();
  const { search } = useLocation();
  const { tab, parents } = readState(new URLSearchParams(search));
  const name = tab !== undefined && entry.tabs?.includes(tab) ? tab : (entry.tabs?.[0] ?? '');
  const { data } = useQuery({ ...resourceQuery(name, workspace.language), enabled: name in model.resources });
  const { list = [], create = [], get = [] } = data?.resource.operations ?? {};
  const fields = new Map<string, Field>();
  for (const { pathParams } of [...list, ...create, ...get]) for (const field of pathParams) fields.set(field.name, field);
  const chosen = [...fields.values()].flatMap((field) => {
    const ref = refOf(field);
    const id = parents[field.name];
    return id === undefined ? [] : [{ field, ref: ref ?? { resource: '' }, id }];
  });
  const params = { ...workspace.params, ...parents };
  const names = useQueries({
    queries: chosen.map(({ ref, id }) => ({ ...labelQuery(ref, id, { ...workspace, params }), enabled: ref.resource !== '' })),
  });
  const addressOf = (resource: string, id?: string): string | undefined =>
    listAddress(model, viewer, resource, { ...above(parents, chosen, resource), ...(id === undefined ? {} : { view: id }) });
  return (
    <>
      {chosen.map(({ field, ref, id }, index) => {
        const title = model.resources[ref.resource]?.plural[workspace.language];
        const label = names[index]?.data ?? id;
        return [
          ...(title === undefined ? [] : [<Crumb key={`${field.name} list`} to={addressOf(ref.resource)} text={title} />]),
          <Crumb key={field.name} to={title === undefined ? undefined : addressOf(ref.resource, id)} text={label} />,
        ];
      })}
      <li aria-current="page">{model.resources[name]?.plural[workspace.language] ?? entry.title[workspace.language]}</li>
    </>
  );
}

function Crumb({ to, text }: { to: string | undefined; text: string }): ReactNode {
  return <li>{to === undefined ? text : <Link to={to}>{text}</Link>}</li>;
}

/** The parents that stand before one of them. */
function above(
  parents: Record<string, string>,
  chosen: { field: Field; ref: { resource: string } }[],
  resource: string,
): Record<string, string> {
  const at = chosen.findIndex(({ ref }) => ref.resource === resource);
  return Object.fromEntries(chosen.slice(0, at).map(({ field }) => [`p.${field.name}`, parents[field.name] ?? '']));
}
