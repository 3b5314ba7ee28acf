// What the demonstration uses of app logs: a log as an upload leaves it.
export { insertLog, markStored } from './app-logs.queries.ts'
export { kindOf } from './log-content.ts'
