// What other features use of accounts.
export { countWaitingApplications } from './account-applications.queries.ts'
export { toColumns } from './account-words.ts'
export { insertAccount, insertSuperAdmin, regionExists } from './accounts.queries.ts'
