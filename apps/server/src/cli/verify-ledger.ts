import { booksWithNames, verifyBook } from '../modules/money/public.ts'
import type { Db } from '../platform/database/database.ts'
import { printReport, type ChainReport } from './chain-report.ts'
import { withDatabase } from './with-database.ts'
import type { Command } from './shell.ts'

export const checkBooks = async (db: Db): Promise<ChainReport> => {
  let sealed = 0
  let broken = 0
  const found: string[] = []
  for (const { id, name } of await booksWithNames(db)) {
    const { entries, problems } = await verifyBook(db, id)
    sealed += entries
    if (problems.length > 0) broken += 1
    found.push(...problems.map((problem) => `${name} (${id}): ${problem}`))
  }
  return {
    problems: found,
    summary:
      broken === 0
        ? `All books are whole: ${sealed} entries.`
        : `${broken} books are not as they were written.`,
  }
}

/** Returns 0 if no ledger was changed, or 1 if some were; each is named with what is wrong. */
export const verifyLedger: Command = (_given, shell) =>
  withDatabase(shell, async (db) => printReport(await checkBooks(db), shell))
