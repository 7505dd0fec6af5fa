import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useModel } from '#api/model.ts';
import { pageOf } from '#api/viewer.ts';
import type { Labels } from '#domain/model.ts';
import type { WholeScope } from '#resource/scope.ts';
import { ChangesTable } from './changes-table.tsx';
import { type Effect, type EffectPlace, reachOf } from './effect.ts';
import { PlacesTable } from './places-table.tsx';
import './effect.css';

type Props = { scope: Pick<WholeScope, 'language' | 'model'>; effect: Effect; labels: Labels };

/** What would change and where, in figures first. */
export function EffectView({ scope, effect, labels }: Props) {
  const { t } = useTranslation('resource');
  const [chosen, setChosen] = useState<EffectPlace>();
  const placeTitle = usePlaceTitle(effect, scope.language);
  const reach = reachOf(effect);
  const shown = chosen ? effect.changes.filter(({ at }) => at.some((kind) => kind === chosen.kind)) : effect.changes;
  const isSame = effect.changes.length === 0 && reach.changing === 0;
  return (
    <div className="re">
      {effect.obstacle !== undefined && (
        <p className="rb-error" role="alert">
          {t('effect.obstacle', { reason: labels.enums['obstacle']?.[effect.obstacle] ?? effect.obstacle })}
        </p>
      )}
      <p className="re-sum">
        {effect.version === 0 ? t('effect.none') : t('effect.version', { version: effect.version })}{' '}
        {t('effect.reach', { title: placeTitle, changing: reach.changing, same: reach.same, skipped: reach.skipped })}
        {effect.hiddenPlaces > 0 && ` ${t('effect.hidden', { count: effect.hiddenPlaces })}`}
      </p>
      {isSame ? (
        <p className="rb-ok">{t('effect.same')}</p>
      ) : (
        <section>
          <h3>
            {chosen ? t('effect.changesAt', { name: chosen.label }) : labels.fields['changes']}
            {chosen && (
              <button type="button" className="rt-link" onClick={() => setChosen(undefined)}>
                {t('effect.everywhere')}
              </button>
            )}
          </h3>
          {shown.length > 0 && <ChangesTable changes={shown} labels={labels} language={scope.language} />}
          <p className="rd-none">
            {t('effect.unchanged', { count: effect.unchanged })}
            {effect.reordered && ` ${t('effect.reordered')}`}
          </p>
        </section>
      )}
      {effect.places.length > 0 && (
        <section>
          <h3>{placeTitle}</h3>
          <PlacesTable places={effect.places} labels={labels} title={placeTitle} chosen={chosen} onChoose={setChosen} />
        </section>
      )}
    </div>
  );
}

/** What the places are called together: as the menu calls the page of them. */
export function usePlaceTitle({ places }: Effect, language: WholeScope['language']): string {
  const { t } = useTranslation('resource');
  const model = useModel();
  const [first] = places;
  if (!first) return t('effect.places');
  const page = pageOf(model, first.resource);
  return (page?.tabs?.length === 1 ? page.title : model.resources[first.resource]?.plural)?.[language] ?? first.resource;
}
