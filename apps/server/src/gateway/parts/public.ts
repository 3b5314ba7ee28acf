// What other parts of the server do with the parts that drones report.
export { judgeParts, keepReportedParts, type ReportedParts } from './parts.queries.ts'
