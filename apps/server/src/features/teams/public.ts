// What other features use of teams.
export { countDueCertificates } from './certificates.queries.ts'
