// Simulates tampering by someone with access to the database: changes a stored byte of a flight.
import { openDatabase } from '@swath/server/platform/database/database'
import { findRunningServer } from '@swath/server/platform/database/running-server'

/** In the points of a sortie; a second call restores it. */
export const flipLastByte = async (dataFolder: string, sortieId: string): Promise<void> => {
  const db = openDatabase((await findRunningServer(dataFolder))!)
  try {
    const { columns } = await db
      .selectFrom('track_chunk')
      .select('columns')
      .where('sortie_id', '=', sortieId)
      .executeTakeFirstOrThrow()
    const last = columns.length - 1
    columns[last] = columns[last]! ^ 1
    await db.updateTable('track_chunk').set({ columns }).where('sortie_id', '=', sortieId).execute()
  } finally {
    await db.destroy()
  }
}
