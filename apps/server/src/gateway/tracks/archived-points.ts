// Reads chunks whose points are in an archive. The file store is attached to a database, because all
// code that reads tracks has the database, and its transactions have the same store.
import type { AsyncBuffer, FileMetaData } from 'hyparquet'
import type { PointColumns } from '@swath/domain/telemetry-point'
import { pickReplica, type Db } from '../../platform/database/database.ts'
import type { Config } from '../../platform/config/config.ts'
import type { ListableStore } from '../../platform/files/file-store.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { metadataOf, readArchivedPoints } from './archive-file.ts'
import { findArchives } from './archives.queries.ts'
import { DamagedTrack, packTrack } from './chunk.ts'

/** Enough to open the file store, also in a thread. */
export type StorePlace = Pick<Config, 's3' | 'dataFolder'>

type Attached = { place: StorePlace; store: ListableStore; files: Map<string, Promise<OpenFile>> }
type OpenFile = { file: AsyncBuffer; metadata: FileMetaData }

/** By what a database has in common with its transactions. */
const attached = new WeakMap<object, Attached>()
const commonOf = (db: Db): object => db.getExecutor().adapter

/** Call it for each database through which tracks are read. @returns the same database */
export const attachArchives = (db: Db, { s3, dataFolder }: StorePlace): Db => {
  const place = { s3, dataFolder }
  const one: Attached = { place, store: openFileStore(place), files: new Map() }
  for (const each of [db, pickReplica(db)]) attached.set(commonOf(each), one)
  return db
}

/** Undefined if none was attached. */
export const archivePlace = (db: Db): StorePlace | undefined => attached.get(commonOf(db))?.place

export const archiveStore = (db: Db): ListableStore => {
  const one = attached.get(commonOf(db))
  if (!one) throw new Error('This database has no file store for archives: call attachArchives')
  return one.store
}

/** The file store did not answer: the next try may succeed, so the archive is not damaged. */
class StoreUnreachable extends Error {}

const fileOf = (store: ListableStore, key: string, byteLength: number): AsyncBuffer => ({
  byteLength,
  slice: async (start, end = byteLength) => {
    const bytes = await store.getRange(key, start, end).catch((cause: unknown) => {
      throw new StoreUnreachable('The file store of archives cannot be read', { cause })
    })
    if (bytes === null || bytes.length < end - start)
      throw new DamagedTrack(`The archive ${key} of tracks is missing or cut short`)
    return bytes.slice().buffer
  },
})

/** Footers of files that were read last: each has some hundred kilobytes. */
const filesKept = 8

const openOnce = (one: Attached, key: string, bytes: number): Promise<OpenFile> => {
  const known = one.files.get(key)
  one.files.delete(key)
  const opening =
    known ??
    (async () => {
      const file = fileOf(one.store, key, bytes)
      return { file, metadata: await metadataOf(file) }
    })()
  one.files.set(key, opening)
  // The next read tries again.
  opening.catch(() => one.files.delete(key))
  const [oldest] = one.files.keys()
  if (one.files.size > filesKept) one.files.delete(oldest!)
  return opening
}

/** Opens a file that the cache need not keep. */
export const openArchive = async (db: Db, key: string, bytes: number): Promise<OpenFile> => {
  const file = fileOf(archiveStore(db), key, bytes)
  return { file, metadata: await metadataOf(file) }
}

type Row = {
  columns: Buffer
  point_count: number
  archive_id: string | null
  archive_row: number | null
}

/**
 * The same rows with the packed points of those that are in archives. Their bytes may differ from
 * the stored ones of before, but not their points.
 * @throws DamagedTrack if an archive is not there
 */
export const withArchived = async <R extends Row>(db: Db, rows: readonly R[]): Promise<R[]> => {
  const ids = new Set(rows.flatMap(({ archive_id: id }) => (id === null ? [] : [id])))
  if (ids.size === 0) return [...rows]
  const one = attached.get(commonOf(db))
  if (!one) throw new Error('This database has no file store for archives: call attachArchives')
  const archives = await findArchives(db, [...ids])
  const whole: R[] = []
  // One after the other: each is decoded from a whole row group.
  for (const row of rows) {
    if (row.archive_id === null) {
      whole.push(row)
      continue
    }
    const archive = archives.get(row.archive_id)
    if (!archive) throw new DamagedTrack('There is no such archive of tracks')
    whole.push({ ...row, columns: packTrack(await readOrDamaged(one, archive, row)) })
  }
  return whole
}

/** @throws DamagedTrack, StoreUnreachable */
const readOrDamaged = async (
  one: Attached,
  { key, bytes }: { key: string; bytes: number },
  { archive_row: row, point_count: count }: Row,
): Promise<PointColumns> => {
  try {
    return await readArchivedPoints(await openOnce(one, key, bytes), row!, count)
  } catch (error) {
    if (error instanceof StoreUnreachable || error instanceof DamagedTrack) throw error
    throw new DamagedTrack(`The archive ${key} of tracks cannot be read`, { cause: error })
  }
}

/** The columns that `withArchived` needs. */
export const chunkColumns = ['columns', 'point_count', 'archive_id', 'archive_row'] as const
