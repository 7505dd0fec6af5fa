import { createContext } from 'react';

/** Of when the charts below are (milliseconds), and whether a demo network is behind them: what a picture that is taken away has to say. */
export const AboutChart = createContext<{ from?: number; to?: number; isDemo?: boolean }>({});
