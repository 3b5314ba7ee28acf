// Simulates tampering by someone with access to the database: changes a stored byte of a flight.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@swath/server/platform/database/database'
import { databaseName, superuser } from '@swath/server/platform/database/server-login'

/** In the points of a sortie; a second call restores it. */
export const flipLastByte = async (dataFolder: string, sortieId: string): Promise<void> => {
  const folder = join(dataFolder, 'postgres')
  const { port } = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')) as { port: number }
  const password = readFileSync(join(folder, 'password'), 'utf8').trim()
  const db = openDatabase(`postgres://${superuser}:${password}@127.0.0.1:${port}/${databaseName}`)
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
