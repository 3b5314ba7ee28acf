// What other features use of anomalies: bulletins list, count and mark them beside their own, the
// workbench says which are open.
export { countOpenAlarms } from './alarm-desk.queries.ts'
export { anomalyFor, listAnomaliesFor, titleIn } from './anomaly-answers.ts'
export { countUnread, leftArea, markRead, zoneName } from './anomalies.queries.ts'
