import { verifyChain } from '../platform/audit/audit.ts'
import type { Db } from '../platform/database/database.ts'
import { printReport, type ChainReport } from './chain-report.ts'
import { accountsWithNames } from './verify.queries.ts'
import { withDatabase } from './with-database.ts'

export const checkAuditLogs = async (db: Db): Promise<ChainReport> => {
  let rows = 0
  const problems: string[] = []
  for (const account of await accountsWithNames(db)) {
    const check = await verifyChain(db, account.id)
    if (check.whole) rows += check.rows
    else problems.push(`${account.name} (${account.id}): broken at row ${check.brokenAt}`)
  }
  return {
    problems,
    summary:
      problems.length === 0
        ? `All audit logs are whole: ${rows} rows.`
        : `${problems.length} audit logs are broken.`,
  }
}

/** Returns 0 if no log was changed, or 1 if some were; each is named with its first wrong row. */
export const verifyAudit = (): Promise<number> =>
  withDatabase(async (db) => printReport(await checkAuditLogs(db)))
