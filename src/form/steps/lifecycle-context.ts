import { createContext, type ReactNode } from 'react';

/** What a step shows that holds no fields: what becomes of the item as a whole. Whoever opens the form knows how. */
export const LifecycleContext = createContext<ReactNode>(null);
