// What other features use of anomalies: bulletins list, count and mark them beside their own, the
// workbench says how many are not closed.
export { countForWorkbench, countUnresolved, sumUnresolved } from './alarm-desk.queries.ts'
export { anomalyFor, listAnomaliesFor, titleIn } from './anomaly-answers.ts'
export { leftArea, markRead, zoneName } from './anomalies.queries.ts'
