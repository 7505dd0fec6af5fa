import { listed } from '#api/language.ts';
import { useTranslation } from 'react-i18next';
import type { Field } from '#domain/model.ts';
import { pointerOf } from '#domain/value.ts';
import { pathLabel } from '#history/diff-table.tsx';
import type { WholeScope } from '#resource/scope.ts';
import { Choice } from '#import/choice.tsx';
import { targetsOf } from '#import/check/targets.ts';
import type { Choices, Source } from '#import/use-import.ts';

/** Of a cell that may hold a whole address set. */
const SAMPLE = 200;

type Props = {
  scope: WholeScope;
  root: Field;
  /** With what only items that exist have. */
  columnRoot: Field;
  source: Source;
  choices: Choices;
  onMap: (paths: string[]) => void;
  onChoose: (choices: Choices) => void;
  onBack: () => void;
  onCheck: () => void;
};

/** Which column fills what, and what to do with rows that exist already. */
export function MappingStep({ scope, root, columnRoot, source, choices, onMap, onChoose, onBack, onCheck }: Props) {
  const { t } = useTranslation('resource');
  const { table, paths } = source;
  const targets = targetsOf(columnRoot, scope.labels);
  const updates = choices.onExisting === 'update';
  // of rows that exist, a column that is missing changes nothing
  const missing = (updates ? [] : targetsOf(root, scope.labels)).filter(
    ({ required, path, field }) =>
      required && field.default === undefined && !path.includes('.') && !paths.some((each) => each === path || each.startsWith(`${path}.`)),
  );
  const known = new Set(targets.map(({ path }) => path));
  const names = new Map([
    ...targets.map(({ path, label }) => [path, label] as const),
    ...paths
      .filter((path) => path !== '' && !known.has(path))
      .map((path) => [path, pathLabel(scope, columnRoot, pointerOf(path))] as const),
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
                <td className="ri-sample">{first[index]?.slice(0, SAMPLE)}</td>
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
      {repeated.length > 0 && <p className="rb-warn">{t('import.repeated', { names: listed(repeated) })}</p>}
      {missing.length > 0 && (
        <p className="rb-warn" role="alert">
          {t('import.missing', { names: listed(missing.map(({ label }) => label)) })}
        </p>
      )}
      <Choice
        legend={t('import.onExisting')}
        options={
          {
            refuse: t('import.refuse'),
            skip: t('import.skip'),
            ...(scope.can(scope.update) ? { update: t('import.update') } : {}),
          } as Record<Choices['onExisting'], string>
        }
        value={choices.onExisting}
        onChange={(onExisting) => onChoose({ ...choices, onExisting })}
      />
      {updates && (
        <>
          <p>{t('import.updateHint', { word: t('import.clearWord') })}</p>
          <Choice
            legend={t('import.onEmpty')}
            options={{ keep: t('import.emptyKeeps'), clear: t('import.emptyClears') }}
            value={choices.onEmpty}
            onChange={(onEmpty) => onChoose({ ...choices, onEmpty })}
          />
        </>
      )}
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
