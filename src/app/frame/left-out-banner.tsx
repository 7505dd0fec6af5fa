import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { listed } from '#api/language.ts';
import { useLeftOut } from '#api/left-out.ts';
import { useModel } from '#api/model.ts';
import { listAddress, useViewer } from '#api/viewer.ts';
import { useWorkspace } from '#api/workspace.ts';

/** How many items of which kind the page is without, and the way to the lists in which they are marked. */
export function LeftOutBanner(): ReactNode {
  const { t } = useTranslation('shell');
  const { language } = useWorkspace();
  const model = useModel();
  const viewer = useViewer();
  const leftOut = useLeftOut();
  const { pathname } = useLocation();
  if (leftOut?.page !== pathname) return null;
  return (
    <p className="banner" data-tone="warning">
      {t('banner.leftOut')}
      {[...countsOf(leftOut.texts)].map(([name, count], index) => (
        <Fragment key={name}>
          {index > 0 && listed(['', ''])}
          <Linked address={listAddress(model, viewer, name, {})}>{`${model.resources[name]?.plural[language] ?? name} ${count}`}</Linked>
        </Fragment>
      ))}
    </p>
  );
}

function Linked({ address, children }: { address: string | undefined; children: string }): ReactNode {
  return address === undefined ? (
    children
  ) : (
    <a href={address} data-internal>
      {children}
    </a>
  );
}

/** `Site=2, Device=1`: of several answers the one that lacks the most of a kind. */
function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const part of text.split(', ')) {
      const [name = '', count] = part.split('=');
      counts.set(name, Math.max(counts.get(name) ?? 0, Number(count)));
    }
  return counts;
}
