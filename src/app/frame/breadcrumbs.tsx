import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useContext } from '#api/context.ts';
import { useModel } from '#api/model.ts';
import { useSight } from '#api/sight.ts';
import type { NavigationEntry } from '#domain/model.ts';
import { groupTarget } from './navigation.ts';

export function Breadcrumbs({ entry }: { entry: NavigationEntry | undefined }): ReactNode {
  const { t } = useTranslation('shell');
  const { language } = useContext();
  const model = useModel();
  const sight = useSight();
  if (entry === undefined) return <div className="crumbs" />;
  const group = model.groups.find((each) => each.name === entry.group);
  const target = groupTarget(model, sight, entry.group);
  return (
    <nav className="crumbs" aria-label={t('crumbs')}>
      <ol>
        {group !== undefined && group.title[language] !== entry.title[language] && (
          <li className="crumb-group">
            {target === undefined || target === entry.path ? group.title[language] : <Link to={target}>{group.title[language]}</Link>}
          </li>
        )}
        <li aria-current="page">{entry.title[language]}</li>
      </ol>
    </nav>
  );
}
