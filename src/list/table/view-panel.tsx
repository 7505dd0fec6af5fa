import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { chosenColumns, type ViewProps } from './view.ts';

/** Which columns a list shows, in which order, and how close its rows stand. */
export function ViewPanel({ columns, defaults, view, onView }: ViewProps) {
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
