import { useSyncExternalStore, type ComponentType } from 'react';
import { withLocale } from './antd-locale.ts';
import { changesOf } from '#domain/changes.ts';

/** The same for a component that uses antd: the theme comes with it. */
export function themed<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return deferred(() => withTheme(load));
}

/**
 * A component whose code comes when the first of its kind is shown. Not React.lazy: React keeps the content behind a
 * Suspense fallback back for 300 ms, and a form would open in two jumps.
 */
export function deferred<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let Loaded: ComponentType<P> | undefined;
  let failed: unknown;
  let loading = false;
  const changes = changesOf();
  const preload = (): void => {
    if (loading) return;
    loading = true;
    load()
      .then(
        (component) => (Loaded = component),
        (error: unknown) => (failed = error),
      )
      .finally(changes.publish);
  };
  const subscribe = (listener: () => void): (() => void) => {
    preload();
    return changes.subscribe(listener);
  };
  function Deferred(props: P) {
    const Component = useSyncExternalStore(subscribe, () => Loaded);
    // a missing chunk is the error boundary's to tell
    if (failed) throw failed;
    return Component ? <Component {...props} /> : <div className="wf-pending" aria-busy />;
  }
  return Deferred;
}

async function withTheme<P extends object>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  const [{ AntdTheme }, Component] = await withLocale(Promise.all([import('./antd-theme.tsx'), load()]));
  return (props) => (
    <AntdTheme>
      <Component {...props} />
    </AntdTheme>
  );
}
