import { StartFailure } from '../platform/config/start-failure.ts'
import type { Db } from '../platform/database/database.ts'
import { checkRecordChain } from '../gateway/recompute/public.ts'
import { printReport, type ChainReport } from './chain-report.ts'
import { droneIds } from './verify.queries.ts'
import { withDatabase } from './with-database.ts'
import type { Command } from './shell.ts'

/** @param droneId undefined: all drones */
export const checkRecords = async (db: Db, droneId?: string): Promise<ChainReport> => {
  const there = await droneIds(db)
  if (droneId !== undefined && !there.includes(droneId))
    throw new StartFailure(`There is no drone ${droneId}.`)
  let checked = 0
  const problems: string[] = []
  for (const id of droneId === undefined ? there : [droneId]) {
    const result = await checkRecordChain(db, id)
    checked += result.checked
    for (const sortieId of result.broken)
      problems.push(`${id}: the record of sortie ${sortieId} is not as it was written`)
  }
  return { problems, summary: `${checked} work records, ${problems.length} broken.` }
}

/** Returns 0 if no work record was changed, or 1 if some were; each is named. */
export const verifyRecords: Command = ([droneId], shell) =>
  withDatabase(shell, async (db) => printReport(await checkRecords(db, droneId), shell))
