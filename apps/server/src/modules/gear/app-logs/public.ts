// What the demonstration uses of app logs: a log as an upload leaves it.
export { insertLog, markStored } from './app-logs.queries.ts'
export { detectKind } from './log-content.ts'
