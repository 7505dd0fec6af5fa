import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useWorkspace } from '#api/workspace.ts';
import { selectorsOf, setSelection, type Selection } from '#api/selection.ts';
import type { NavigationEntry } from '#domain/model.ts';
import { CitySelector } from './city-selector.tsx';
import { TagSelector } from './tag-selector.tsx';
import './selectors.css';

/** Spec section 2: what narrows the page by city and tags, on the pages that have it, within one company. */
export function Selectors({ entry }: { entry: NavigationEntry | undefined }): ReactNode {
  const { companyId } = useWorkspace();
  const [, setParams] = useSearchParams();
  const { city, tags } = selectorsOf(entry, companyId);
  if (companyId === undefined || (city === undefined && tags !== true)) return null;
  const change = (next: Partial<Selection>): void => {
    setSelection(next);
    // other rows begin with their first page
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const name of ['page', 'cursor']) after.delete(name);
        return after;
      },
      { replace: true },
    );
  };
  return (
    <div className="selectors">
      {city !== undefined && <CitySelector companyId={companyId} count={city} onChange={change} />}
      {tags === true && <TagSelector companyId={companyId} onChange={change} />}
    </div>
  );
}
