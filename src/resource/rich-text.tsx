import { lazy, Suspense, type ReactNode } from 'react';
import { chunk } from '#api/chunk.ts';
import { config } from '#api/config.ts';

const MarkedText = lazy(() => chunk(() => import('./marked-text.tsx')).then((module) => ({ default: module.MarkedText })));

/** A description. Contracts that are not ours write them in Markdown and HTML. */
export function RichText({ text }: { text: string }): ReactNode {
  if (!config().foreign || !/[`*_[\]<&#|\n]/.test(text)) return text;
  return (
    <Suspense fallback={text}>
      <MarkedText text={text} />
    </Suspense>
  );
}
