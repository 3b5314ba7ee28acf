import { verifyChain } from '../platform/audit/audit.ts'
import { accountsWithNames } from './verify.queries.ts'
import { withDatabase } from './with-database.ts'

/** Returns 0 if no log was changed, or 1 if some were; each is named with its first wrong row. */
export const verifyAudit = (): Promise<number> =>
  withDatabase(async (db) => {
    let rows = 0
    let broken = 0
    for (const account of await accountsWithNames(db)) {
      const check = await verifyChain(db, account.id)
      if (check.whole) rows += check.rows
      else {
        broken += 1
        process.stdout.write(`${account.name} (${account.id}): broken at row ${check.brokenAt}\n`)
      }
    }
    process.stdout.write(
      broken === 0
        ? `All audit logs are whole: ${rows} rows.\n`
        : `${broken} audit logs are broken.\n`,
    )
    return broken === 0 ? 0 : 1
  })
