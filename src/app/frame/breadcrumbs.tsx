import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { chunk } from '#api/chunk.ts';
import { config } from '#api/config.ts';
import { useWorkspace } from '#api/workspace.ts';
import { useModel } from '#api/model.ts';
import { useViewer } from '#api/viewer.ts';
import type { NavigationEntry } from '#domain/model.ts';
import { groupTarget } from '#app/base/navigation.ts';

const ParentCrumbs = lazy(() => chunk(() => import('#app/foreign/parent-crumbs.tsx')).then((module) => ({ default: module.ParentCrumbs })));

export function Breadcrumbs({ entry }: { entry: NavigationEntry | undefined }): ReactNode {
  const { t } = useTranslation('shell');
  const { language } = useWorkspace();
  const model = useModel();
  const viewer = useViewer();
  if (entry === undefined) return <div className="crumbs" />;
  const group = model.groups.find((each) => each.name === entry.group);
  const target = groupTarget(model, viewer, entry.group);
  return (
    <nav className="crumbs" aria-label={t('crumbs')}>
      <ol>
        {group !== undefined && group.title[language] !== entry.title[language] && (
          <li className="crumb-group">
            {target === undefined || target === entry.path ? group.title[language] : <Link to={target}>{group.title[language]}</Link>}
          </li>
        )}
        {config().foreign && entry.tabs ? (
          <Suspense fallback={null}>
            <ParentCrumbs entry={entry} />
          </Suspense>
        ) : (
          <li aria-current="page">{entry.title[language]}</li>
        )}
      </ol>
    </nav>
  );
}
