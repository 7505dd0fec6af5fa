import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { resourceQuery } from '#api/model.ts';
import { pageOf } from '#api/viewer.ts';
import type { ListedResource } from '#domain/model.ts';
import { refOf } from '#resource/fields.ts';
import type { WholeScope } from '#resource/scope.ts';

/** What stands below an item: the tabs of its page, opened for this one. */
export function Children({ scope, id }: { scope: WholeScope; id: string }) {
  const { t } = useTranslation('resource');
  const { model, language, resource } = scope;
  const tabs = (pageOf(model, resource.name)?.tabs ?? []).filter((tab) => tab !== resource.name);
  const loaded = useQueries({ queries: tabs.map((tab) => resourceQuery(tab, language)) });
  const below = loaded.flatMap(({ data }) => {
    const parameter = data && parameterOf(data.resource, resource.name);
    return data && parameter !== undefined ? [{ ...data, parameter }] : [];
  });
  if (below.length === 0) return null;
  return (
    <nav className="rd-below" aria-label={t('detail.below')}>
      {below.map(({ resource: { name, route }, labels, parameter }) => (
        <Link
          key={name}
          className="btn btn-small"
          to={`${route}?${new URLSearchParams({ ...scopeOf(scope), tab: name, [`p.${parameter}`]: id }).toString()}`}
        >
          {labels.plural}
        </Link>
      ))}
    </nav>
  );
}

/** The parents of the parent stay chosen. */
function scopeOf({ params, model }: WholeScope): Record<string, string> {
  return Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (name in model.context ? [] : [[`p.${name}`, value]])));
}

function parameterOf({ operations: { list, create, get } }: ListedResource, parent: string): string | undefined {
  return [...list, ...create, ...get].flatMap(({ pathParams }) => pathParams).find((field) => refOf(field)?.resource === parent)?.name;
}
