import { openDatabase } from '../../platform/database/database.ts'
import { attachArchives, type StorePlace } from '../tracks/public.ts'
import { loadDerivations } from './derivation.ts'
import { recomputeLong, type Recomputation } from './recompute.ts'
import { loadZones } from './zones.queries.ts'

type Order = {
  databaseUrl: string
  nowMs: number
  droneId: string
  derivationsModule: string | undefined
  archives: StorePlace | undefined
}

export const run = async ({
  databaseUrl,
  nowMs,
  droneId,
  derivationsModule,
  archives,
}: Order): Promise<Recomputation | undefined> => {
  // One connection, which holds the drone's lock. There may be a minute of work between statements.
  const db = openDatabase(databaseUrl, { maxConnections: 1, statementTimeoutS: 0 })
  if (archives) attachArchives(db, archives)
  try {
    return await recomputeLong(
      db,
      { nowMs, zones: await loadZones(db), derivations: await loadDerivations(derivationsModule) },
      droneId,
    )
  } finally {
    await db.destroy()
  }
}
