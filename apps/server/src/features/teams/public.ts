// What other features use of teams.
export { countDueCertificates, peopleOfAccount } from './certificates.queries.ts'
