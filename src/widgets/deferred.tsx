import { lazy, Suspense, type ComponentType } from 'react';
import type { WidgetProps } from '#widgets/widget.ts';

type Widget = ComponentType<WidgetProps>;

/** A widget whose code comes when the first of its kind is shown. */
export function deferred(load: () => Promise<Widget>): Widget {
  const Lazy = lazy(async () => ({ default: await load() }));
  return function Deferred(props: WidgetProps) {
    return (
      <Suspense fallback={<div className="wf-pending" aria-busy />}>
        <Lazy {...props} />
      </Suspense>
    );
  };
}
