// Public interface of reported parts for other parts of the server.
export { judgeParts, keepReportedParts, type ReportedParts } from './parts.queries.ts'
