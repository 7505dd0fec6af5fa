import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan } from '#api/can.ts';
import { choose } from '#api/choose.ts';
import { resourceQuery } from '#api/model.ts';
import { useLive } from '#api/use-live.ts';
import { useWorkspace } from '#api/workspace.ts';
import { asObject, asText } from '#domain/json.ts';
import { timePresets } from '#domain/units/time-presets.ts';
import { getListOperationLogsQueryOptions } from '#generated/client/log.ts';
import { CellOf } from '#resource/cell-of.tsx';
import { fieldAt, fieldLabel, rowField } from '#resource/fields.ts';

const LOG = 'OperationLog';
/** What the server itself wrote is no change that somebody made. */
const SERVER = 'system';
const LOOKED_AT = 100;
const LISTED = 8;
const SHOWN = ['at', 'actor', 'operation', 'label'];
/** Several changes in a row are read together. */
const PACE = { settle: 500, pause: 5000 };
const WEEK = 7 * 24 * 60 * 60 * 1000;

/** What people changed last, for those who may read the log. */
export function RecentChanges(): ReactNode {
  const { t } = useTranslation('charts');
  const { language, params } = useWorkspace();
  const can = useCan();
  const known = useQuery(resourceQuery(LOG, language)).data;
  const list = known && choose(known.resource.operations.list, params);
  const isOpen = list !== undefined && can(list);
  const { data, refetch } = useQuery({
    ...getListOperationLogsQueryOptions({
      limit: LOOKED_AT,
      option: timePresets.findIndex((length) => length === WEEK),
      ...(params['companyId'] ? { companyId: params['companyId'] } : {}),
    }),
    enabled: isOpen,
  });
  useLive(LOG, () => void (isOpen && refetch()), PACE);
  if (!known || !isOpen) return null;
  const row = rowField(known.resource);
  const fields = SHOWN.flatMap((name) => fieldAt(row, name) ?? []);
  const rows = (data?.data.results ?? [])
    .filter(({ actor }) => actor !== SERVER)
    .slice(0, LISTED)
    .map(asObject);
  return (
    <section className="panel" data-half aria-label={t('dashboard.changes')}>
      <header className="panel-head">
        <h2>{t('dashboard.changes')}</h2>
        <Link to="/operationLog">{t('dashboard.all')}</Link>
      </header>
      <div className="panel-table">
        <table>
          <thead>
            <tr>
              {fields.map((field) => (
                <th key={field.name} scope="col">
                  {fieldLabel(known.labels, field)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((each, index) => (
              <tr key={asText(each['id']) ?? index}>
                {fields.map((field) => (
                  <td key={field.name}>
                    <CellOf field={field} value={each[field.name]} row={each} scope={{ labels: known.labels, language }} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {data && rows.length === 0 && <p className="panel-empty">{t('dashboard.noChanges')}</p>}
      </div>
    </section>
  );
}
