// Archives of tracks, and the chunks that move into them and back.
import { sql } from 'kysely'
import { tx, type Db, type Tx } from '../../platform/database/database.ts'

export type Month = { from: Date; until: Date }

/** The month of a UTC time. */
export const monthOf = (time: Date, later = 0): Month => ({
  from: new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later)),
  until: new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later + 1)),
})
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

export const findArchives = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { key: string; bytes: number }>> => {
  const rows = await db
    .selectFrom('track_archive')
    .where('id', 'in', [...ids])
    .select(['id', 'key', 'bytes'])
    .execute()
  return new Map(rows.map(({ id, key, bytes }) => [id, { key, bytes: Number(bytes) }]))
}

/**
 * Chunks that nobody works on any more: computed, not marked for recomputation, and of no flight
 * with an open alarm, suspicion, objection or subsidy.
 */
const isSettled = sql<boolean>`
  substr(chunk.id::text, 15, 1) <> '7'
  and not exists (select from recompute mark where mark.drone_id = chunk.drone_id
    and mark.from_at <= chunk.until_at and mark.until_at >= chunk.from_at)
  and (chunk.sortie_id is null or (
    exists (select from sortie where sortie.drone_id = chunk.drone_id
      and sortie.id = chunk.sortie_id and sortie.state = 'closed')
    and not exists (select from flight_again again where again.drone_id = chunk.drone_id
      and again.sortie_id = chunk.sortie_id)
    and not exists (select from plot_spraying spraying where spraying.drone_id = chunk.drone_id
      and spraying.sortie_id = chunk.sortie_id and spraying.strips is null)
    and not exists (select from anomaly where anomaly.drone_id = chunk.drone_id
      and anomaly.sortie_id = chunk.sortie_id and anomaly.state <> 'closed')
    and not exists (select from claim_suspicion suspicion where suspicion.drone_id = chunk.drone_id
      and suspicion.sortie_id = chunk.sortie_id and suspicion.state in ('open', 'looking'))
    and not exists (select from claim_suspicion suspicion
      where suspicion.other_drone_id = chunk.drone_id
        and suspicion.other_sortie_id = chunk.sortie_id and suspicion.state in ('open', 'looking'))
    and not exists (select from subsidy_flight flight
      join subsidy on subsidy.id = flight.subsidy_id
      where flight.drone_id = chunk.drone_id and flight.sortie_id = chunk.sortie_id
        and flight.line_id is not null and (subsidy.state in ('working', 'failed', 'proposed')
          or exists (select from subsidy_objection objection
            where objection.subsidy_id = subsidy.id and objection.state = 'open')))))`

export type ChunkKey = { droneId: string; id: string; fromAt: Date }

/** The next chunks of a month to archive, by drone and time. */
export const listSettled = (
  db: Db,
  { from, until }: Month,
  after: ChunkKey | null,
  limit: number,
) =>
  db
    .selectFrom('track_chunk as chunk')
    .where('from_at', '>=', from)
    .where('from_at', '<', until)
    .where('archive_id', 'is', null)
    .where(isSettled)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(drone_id, from_at, id) > (${after?.droneId}::text,
          ${after?.fromAt}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .select(['drone_id', 'id', 'sortie_id', 'from_at', 'rejected', 'columns', 'point_count'])
    .orderBy('drone_id')
    .orderBy('from_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Chunks of a month that are still in the database. */
export const countKept = (db: Db, { from, until }: Month): Promise<number> =>
  tx(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    const { count } = await trx
      .selectFrom('track_chunk')
      .where('from_at', '>=', from)
      .where('from_at', '<', until)
      .where('archive_id', 'is', null)
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  })

export const beginArchive = async (
  db: Db,
  { id, key, month, now }: { id: string; key: string; month: Month; now: Date },
): Promise<void> => {
  await db
    .insertInto('track_archive')
    .values({ id, key, month: dayOf(month.from), state: 'writing', changed_at: now })
    .execute()
}

export type Moved = ChunkKey & { row: number; hash: Buffer }

type Sum = { chunks: number; flights: number; points: number }

/**
 * Empties the chunks that are in the file, unless somebody changes them or has changed them since
 * they were read.
 */
export const moveToArchive = async (
  trx: Tx,
  chunks: readonly Moved[],
  archiveId: string,
): Promise<Sum> => {
  const { rows } = await sql<Sum>`
    with wanted as (
      select * from unnest(
        ${chunks.map((chunk) => chunk.droneId)}::text[],
        ${chunks.map((chunk) => chunk.id)}::uuid[],
        ${chunks.map((chunk) => chunk.fromAt.toISOString())}::timestamptz[],
        ${chunks.map((chunk) => chunk.row)}::int[],
        ${chunks.map((chunk) => chunk.hash)}::bytea[]
      ) as wanted (drone_id, id, from_at, row, hash)
    ), there as (
      select chunk.drone_id, chunk.id, chunk.from_at, wanted.row
      from wanted join track_chunk chunk using (drone_id, id, from_at)
      where chunk.archive_id is null and sha256(chunk.columns) = wanted.hash and ${isSettled}
      for update of chunk skip locked
    ), moved as (
      update track_chunk chunk
      set columns = '', archive_id = ${archiveId}::uuid, archive_row = there.row
      from there
      where chunk.drone_id = there.drone_id and chunk.id = there.id
        and chunk.from_at = there.from_at
      returning chunk.sortie_id, chunk.point_count
    )
    select count(*)::int as chunks, count(sortie_id)::int as flights,
      coalesce(sum(point_count), 0)::float8 as points from moved`.execute(trx)
  return rows[0]!
}

export const finishArchive = async (
  trx: Tx,
  { id, bytes, now }: { id: string; bytes: number; now: Date },
  { chunks, flights, points }: Sum,
): Promise<void> => {
  await trx
    .updateTable('track_archive')
    .set({
      state: chunks > 0 ? 'stored' : 'unused',
      chunk_count: chunks,
      flight_count: flights,
      point_count: points,
      bytes,
      changed_at: now,
    })
    .where('id', '=', id)
    .execute()
}

export const archivesOf = (db: Db, month: Month) =>
  db
    .selectFrom('track_archive')
    .where('month', '=', dayOf(month.from))
    .where('state', '=', 'stored')
    .select(['id', 'key', 'bytes'])
    .orderBy('id')
    .execute()

/** Chunks of an archive with the hashes that their points have to have. */
export const chunksOf = async (db: Db, archiveId: string, { from, until }: Month, limit: number) =>
  db
    .selectFrom('track_chunk as chunk')
    .leftJoin('work_record as record', (join) =>
      join
        .onRef('record.drone_id', '=', 'chunk.drone_id')
        .onRef('record.sortie_id', '=', 'chunk.sortie_id'),
    )
    .where('chunk.archive_id', '=', archiveId)
    .where('chunk.from_at', '>=', from)
    .where('chunk.from_at', '<', until)
    .select([
      'chunk.drone_id',
      'chunk.id',
      'chunk.sortie_id',
      'chunk.from_at',
      'chunk.archive_row',
      'chunk.point_count',
      'record.track_hash',
    ])
    .orderBy('chunk.archive_row')
    .limit(limit)
    .execute()

/** The bytes of a flight may be other ones than before; its points are the same. */
export const moveBack = async (
  trx: Tx,
  archiveId: string,
  chunk: ChunkKey & { sortieId: string | null; columns: Buffer },
): Promise<void> => {
  const { numUpdatedRows } = await trx
    .updateTable('track_chunk')
    .set({ columns: chunk.columns, archive_id: null, archive_row: null })
    .where('drone_id', '=', chunk.droneId)
    .where('id', '=', chunk.id)
    .where('from_at', '=', chunk.fromAt)
    .where('archive_id', '=', archiveId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n || chunk.sortieId === null) return
  await trx
    .updateTable('record_made')
    .set({ stored_hash: sql`sha256(${chunk.columns})` })
    .where('drone_id', '=', chunk.droneId)
    .where('sortie_id', '=', chunk.sortieId)
    .where('stored_hash', 'is not', null)
    .execute()
}

/** Deletes chunks of archives of a month, with their points. @returns how many */
export const deleteArchived = async (
  db: Db,
  { from, until }: Month,
  limit: number,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from track_chunk using (
      select chunk.drone_id, chunk.id, chunk.from_at from track_chunk chunk
      where chunk.from_at >= ${from} and chunk.from_at < ${until} and chunk.archive_id is not null
        and ${isSettled}
      limit ${limit} for update of chunk skip locked
    ) as gone
    where track_chunk.drone_id = gone.drone_id and track_chunk.id = gone.id
      and track_chunk.from_at = gone.from_at`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Archives of no chunk, and those whose writing was interrupted. */
export const markUnused = async (db: Db, now: Date, writingBefore: Date): Promise<void> => {
  await sql`
    update track_archive archive set state = 'unused', changed_at = ${now}
    where archive.state = 'writing' and archive.changed_at < ${writingBefore}
      or archive.state = 'stored'
        and not exists (select from track_chunk chunk where chunk.archive_id = archive.id)`.execute(
    db,
  )
}

export const listUnused = (db: Db, before: Date) =>
  db
    .selectFrom('track_archive')
    .where('state', '=', 'unused')
    .where('changed_at', '<', before)
    .select(['id', 'key'])
    .execute()

export const forgetArchive = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('track_archive').where('id', '=', id).where('state', '=', 'unused').execute()
}

export type TrackRetention = { archiveAfterMonths: number | null; deleteAfterMonths: number | null }

export const readTrackRetention = async (db: Db): Promise<TrackRetention> => {
  const row = await db.selectFrom('track_retention').selectAll().executeTakeFirst()
  return {
    archiveAfterMonths: row?.archive_after_months ?? null,
    deleteAfterMonths: row?.delete_after_months ?? null,
  }
}

export const setTrackRetention = async (
  db: Db,
  { archiveAfterMonths, deleteAfterMonths }: TrackRetention,
): Promise<void> => {
  const values = {
    archive_after_months: archiveAfterMonths,
    delete_after_months: deleteAfterMonths,
  }
  await db
    .insertInto('track_retention')
    .values(values)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(values))
    .execute()
}

export const oldestFlightAt = async (db: Db): Promise<Date | null> =>
  (
    await db
      .selectFrom('sortie')
      .select((eb) => eb.fn.min('start_at').as('at'))
      .executeTakeFirst()
  )?.at ?? null

export const monthsCheckedSince = async (db: Db, since: Date): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.selectFrom('track_month').where('checked_at', '>=', since).select('month').execute()
    ).map(({ month }) => month),
  )

export const noteMonthChecked = async (db: Db, month: Month, now: Date): Promise<void> => {
  await db
    .insertInto('track_month')
    .values({ month: dayOf(month.from), checked_at: now })
    .onConflict((conflict) => conflict.column('month').doUpdateSet({ checked_at: now }))
    .execute()
}

/** All archives, by month. */
export const listArchivedMonths = async (db: Db) =>
  (
    await sql<{
      month: string
      files: number
      flights: number
      points: number
      bytes: number
      writing: number
      unused: number
    }>`
      select to_char(month, 'YYYY-MM') as month,
        count(*) filter (where state = 'stored')::int as files,
        coalesce(sum(flight_count) filter (where state = 'stored'), 0)::int as flights,
        coalesce(sum(point_count) filter (where state = 'stored'), 0)::float8 as points,
        coalesce(sum(bytes) filter (where state = 'stored'), 0)::float8 as bytes,
        count(*) filter (where state = 'writing')::int as writing,
        count(*) filter (where state = 'unused')::int as unused
      from track_archive group by 1 order by 1`.execute(db)
  ).rows
