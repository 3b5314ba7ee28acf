// Moves the tracks of old months into Parquet files and back. Each file is read again and compared
// with the database before a point is deleted there. A process that ends at any moment leaves
// chunks that are in the database, or in a file, and at most a file that is removed a day later.
import { setImmediate as letOthersGo } from 'node:timers/promises'
import { encodeTrack } from '@swath/domain/track-columns'
import type { PointColumns } from '@swath/domain/telemetry-point'
import { tx, type Db } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import { canArchive, createArchiveFile, readArchivedPoints } from './archive-file.ts'
import { archiveStore, openArchive } from './archived-points.ts'
import {
  archivesOf,
  beginArchive,
  chunksOf,
  countKept,
  dayOf,
  deleteArchived,
  finishArchive,
  forgetArchive,
  listSettled,
  listUnused,
  markUnused,
  moveBack,
  moveToArchive,
  noteMonthChecked,
  type ChunkKey,
  type Month,
  type Moved,
} from './archives.queries.ts'
import { rewriteMonth } from './months.queries.ts'
import { DamagedTrack, packTrack, sha256, unpackPoints } from './chunk.ts'

/** The number of the migration from which on programs read archives. */
export const readsArchives = 29

export type Archived = { files: number; flights: number; points: number; bytes: number }
export type Run = {
  db: Db
  now: () => Date
  signal?: AbortSignal | undefined
  onFile?: (sum: Archived) => void
}

/** A file may be read, or written, for this long after it was found. */
const leftAloneMs = 86_400_000

const chunksAtOnce = 200
const rowsOfUpdate = 1_000

/** Null: it stays in the database. */
const pointsToArchive = (columns: Buffer): PointColumns | null => {
  try {
    const points = unpackPoints(columns)
    return canArchive(points) ? points : null
  } catch (error) {
    // Damaged bytes stay where the checks of stored data report them.
    if (error instanceof DamagedTrack) return null
    throw error
  }
}

type InFile = Moved & { count: number; pointsHash: Buffer }

/** Fills one file. @returns its chunks, and the last one that was read */
const fillFile = async (
  { db, signal }: Run,
  month: Month,
  after: ChunkKey | null,
): Promise<{ bytes: Uint8Array; chunks: InFile[]; last: ChunkKey | null; isEnd: boolean }> => {
  const file = createArchiveFile()
  const chunks: InFile[] = []
  let last = after
  let isEnd = false
  while (!file.isFull() && !isEnd) {
    signal?.throwIfAborted()
    const rows = await listSettled(db, month, last, chunksAtOnce)
    isEnd = rows.length < chunksAtOnce
    for (const row of rows) {
      await letOthersGo()
      last = { droneId: row.drone_id, id: row.id, fromAt: row.from_at }
      const points = pointsToArchive(row.columns)
      if (!points) continue
      chunks.push({
        ...last,
        row: file.add(
          { droneId: row.drone_id, id: row.id, sortieId: row.sortie_id, rejected: row.rejected },
          points,
        ),
        count: points.length,
        hash: sha256(row.columns),
        pointsHash: sha256(encodeTrack(points)),
      })
      if (file.isFull()) {
        isEnd = false
        break
      }
    }
  }
  return { bytes: chunks.length > 0 ? file.finish() : new Uint8Array(), chunks, last, isEnd }
}

/** Rows that are read at once: few, because others wait, but a read decodes whole groups. */
const rowsOfRead = 8_192

type Located = { row: number; count: number }

/** The points of these chunks of a file, in order, without decoding a group for each of them. */
export async function* pointsOfChunks<Chunk extends Located>(
  open: Parameters<typeof readArchivedPoints>[0],
  chunks: readonly Chunk[],
): AsyncGenerator<[Chunk, PointColumns]> {
  for (let first = 0; first < chunks.length;) {
    const from = chunks[first]!.row
    let end = first + 1
    while (end < chunks.length && chunks[end]!.row + chunks[end]!.count - from <= rowsOfRead) end++
    const last = chunks[end - 1]!
    const points = await readArchivedPoints(open, from, last.row + last.count - from)
    for (const chunk of chunks.slice(first, end)) {
      await letOthersGo()
      yield [chunk, points.slice(chunk.row - from, chunk.row - from + chunk.count)]
    }
    first = end
  }
}

/** @throws DamagedTrack if the file in the store has other points than the database */
const verifyFile = async (
  { db, signal }: Run,
  key: string,
  bytes: number,
  chunks: readonly InFile[],
): Promise<void> => {
  const open = await openArchive(db, key, bytes)
  for await (const [chunk, points] of pointsOfChunks(open, chunks)) {
    signal?.throwIfAborted()
    if (!sha256(encodeTrack(points)).equals(chunk.pointsHash))
      throw new DamagedTrack(`The archive ${key} has other points of the chunk ${chunk.id}`)
  }
}

const moveChunks = (
  { db, now }: Run,
  { id, bytes }: { id: string; bytes: number },
  chunks: readonly InFile[],
): Promise<Omit<Archived, 'files' | 'bytes'>> =>
  tx(db, async (trx) => {
    const sum = { chunks: 0, flights: 0, points: 0 }
    for (let from = 0; from < chunks.length; from += rowsOfUpdate) {
      const moved = await moveToArchive(trx, chunks.slice(from, from + rowsOfUpdate), id)
      sum.chunks += moved.chunks
      sum.flights += moved.flights
      sum.points += moved.points
    }
    await finishArchive(trx, { id, bytes, now: now() }, sum)
    return sum
  })

/**
 * Moves the settled chunks of a month into files. Repeatable; what is not settled stays in the
 * database, for a later run.
 * @returns what was moved, and how many chunks stay
 */
export const archiveMonth = async (
  run: Run,
  month: Month,
): Promise<Archived & { kept: number }> => {
  const { db, now } = run
  const store = archiveStore(db)
  const sum: Archived = { files: 0, flights: 0, points: 0, bytes: 0 }
  for (let after: ChunkKey | null = null, isEnd = false; !isEnd;) {
    const id = uuidv7(now().getTime())
    const key = `track-archive-${dayOf(month.from).slice(0, 7)}-${id}`
    const file = await fillFile(run, month, after)
    ;({ last: after, isEnd } = file)
    if (file.chunks.length === 0) break
    await beginArchive(db, { id, key, month, now: now() })
    await store.put(key, file.bytes, 'application/vnd.apache.parquet')
    await verifyFile(run, key, file.bytes.length, file.chunks)
    const moved = await moveChunks(run, { id, bytes: file.bytes.length }, file.chunks)
    sum.files++
    sum.flights += moved.flights
    sum.points += moved.points
    sum.bytes += file.bytes.length
    run.onFile?.(sum)
  }
  if (sum.files > 0) await rewriteMonth(db, month.from)
  await noteMonthChecked(db, month, now())
  return { ...sum, kept: await countKept(db, month) }
}

/** @throws DamagedTrack if an archive is missing, or has other points than a record says */
export const restoreMonth = async (run: Run, month: Month): Promise<Archived> => {
  const { db, now, signal } = run
  const sum: Archived = { files: 0, flights: 0, points: 0, bytes: 0 }
  // First, so that it is not archived again while it is restored.
  await noteMonthChecked(db, month, now())
  for (const { id, key, bytes } of await archivesOf(db, month)) {
    const open = await openArchive(db, key, Number(bytes))
    for (;;) {
      const rows = await chunksOf(db, id, month, chunksAtOnce)
      if (rows.length === 0) break
      const located = rows.map((chunk) => ({
        chunk,
        row: chunk.archive_row!,
        count: chunk.point_count,
      }))
      const back: Parameters<typeof moveBack>[2][] = []
      for await (const [{ chunk }, points] of pointsOfChunks(open, located)) {
        signal?.throwIfAborted()
        if (chunk.track_hash && !chunk.track_hash.equals(sha256(encodeTrack(points))))
          throw new DamagedTrack(`The archive ${key} has other points of ${chunk.sortie_id}`)
        back.push({
          droneId: chunk.drone_id,
          id: chunk.id,
          fromAt: chunk.from_at,
          sortieId: chunk.sortie_id,
          columns: packTrack(points),
        })
        sum.points += chunk.point_count
        if (chunk.sortie_id !== null) sum.flights++
      }
      await tx(db, async (trx) => {
        for (const one of back) await moveBack(trx, id, one)
      })
    }
    sum.files++
    sum.bytes += Number(bytes)
    run.onFile?.(sum)
  }
  await markUnused(db, now(), new Date(now().getTime() - leftAloneMs))
  return sum
}

const deletedAtOnce = 1_000

/** Deletes the archived tracks of a month for good. @returns the number of chunks */
export const deleteMonth = async ({ db, signal }: Run, month: Month): Promise<number> => {
  let deleted = 0
  for (;;) {
    signal?.throwIfAborted()
    const count = await deleteArchived(db, month, deletedAtOnce)
    deleted += count
    if (count === 0) return deleted
  }
}

/** Removes files without chunks. @returns how many */
export const removeUnusedArchives = async ({ db, now }: Run): Promise<number> => {
  const before = new Date(now().getTime() - leftAloneMs)
  await markUnused(db, now(), before)
  const unused = await listUnused(db, before)
  for (const { id, key } of unused) {
    await archiveStore(db).remove(key)
    await forgetArchive(db, id)
  }
  return unused.length
}
