import { useTranslation } from 'react-i18next';
import { Popup } from '#ui/popup.tsx';
import { Icon } from '#ui/icon.tsx';
import { usePreference } from '#resource/preference.ts';
import type { Column } from './columns.ts';
import type { Density } from './data-table.tsx';

export type View = { columns?: string[]; density?: Density };

const DEFAULT: View = {};

/** What one person wants to see of one resource's list. */
export function useView(resource: string): [View, (view: View) => void] {
  const [view, setView] = usePreference<View>(`table.${resource}`, DEFAULT);
  return [view, (next) => setView(next.columns || next.density ? next : undefined)];
}

/** The chosen columns in the chosen order; columns that are gone, or not allowed here, are skipped. */
export function chosenColumns(columns: Column[], chosen: string[]): Column[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const found = chosen.flatMap((key) => byKey.get(key) ?? []);
  return found.length > 0 ? found : columns.slice(0, 1);
}

type Props = { columns: Column[]; defaults: string[]; view: View; onView: (view: View) => void };

export function ViewOptions({ columns, defaults, view, onView }: Props) {
  const { t } = useTranslation('resource');
  return (
    <Popup role="dialog" className="btn rt-icon" name={t('view.title')} button={<Icon name="columns" size={16} />}>
      {() => <Options columns={columns} defaults={defaults} view={view} onView={onView} />}
    </Popup>
  );
}

function Options({ columns, defaults, view, onView }: Props) {
  const { t } = useTranslation('resource');
  const chosen = view.columns ?? defaults;
  const density = view.density ?? 'comfortable';
  const rest = columns.filter(({ key }) => !chosen.includes(key));
  const move = (key: string, by: number): void => {
    const next = chosen.filter((each) => each !== key);
    next.splice(chosen.indexOf(key) + by, 0, key);
    onView({ ...view, columns: next });
  };
  return (
    <div className="rt-options">
      <fieldset>
        <legend>{t('view.density')}</legend>
        {(['comfortable', 'compact'] as const).map((each) => (
          <label key={each}>
            <input type="radio" name="density" checked={density === each} onChange={() => onView({ ...view, density: each })} />
            {t(`view.${each}`)}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('view.columns')}</legend>
        {[...chosenColumns(columns, chosen), ...rest].map(({ key, label }) => {
          const at = chosen.indexOf(key);
          return (
            <div key={key} className="rt-option">
              <label>
                <input
                  type="checkbox"
                  checked={at >= 0}
                  disabled={at >= 0 && chosen.length === 1}
                  onChange={() => onView({ ...view, columns: at < 0 ? [...chosen, key] : chosen.filter((each) => each !== key) })}
                />
                {label}
              </label>
              {at >= 0 && (
                <>
                  <button
                    type="button"
                    className="btn rt-icon"
                    disabled={at === 0}
                    aria-label={t('view.up', { label })}
                    onClick={() => move(key, -1)}
                  >
                    <Icon name="up" size={14} />
                  </button>
                  <button
                    type="button"
                    className="btn rt-icon"
                    disabled={at === chosen.length - 1}
                    aria-label={t('view.down', { label })}
                    onClick={() => move(key, 1)}
                  >
                    <Icon name="down" size={14} />
                  </button>
                </>
              )}
            </div>
          );
        })}
      </fieldset>
      <button type="button" className="btn" onClick={() => onView({})}>
        {t('view.reset')}
      </button>
    </div>
  );
}
