import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { connect, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

// only what is drawn; it comes with the first chart
register([AriaComponent, BarChart, CanvasRenderer, GridComponent, LineChart, MarkAreaComponent, MarkLineComponent, TooltipComponent]);

export { connect, init };
