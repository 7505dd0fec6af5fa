import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '#api/can.ts';
import { formQuery, useModel } from '#api/model.ts';
import { itemAddress, useViewer } from '#api/viewer.ts';
import { useWorkspace } from '#api/workspace.ts';
import { asArray, asObject, asText, type JsonObject } from '#domain/json.ts';
import type { Json, NavigationEntry } from '#domain/model.ts';
import { formatDateTime } from '#domain/units/date-time.ts';
import { AnswerTable } from '#panels/answer-table.tsx';
import { usePanel } from '#panels/use-panel.ts';
import { fieldAt } from '#resource/fields.ts';
import { Failure, Skeleton } from '#resource/states.tsx';
import type { TimeState } from '#time/time-state.ts';

const OPERATION = 'getChangesBefore';
/** Who did what is written there. */
const LOG = 'OperationLog';

type Props = {
  /** What is wrong, the gravest first. */
  causes: Json | undefined;
  entry: NavigationEntry | undefined;
  time: TimeState;
};

/** What was changed before something went wrong, there or in the whole company, for those who may read the log. */
export function EarlierChanges({ causes, entry, time }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const can = useCan();
  const id = useId();
  const operation = useQuery(formQuery(OPERATION)).data?.operation;
  const [wanted, setWanted] = useState<string>();
  const known = asArray(causes).map((each) => ({ code: asText(asObject(each)['code']) ?? '', name: asText(asObject(each)['name']) ?? '' }));
  // the one that was chosen may be over
  const code = known.find((each) => each.code === wanted)?.code ?? known[0]?.code;
  if (!operation || !can(operation)) return null;
  return (
    <section className="panel" data-half aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{t('dashboard.before')}</h2>
        {known.length > 1 && (
          <select
            className="input caret"
            aria-label={t('dashboard.beforeWhat')}
            value={code}
            onChange={({ target }) => setWanted(target.value)}
          >
            {known.map((each) => (
              <option key={each.code} value={each.code}>
                {each.name}
              </option>
            ))}
          </select>
        )}
      </header>
      {code === undefined ? <p className="panel-empty">{t('dashboard.noAlarms')}</p> : <Changes code={code} entry={entry} time={time} />}
    </section>
  );
}

function Changes({ code, entry, time }: { code: string } & Omit<Props, 'causes'>): ReactNode {
  const { t } = useTranslation('charts');
  const { language } = useWorkspace();
  const model = useModel();
  const viewer = useViewer();
  const { form, answer, error, retry } = usePanel({ operation: OPERATION, with: { code } }, { entry, time });
  if (error !== undefined) return <Failure error={error} onRetry={retry} />;
  const schema = form?.schemas[form.operation.answer ?? ''];
  const field = schema && fieldAt(schema, 'results');
  if (!form || !answer || !field) return <Skeleton lines={4} label={t('loading')} />;
  const cause = asObject(answer['cause']);
  const leadsTo = (row: JsonObject): string | undefined => {
    const logged = asText(row['logId']);
    const [resource, id] = logged === undefined ? [asText(row['resource']) ?? '', asText(row['itemId']) ?? ''] : [LOG, logged];
    return itemAddress(model, viewer, resource, id);
  };
  const of = {
    name: asText(cause['name']) ?? '',
    since: shortTime(asText(cause['since'])),
    from: shortTime(asText(answer['from'])),
  };
  return asArray(answer['results']).length === 0 ? (
    <p className="panel-empty">{t('dashboard.nothingBefore', of)}</p>
  ) : (
    <>
      <p className="panel-note">{t('dashboard.beforeRange', of)}</p>
      <AnswerTable field={field} value={answer['results']} labels={form.labels[language]} href={leadsTo} />
    </>
  );
}

function shortTime(at = ''): string {
  return formatDateTime(at, new Intl.DateTimeFormat().resolvedOptions().timeZone, 'minute').slice(5);
}
