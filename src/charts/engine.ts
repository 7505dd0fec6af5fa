import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

// only what is drawn; it comes with the first chart
register([BarChart, CanvasRenderer, GridComponent, LineChart, MarkAreaComponent, MarkLineComponent, TooltipComponent]);

export { init };
