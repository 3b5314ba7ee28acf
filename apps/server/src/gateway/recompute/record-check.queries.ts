// Checks whether records and their sources are unchanged.
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import { chunkColumns, DamagedTrack, fromAtOfFlights, withArchived } from '../tracks/public.ts'
import { noTrack } from './derive-flight.ts'
import { coveredEvents, eventText, keyOfEvent, type EventKey } from './flight-events.ts'
import { hashOfRow } from './record-chain.queries.ts'
import { storedEventsAt } from './stored-window.queries.ts'
import { readTrackHash } from './track-hash.ts'

type Asking = { owner: string; signal?: AbortSignal }

/** `none`: there is no hash. `gone`: there is a hash, but its source is no longer stored. */
export type ProofPart<Fault extends string> = {
  state: 'intact' | 'broken' | 'none' | 'gone'
  /** SHA-256. */
  hash: Buffer | null
  /** When this hash was first stored; null if that was not recorded yet, or there is none. */
  since: Date | null
  fault: Fault | null
}

/** Events with the same time, type, boot and number share one row: this identifies a row. */
export type BrokenEvent = { key: EventKey; fault: 'changed' | 'missing' }

export type RecordProof = {
  /**
   * `content`: its own values or hashes changed; `chain`: the drone's previous record is another
   * one.
   */
  record: ProofPart<'content' | 'chain'>
  /**
   * `unreadable`: the bytes are not a track. `bytes`: the same points, but other bytes than were
   * written. `changed`: other points.
   */
  points: ProofPart<'unreadable' | 'bytes' | 'changed'>
  /** `list`: the record's list of events is not the hashed one, so that no row can be named. */
  events: ProofPart<'list' | 'changed' | 'missing'> & { broken: readonly BrokenEvent[] }
}

const nothing = { state: 'none', hash: null, since: null, fault: null } as const

type Row = Selectable<Database['work_record']>
const findRecord = (db: Db, droneId: string, sortieId: string) =>
  db
    .selectFrom('work_record as record')
    .leftJoin('record_made as made', (join) =>
      join
        .onRef('made.drone_id', '=', 'record.drone_id')
        .onRef('made.sortie_id', '=', 'record.sortie_id'),
    )
    .selectAll('record')
    .select(['made.hash_at', 'made.track_at', 'made.events_at', 'made.stored_hash'])
    .where('record.drone_id', '=', droneId)
    .where('record.sortie_id', '=', sortieId)
    .executeTakeFirst()
type Found = NonNullable<Awaited<ReturnType<typeof findRecord>>>

/**
 * Compares a flight's record, points and events with their hashes, and reports the differences as
 * far as possible. Reads the whole track; a long one is hashed in a thread.
 */
export const checkRecord = async (
  db: Db,
  droneId: string,
  sortieId: string,
  asking: Asking = { owner: droneId },
): Promise<RecordProof> => {
  const row = await findRecord(db, droneId, sortieId)
  // an open sortie has no record yet, a simulated one never
  if (!row) return { record: nothing, points: nothing, events: { ...nothing, broken: [] } }
  const points = await checkPoints(db, row, asking)
  return {
    record: await checkContent(db, row),
    points,
    events: await checkEvents(db, row, points.state === 'gone'),
  }
}

const checkContent = async (db: Db, row: Found): Promise<RecordProof['record']> => {
  const fault = !hashOfRow(row, row.previous_hash).equals(row.hash)
    ? 'content'
    : !(await hashBefore(db, row)).equals(row.previous_hash)
      ? 'chain'
      : null
  return { state: fault ? 'broken' : 'intact', hash: row.hash, since: row.hash_at, fault }
}

/** Hash of the drone's previous record; empty for its first. */
const hashBefore = async (db: Db, row: Row): Promise<Buffer> => {
  const before = await db
    .selectFrom('work_record')
    .select('hash')
    .where('drone_id', '=', row.drone_id)
    .where((eb) =>
      eb.or([
        eb('start_at', '<', row.start_at),
        eb.and([eb('start_at', '=', row.start_at), eb('sortie_id', '<', row.sortie_id)]),
      ]),
    )
    .orderBy('start_at', 'desc')
    .orderBy('sortie_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before?.hash ?? Buffer.alloc(0)
}

/** Null: the points cannot be read, or their archive is missing. */
const readHash = async (
  db: Db,
  chunk: Parameters<typeof withArchived>[1][number],
  asking: Asking,
): Promise<Uint8Array | null> => {
  try {
    const [whole] = await withArchived(db, [chunk])
    return await readTrackHash(whole!, asking)
  } catch (error) {
    if (error instanceof DamagedTrack) return null
    throw error
  }
}

const checkPoints = async (db: Db, row: Found, asking: Asking): Promise<RecordProof['points']> => {
  const { track_hash: hash, track_at: since, stored_hash: storedHash } = row
  const times = fromAtOfFlights(row.start_at, row.end_at)
  const chunk = await db
    .selectFrom('track_chunk')
    .select(chunkColumns)
    .select(sql<Buffer>`sha256(columns)`.as('bytes_hash'))
    .where('drone_id', '=', row.drone_id)
    .where('sortie_id', '=', row.sortie_id)
    .where('from_at', '>=', times.from)
    .where('from_at', '<=', times.until)
    .executeTakeFirst()
  if (!chunk) return { state: hash.equals(noTrack) ? 'intact' : 'gone', hash, since, fault: null }
  const now = await readHash(db, chunk, asking)
  const fault =
    now === null
      ? 'unreadable'
      : !hash.equals(now)
        ? 'changed'
        : storedHash && chunk.archive_id === null && !storedHash.equals(chunk.bytes_hash)
          ? 'bytes'
          : null
  return { state: fault ? 'broken' : 'intact', hash, since, fault }
}

const checkEvents = async (
  db: Db,
  row: Found,
  isTrackGone: boolean,
): Promise<RecordProof['events']> => {
  const { events: text, events_hash: hash, events_at: since } = row
  if (text === null || hash === null) return { ...nothing, broken: [] }
  const covered = coveredEvents(text, hash)
  if (!covered) return { state: 'broken', hash, since, fault: 'list', broken: [] }
  const stored = await storedEventsAt(db, row.drone_id, covered.map(keyOfEvent))
  const there = new Map(
    stored.map((event) => [JSON.stringify(keyOfEvent(eventText(event))), event]),
  )
  const broken = covered.flatMap((one): BrokenEvent[] => {
    const key = keyOfEvent(one)
    const event = there.get(JSON.stringify(key))
    return event && eventText(event) === one ? [] : [{ key, fault: event ? 'changed' : 'missing' }]
  })
  if (isTrackGone && covered.length > 0 && stored.length === 0)
    return { state: 'gone', hash, since, fault: null, broken: [] }
  return {
    state: broken.length > 0 ? 'broken' : 'intact',
    hash,
    since,
    fault: broken[0]?.fault ?? null,
    broken,
  }
}

/** Whether a work record and all its sources are unchanged. */
export const recordIntact = async (
  db: Db,
  droneId: string,
  sortieId: string,
  asking: Asking = { owner: droneId },
): Promise<boolean> =>
  Object.values(await checkRecord(db, droneId, sortieId, asking)).every(
    ({ state }) => state !== 'broken',
  )

/** Hashing so many takes a few milliseconds; devices are acknowledged between two pages. */
const recordsAtATime = 500

const readRecords = (
  db: Db,
  droneId: string,
  after: Row | undefined,
  atATime: number,
): Promise<Row[]> =>
  db
    .selectFrom('work_record')
    .selectAll()
    .where('drone_id', '=', droneId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(start_at, sortie_id) > (${after!.start_at}, ${after!.sortie_id}::uuid)`,
      ),
    )
    .orderBy('start_at')
    .orderBy('sortie_id')
    .limit(atATime)
    .execute()

/**
 * Checks a drone's whole chain in order, as it is at one moment. Tracks and events are not read:
 * `recordIntact` does that for one sortie.
 */
export const checkRecordChain = (
  db: Db,
  droneId: string,
  atATime = recordsAtATime,
): Promise<{ checked: number; broken: string[] }> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (moment) => {
      const broken: string[] = []
      let checked = 0
      let last: Row | undefined
      for (;;) {
        const rows = await readRecords(moment, droneId, last, atATime)
        for (const row of rows) {
          const isWhole =
            row.previous_hash.equals(last?.hash ?? Buffer.alloc(0)) &&
            hashOfRow(row, row.previous_hash).equals(row.hash)
          if (!isWhole) broken.push(row.sortie_id)
          last = row
        }
        checked += rows.length
        if (rows.length < atATime) return { checked, broken }
      }
    })
