// Sprayed ground of plots per flight. It is kept with the work record after the track is deleted.
import { sql } from 'kysely'
import { decodeStrips, type SprayStrip } from '@swath/domain/spray-strips'
import type { Db } from '../../platform/database/database.ts'

/** Strips of these flights over a plot, by sortie id; flights without known strips are missing. */
export const readStrips = async (
  db: Db,
  plotId: string,
  flights: readonly { droneId: string; sortieId: string }[],
): Promise<ReadonlyMap<string, readonly SprayStrip[]>> => {
  if (flights.length === 0) return new Map()
  const { rows } = await sql<{ sortie_id: string; strips: Buffer }>`
    select spraying.sortie_id, spraying.strips
    from unnest(
      ${flights.map(({ droneId }) => droneId)}::text[],
      ${flights.map(({ sortieId }) => sortieId)}::uuid[]
    ) as flown (drone_id, sortie_id)
    join plot_spraying spraying on spraying.drone_id = flown.drone_id
      and spraying.sortie_id = flown.sortie_id and spraying.plot_id = ${plotId}::uuid
    where spraying.strips is not null`.execute(db)
  return new Map(
    rows.flatMap(({ sortie_id, strips }) => {
      const decoded = decodeStrips(strips)
      return decoded ? [[sortie_id, decoded] as const] : []
    }),
  )
}

/** Marks flights without strips left to write. Returns the number of marked rows. */
export const markTrackless = async (db: Db, atMost: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    update plot_spraying spraying set strips = ''
    from (
      select drone_id, sortie_id, plot_id from plot_spraying
      where strips is null and not exists (select from track_chunk chunk
        where chunk.drone_id = plot_spraying.drone_id and chunk.sortie_id = plot_spraying.sortie_id
          and chunk.from_at between plot_spraying.start_at - interval '1 day'
            and plot_spraying.start_at + interval '7 days')
      order by start_at limit ${atMost}
      for update skip locked
    ) as trackless
    where spraying.drone_id = trackless.drone_id and spraying.sortie_id = trackless.sortie_id
      and spraying.plot_id = trackless.plot_id`.execute(db)
  return Number(numAffectedRows)
}

export type UnwrittenFlight = {
  drone_id: string
  sortie_id: string
  start_at: Date
  end_at: Date
  width_m: number
  plot_ids: string[]
}

/** Flights whose strips are not written yet, oldest first. */
export const listUnwritten = async (db: Db, atMost: number): Promise<UnwrittenFlight[]> =>
  (
    await sql<UnwrittenFlight>`
      select record.drone_id, record.sortie_id, record.start_at, record.end_at, record.width_m,
        array_agg(spraying.plot_id order by spraying.plot_id) as plot_ids
      from (
        select distinct start_at, drone_id, sortie_id from plot_spraying where strips is null
        order by start_at, drone_id, sortie_id limit ${atMost}
      ) as due
      join work_record record on record.drone_id = due.drone_id
        and record.sortie_id = due.sortie_id
      join plot_spraying spraying on spraying.drone_id = due.drone_id
        and spraying.sortie_id = due.sortie_id
      where spraying.strips is null
      group by record.drone_id, record.sortie_id
      order by record.start_at, record.drone_id, record.sortie_id`.execute(db)
  ).rows

/** Keeps strips that a recomputation of the flight wrote meanwhile. */
export const writeStrips = async (
  db: Db,
  { drone_id, sortie_id }: UnwrittenFlight,
  strips: ReadonlyMap<string, Uint8Array>,
): Promise<void> => {
  await sql`
    update plot_spraying spraying set strips = written.strips
    from unnest(
      ${[...strips.keys()]}::uuid[],
      ${[...strips.values()].map((bytes) => Buffer.from(bytes))}::bytea[]
    ) as written (plot_id, strips)
    where spraying.drone_id = ${drone_id} and spraying.sortie_id = ${sortie_id}
      and spraying.plot_id = written.plot_id and spraying.strips is null`.execute(db)
}
