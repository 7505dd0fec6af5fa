import { HeatmapChart, SankeyChart } from 'echarts/charts';
import { VisualMapContinuousComponent } from 'echarts/components';
import { use as register } from 'echarts/core';

// what few pages draw; it comes with the first of them
register([HeatmapChart, SankeyChart, VisualMapContinuousComponent]);

export { init } from './engine.ts';
