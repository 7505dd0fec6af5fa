/** What other features, the start, and the demo network, may use of this one. */
export {
  apmTarget,
  runTargets,
  type TargetFigures,
  targetMeasures,
  targetState,
  watchTargets,
} from '#server/features/monitoring/apm-figures.ts';
export { recordedFlows } from '#server/features/monitoring/operations/flows.ts';
