import { useTranslation } from 'react-i18next';
import type { Field } from '#domain/model.ts';
import { pointerOf } from '#domain/value.ts';
import { placeName } from '#resource/history/diff-table.tsx';
import type { Scope } from '#resource/scope.ts';
import { Choice } from './choice.tsx';
import { targetsOf } from './targets.ts';
import type { OnExisting, Source } from './use-import.ts';

type Props = {
  scope: Scope;
  root: Field;
  source: Source;
  onExisting: OnExisting;
  onMap: (paths: string[]) => void;
  onOnExisting: (choice: OnExisting) => void;
  onBack: () => void;
  onCheck: () => void;
};

/** Which column fills what, and what to do with rows that exist already. */
export function MappingStep({ scope, root, source, onExisting, onMap, onOnExisting, onBack, onCheck }: Props) {
  const { t } = useTranslation('resource');
  const { table, paths } = source;
  const targets = targetsOf(root, scope.labels);
  const missing = targets.filter(
    ({ required, path, field }) =>
      required && field.default === undefined && !path.includes('.') && !paths.some((each) => each === path || each.startsWith(`${path}.`)),
  );
  const known = new Set(targets.map(({ path }) => path));
  const names = new Map([
    ...targets.map(({ path, label }) => [path, label] as const),
    ...paths.filter((path) => path !== '' && !known.has(path)).map((path) => [path, placeName(scope, root, pointerOf(path))] as const),
  ]);
  const repeated = [...new Set(table.headers.filter((header, index) => header !== '' && table.headers.indexOf(header) !== index))];
  const first = table.rows[0]?.cells ?? [];
  return (
    <div className="rb">
      <p>{t('import.rows', { count: table.rows.length })}</p>
      <div className="rb-results ri-mapping">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('import.column')}</th>
              <th scope="col">{t('import.sample')}</th>
              <th scope="col">{t('import.fills')}</th>
            </tr>
          </thead>
          <tbody>
            {table.headers.map((header, index) => (
              <tr key={index}>
                <th scope="row">{header || t('import.noHeader', { number: index + 1 })}</th>
                <td className="ri-sample">{first[index]}</td>
                <td>
                  <select
                    className="input"
                    aria-label={t('import.fillsOf', { header: header || String(index + 1) })}
                    value={paths[index]}
                    onChange={(event) =>
                      onMap(paths.map((path, at) => (at === index ? event.target.value : path === event.target.value ? '' : path)))
                    }
                  >
                    <option value="">{t('import.ignored')}</option>
                    {[...names].map(([path, label]) => (
                      <option key={path} value={path}>
                        {label}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {repeated.length > 0 && <p className="rb-warn">{t('import.repeated', { names: repeated.join(', ') })}</p>}
      {missing.length > 0 && (
        <p className="rb-warn" role="alert">
          {t('import.missing', { names: missing.map(({ label }) => label).join(', ') })}
        </p>
      )}
      <Choice
        legend={t('import.onExisting')}
        options={
          {
            refuse: t('import.refuse'),
            skip: t('import.skip'),
            ...(scope.can(scope.update) ? { update: t('import.update') } : {}),
          } as Record<OnExisting, string>
        }
        value={onExisting}
        onChange={onOnExisting}
      />
      <div className="rb-buttons">
        <button type="button" className="btn" onClick={onBack}>
          {t('import.back')}
        </button>
        <button type="button" className="btn btn-primary" disabled={paths.every((path) => path === '')} onClick={onCheck}>
          {t('import.check')}
        </button>
      </div>
    </div>
  );
}
