import { keptCounts } from '../modules/figures/figures/kept-counts.queries.ts'
import { keptSums } from '../modules/figures/figures/kept-sums.ts'
import { recomputeSum } from '../modules/figures/figures/merge-sums.queries.ts'
import { tx } from '../platform/database/database.ts'
import { withDatabase } from './with-database.ts'
import type { Command } from './shell.ts'

/** Returns 0 if every sum matched the rows, or 1 if some did not; they are named and corrected. */
export const recomputeSums: Command = (_given, shell) =>
  withDatabase(shell, async (db) => {
    let differed = 0
    for (const sum of keptSums)
      for (const { sum: name, buckets, present } of await tx(db, (trx) => recomputeSum(trx, sum))) {
        if (buckets === 0) continue
        differed++
        shell.print(`${name}: ${buckets} sums differed, by ${present} rows in all\n`)
      }
    shell.print(
      `${keptSums.length} kept sums, ${keptCounts.length} kept counts, ${differed} differed.\n`,
    )
    return differed === 0 ? 0 : 1
  })
