// What other features ask of invoices.
export { countApplied } from './invoices.queries.ts'
