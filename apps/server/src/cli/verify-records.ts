import { StartFailure } from '../platform/config/start-failure.ts'
import { checkRecordChain } from '../gateway/recompute/public.ts'
import { droneIds } from './verify.queries.ts'
import { withDatabase } from './with-database.ts'

/** Returns 0 if no work record was changed, or 1 if some were; each is named. */
export const verifyRecords = ([droneId]: readonly string[]): Promise<number> =>
  withDatabase(async (db) => {
    const there = await droneIds(db)
    if (droneId !== undefined && !there.includes(droneId))
      throw new StartFailure(`There is no drone ${droneId}.`)
    let checked = 0
    let broken = 0
    for (const id of droneId === undefined ? there : [droneId]) {
      const result = await checkRecordChain(db, id)
      checked += result.checked
      broken += result.broken.length
      for (const sortieId of result.broken)
        process.stdout.write(`${id}: the record of sortie ${sortieId} is not as it was written\n`)
    }
    process.stdout.write(`${checked} work records, ${broken} broken.\n`)
    return broken === 0 ? 0 : 1
  })
