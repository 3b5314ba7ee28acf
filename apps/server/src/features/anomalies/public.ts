// What other features use of anomalies: bulletins list, count and mark them beside their own.
export { anomalyFor, listAnomaliesFor } from './anomaly-answers.ts'
export { countUnread, markRead } from './anomalies.queries.ts'
