// What other features use of anomalies: bulletins list, count and mark them beside their own, the
// workbench says which are open.
export { countOpenAlarms } from './alarm-desk.queries.ts'
export { anomalyFor, listAnomaliesFor } from './anomaly-answers.ts'
export { countUnread, markRead } from './anomalies.queries.ts'
