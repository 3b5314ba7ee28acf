// What other features use of members.
export { countApplicationsToDecide } from './user-applications.queries.ts'
