import { canonicalPoints, PointColumns } from '@swath/domain/telemetry-point'
import type { Db } from '../../platform/database/database.ts'
import { unpackPoints } from './chunk.ts'

type Flown = { id: string; start_at: Date; end_at: Date }

/**
 * The points of a sortie: its own chunk once it is closed, else what is stored of its time so far.
 */
export const pointsOf = async (
  db: Db,
  droneId: string,
  { id, start_at, end_at }: Flown,
): Promise<PointColumns> => {
  const own = await db
    .selectFrom('track_chunk')
    .where('drone_id', '=', droneId)
    .where('sortie_id', '=', id)
    .select('columns')
    .executeTakeFirst()
  return own ? unpackPoints(own.columns) : pointsBetween(db, droneId, start_at, end_at)
}

/**
 * What is stored of a stretch of a drone's time outside closed sorties, in order and without
 * repeats.
 */
export const pointsBetween = async (
  db: Db,
  droneId: string,
  from: Date,
  until: Date,
): Promise<PointColumns> => {
  const chunks = await db
    .selectFrom('track_chunk')
    .where('drone_id', '=', droneId)
    .where('sortie_id', 'is', null)
    .where('rejected', '=', false)
    .where('from_at', '<=', until)
    .where('until_at', '>=', from)
    .select('columns')
    .orderBy('from_at')
    .execute()
  const all = new PointColumns(1024)
  for (const chunk of chunks) all.appendAll(unpackPoints(chunk.columns))
  const sorted = canonicalPoints(all)
  const times = sorted.tMs.subarray(0, sorted.length)
  const first = times.findIndex((tMs) => tMs >= from.getTime())
  const after = times.findIndex((tMs) => tMs > until.getTime())
  return first < 0 ? new PointColumns(1) : sorted.slice(first, after < 0 ? sorted.length : after)
}
