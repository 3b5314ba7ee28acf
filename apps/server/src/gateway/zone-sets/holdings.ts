// Batches the holdings that drones report: many drones answer a change at the same time.
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { writeHoldings, type Holding } from './zone-sets.queries.ts'

const gatherMs = 100

export const createHoldings = ({ db, clock }: { db: Db; clock: Clock }) => {
  let waiting = new Map<string, Holding>()
  let written: Promise<void> | undefined
  const flush = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, gatherMs))
    const holdings = [...waiting.values()]
    waiting = new Map()
    written = undefined
    await writeHoldings(db, holdings, new Date(clock.now()))
  }
  return {
    /** Resolves once the holding is stored. */
    put: (holding: Holding): Promise<void> => {
      waiting.set(holding.droneId, holding)
      written ??= flush()
      return written
    },
    stop: async (): Promise<void> => {
      await written
    },
  }
}
