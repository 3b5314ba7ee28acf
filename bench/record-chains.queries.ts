// Work records of a generated world, for the hash chains that PostgreSQL cannot compute.
import { sql, type Selectable } from 'kysely'
import type { Db } from '@swath/server/platform/database/database'
import type { Database } from '@swath/server/platform/database/schema'

const droneId = (n: number): string => `FIG-${String(n).padStart(6, '0')}`

/** Records of `count` drones from the `first` on, each drone's in the order of its chain. */
export const readRecordsOf = (
  db: Db,
  first: number,
  count: number,
): Promise<Selectable<Database['work_record']>[]> =>
  db
    .selectFrom('work_record')
    .selectAll()
    .where('drone_id', '>=', droneId(first))
    .where('drone_id', '<', droneId(first + count))
    .orderBy('drone_id')
    .orderBy('start_at')
    .orderBy('sortie_id')
    .execute()

type Chained = { droneId: string; sortieId: string; previous: Buffer; hash: Buffer }

export const chainRecords = async (db: Db, chained: readonly Chained[]): Promise<void> => {
  await sql`
    update work_record set previous_hash = chained.previous_hash, hash = chained.hash
    from unnest(
      ${chained.map((one) => one.droneId)}::text[],
      ${chained.map((one) => one.sortieId)}::uuid[],
      ${chained.map((one) => one.previous)}::bytea[],
      ${chained.map((one) => one.hash)}::bytea[]
    ) as chained (drone_id, sortie_id, previous_hash, hash)
    where work_record.drone_id = chained.drone_id
      and work_record.sortie_id = chained.sortie_id`.execute(db)
}
