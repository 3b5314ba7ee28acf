import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { AuditEnds, type LoggedEnds } from '../platform/audit/audit-ends.ts'
import { verifyChain } from '../platform/audit/audit.ts'
import { StartFailure } from '../platform/config/start-failure.ts'
import type { Db } from '../platform/database/database.ts'
import { printReport, type ChainReport } from './chain-report.ts'
import { accountsWithNames, hashesAt } from './verify.queries.ts'
import { withDatabase } from './with-database.ts'
import type { Command } from './shell.ts'

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

const readEnds = (line: string): LoggedEnds | null => {
  if (!line.includes('"auditEnds"')) return null
  try {
    return AuditEnds.safeParse(JSON.parse(line)).data ?? null
  } catch {
    // A line cut by rotation
    return null
  }
}

/**
 * Compares the logs with their ends in lines that the program logged before.
 *
 * @throws StartFailure if the file cannot be read, or has no such line
 */
export const compareEnds = async (db: Db, file: string): Promise<ChainReport> => {
  await access(file).catch(() => {
    throw new StartFailure(`${file} cannot be read.`)
  })
  let compared = 0
  const problems: string[] = []
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const ends = readEnds(line)
    if (!ends) continue
    const hashes = await hashesAt(db, ends.auditEnds)
    for (const [i, [accountId, number, hash]] of ends.auditEnds.entries()) {
      compared++
      const now = hashes[i]?.toString('hex')
      if (now !== hash)
        problems.push(
          `${accountId}: row ${number} is ${now === undefined ? 'missing,' : 'another one than'} logged at ${new Date(ends.time).toISOString()}`,
        )
    }
  }
  if (compared === 0) throw new StartFailure(`${file} has no line with ends of audit logs.`)
  return { problems, summary: `${compared} ends compared, ${problems.length} differ.` }
}

/**
 * Returns 0 if no log was changed, or 1 if some were; each is named with its first wrong row.
 *
 * @param given a file with lines of the program's log, to compare with as well
 */
export const verifyAudit: Command = ([file], shell) =>
  withDatabase(shell, async (db) => {
    const whole = printReport(await checkAuditLogs(db), shell)
    return file === undefined
      ? whole
      : Math.max(whole, printReport(await compareEnds(db, file), shell))
  })
