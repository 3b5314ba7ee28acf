// What other features use of accounts.
export { toColumns } from './account-words.ts'
export { insertAccount, insertSuperAdmin, regionExists } from './accounts.queries.ts'
