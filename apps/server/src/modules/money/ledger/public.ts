// What other features use of the ledger: postings, balances, and reading behind the second wall.
export {
  balanceOf,
  balancesOfClients,
  balancesOfRow,
  firstMonthOf,
  standingsOfClient,
  type ClientBalance,
  type ClientStanding,
} from './balances.queries.ts'
export { postEntries, postEntry, readCause, reverseEntry, type NewEntry } from './post.ts'
export { closeMonth, listClosable, sealLedger } from './seal.ts'
export { readBook } from './seal.queries.ts'
export { verifyBook } from './verify.ts'
export { booksWithNames } from './verify.queries.ts'
export {
  eachBehindWall,
  readBehindWall,
  toLedgerReader,
  type LedgerReader,
} from './wall.queries.ts'
