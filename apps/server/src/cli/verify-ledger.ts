import { booksWithNames, verifyBook } from '../modules/money/public.ts'
import { withDatabase } from './with-database.ts'

/** Returns 0 if no ledger was changed, or 1 if some were; each is named with what is wrong. */
export const verifyLedger = (): Promise<number> =>
  withDatabase(async (db) => {
    let sealed = 0
    let broken = 0
    for (const { id, name } of await booksWithNames(db)) {
      const { entries, problems } = await verifyBook(db, id)
      sealed += entries
      if (problems.length > 0) broken += 1
      for (const problem of problems) process.stdout.write(`${name} (${id}): ${problem}\n`)
    }
    process.stdout.write(
      broken === 0
        ? `All books are whole: ${sealed} entries.\n`
        : `${broken} books are not as they were written.\n`,
    )
    return broken === 0 ? 0 : 1
  })
