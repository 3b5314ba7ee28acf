// What other features use of teams.
export { countDueCertificates, peopleOfAccount } from './certificates.queries.ts'
export { handOverTeams } from './hand-over-teams.ts'
