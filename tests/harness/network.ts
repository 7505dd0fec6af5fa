import { GraphChart } from 'echarts/charts';
import { type EChartsType, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { MultiGraph } from 'graphology';
import { Sigma } from 'sigma';
import type { Layout } from '#screens/topology/layout.ts';
import type { Look } from '#screens/topology/look.ts';
import { type Network, taskOf } from '#screens/topology/network.ts';
import { startLayout } from '#screens/topology/start-layout.ts';
import { Stage } from '#screens/topology/stage.ts';
import { boundsOf, fit } from '#screens/topology/viewport.ts';
import type { Drawer, DrawnNetwork } from './drawn-network.ts';

register([GraphChart, CanvasRenderer]);

const look: Look = {
  surface: '#ffffff',
  land: '#edf2f2',
  coast: '#d3dcdd',
  text: '#14242a',
  faint: '#5b6b71',
  ring: '#d3dcdd',
  focus: '#0b6b74',
  denied: '#840312',
  states: { up: '#1a7441', degraded: '#846300', down: '#840312', unknown: '#5b6b71', off: '#7b8a8f' },
  font: 'sans-serif',
};
const STEP_PX = 9;

let stage: Stage | undefined;
let chart: EChartsType | undefined;
let sigma: Sigma | undefined;

const element = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`There is no ${id}`);
  return found;
};
const nextFrame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));

const layOut = (network: Network): Promise<Layout> =>
  new Promise((done) => startLayout(taskOf(network, 'hubs').task, (layout) => done(layout)));

async function showOwn(answer: string): Promise<number> {
  const canvas = element('own', HTMLCanvasElement);
  const started = performance.now();
  const network: Network = JSON.parse(answer);
  const layout = await layOut(network);
  stage = new Stage(canvas);
  stage.resize({ width: canvas.clientWidth, height: canvas.clientHeight });
  stage.jumpTo(fit(boundsOf(layout), stage.size));
  stage.show({ network, layout, land: undefined, groupName: () => '', aside: '' }, look);
  while (canvas.dataset['painted'] === undefined) await nextFrame();
  await nextFrame();
  return performance.now() - started;
}

async function showPeer(drawer: 'echarts' | 'sigma', answer: string): Promise<number> {
  const network: Network = JSON.parse(answer);
  const layout = await layOut(network);
  const box = element('peer', HTMLDivElement);
  const started = performance.now();
  const { nodes, links }: Network = JSON.parse(answer);
  if (drawer === 'echarts') {
    const made = init(box);
    chart = made;
    const drawn = new Promise<void>((done) => made.on('finished', () => done()));
    made.setOption({
      animation: false,
      series: [
        {
          type: 'graph',
          layout: 'none',
          roam: true,
          symbolSize: 6,
          data: nodes.map(({ id, state }, index) => ({
            id,
            x: layout.x[index],
            y: layout.y[index],
            itemStyle: { color: look.states[state] },
          })),
          links: links.from.map((from, index) => ({ source: from, target: links.to[index] })),
          lineStyle: { width: 1, opacity: 0.4, color: look.faint },
        },
      ],
    });
    await drawn;
  } else {
    const graph = new MultiGraph();
    for (const [index, { id, state }] of nodes.entries())
      graph.addNode(id, { x: layout.x[index], y: -(layout.y[index] ?? 0), size: 3, color: look.states[state] });
    for (const [index, from] of links.from.entries())
      graph.addEdge(nodes[from]?.id, nodes[links.to[index] ?? 0]?.id, { size: 1, color: '#5b6b7166' });
    sigma = new Sigma(graph, box);
  }
  await nextFrame();
  await nextFrame();
  return performance.now() - started;
}

function move(drawer: Drawer, index: number): void {
  // to and fro, further than a picture is wide
  const way = Math.floor(index / 60) % 2 === 0 ? STEP_PX : -STEP_PX;
  if (drawer === 'own' && stage) stage.moveTo({ ...stage.view, x: stage.view.x + way });
  else if (drawer === 'echarts') chart?.dispatchAction({ type: 'graphRoam', seriesIndex: 0, dx: way, dy: 0 });
  else if (sigma) {
    const camera = sigma.getCamera();
    const state = camera.getState();
    camera.setState({ ...state, x: state.x + way / 1300 });
  }
}

const network: DrawnNetwork = {
  show: (drawer, answer) => (drawer === 'own' ? showOwn(answer) : showPeer(drawer, answer)),
  pan: async (drawer, count) => {
    const frames: number[] = [];
    let last = await nextFrame();
    for (let index = 0; index < count; index++) {
      move(drawer, index);
      const now = await nextFrame();
      frames.push(now - last);
      last = now;
    }
    return frames;
  },
};
Object.assign(window, { network });
