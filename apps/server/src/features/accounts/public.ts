// What other features use of accounts.
export { columnsOf } from './account-words.ts'
export { insertAccount, insertSuperAdmin, regionExists } from './accounts.queries.ts'
