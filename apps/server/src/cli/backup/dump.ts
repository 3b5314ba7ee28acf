// All rows as one compressed file per table, read in one transaction, and the way back.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { findPool, type Db } from '../../platform/database/database.ts'
import { copyIn, copyOut } from './copy-streams.ts'
import {
  analyze,
  beginLoad,
  beginSnapshot,
  copyFrom,
  copyTo,
  listSequences,
  listTables,
  setSequences,
  withoutChecks,
  type Sequence,
  type Table,
} from './dump.queries.ts'
import { DamagedBackup, type Manifest, type SavedTable } from './manifest.ts'

export const databaseFolder = 'database'

/** Passes the chunks on. */
const hashInto = (hash: Hash) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }

/** Closes the connection after a failure, because it may be in the middle of a COPY. */
const withConnection = async <T>(
  db: Db,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await (await findPool(db)).connect()
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

export type Dump = { takenAt: Date; tables: SavedTable[]; sequences: Sequence[] }

/** Writes the rows of all tables, as of one moment, below `folder`. */
export const dumpDatabase = (db: Db, folder: string): Promise<Dump> =>
  withConnection(db, async (client) => {
    await mkdir(join(folder, databaseFolder), { mode: 0o700 })
    const takenAt = await beginSnapshot(client)
    const sequences = await listSequences(client)
    const tables: SavedTable[] = []
    for (const table of await listTables(client)) {
      const path = `${databaseFolder}/${table.schema}.${table.name}.zst`
      const rows = copyOut(client, copyFrom(table))
      const hash = createHash('sha256')
      await pipeline(
        rows,
        hashInto(hash),
        createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
        createWriteStream(join(folder, path), { mode: 0o600, flush: true }),
      )
      tables.push({ ...table, path, rows: rows.rows, contentSha256: hash.digest('hex') })
    }
    await client.query('commit')
    return { takenAt, tables, sequences }
  })

const refuseOtherColumns = (saved: readonly SavedTable[], there: readonly Table[]): void => {
  const known = new Map(there.map(({ schema, name, columns }) => [`${schema}.${name}`, columns]))
  const differing = saved.filter(({ schema, name, columns }) => {
    const own = known.get(`${schema}.${name}`)
    return columns.some((column) => !own?.includes(column))
  })
  if (differing.length > 0)
    throw new DamagedBackup(
      `This version has no place for ${differing.map(({ schema, name }) => `${schema}.${name}`).join(', ')}. Restore with the version that made the backup.`,
    )
}

const loadTable = async (
  client: pg.ClientBase,
  folder: string,
  table: SavedTable,
): Promise<void> => {
  const rows = copyIn(client, copyTo(table))
  const hash = createHash('sha256')
  await pipeline(
    createReadStream(join(folder, table.path)),
    createZstdDecompress(),
    hashInto(hash),
    rows,
  ).catch((error: unknown) => {
    throw new DamagedBackup(`${table.path} cannot be loaded: ${(error as Error).message}`)
  })
  if (rows.rows !== table.rows || hash.digest('hex') !== table.contentSha256)
    throw new DamagedBackup(`${table.path} does not have the rows that were saved`)
}

/** Fills the tables of a database that has the schema of the backup, in one transaction. */
export const loadDatabase = (
  db: Db,
  folder: string,
  { tables, sequences }: Pick<Manifest, 'tables' | 'sequences'>,
): Promise<void> =>
  withConnection(db, async (client) => {
    const there = await listTables(client)
    refuseOtherColumns(tables, there)
    await beginLoad(client)
    await withoutChecks(client, there, async () => {
      for (const table of tables) await loadTable(client, folder, table)
    })
    await setSequences(client, sequences)
    await client.query('commit')
    await analyze(client)
  })

/** Names the tables whose rows differ from the saved ones, compared byte by byte. */
export const findDifferentTables = (db: Db, tables: readonly SavedTable[]): Promise<string[]> =>
  withConnection(db, async (client) => {
    await beginSnapshot(client)
    const different: string[] = []
    for (const table of tables) {
      const hash = createHash('sha256')
      await pipeline(
        copyOut(client, copyFrom(table)),
        hashInto(hash),
        new Writable({ write: (_chunk, _encoding, done) => done() }),
      )
      if (hash.digest('hex') !== table.contentSha256)
        different.push(`${table.schema}.${table.name}`)
    }
    await client.query('commit')
    return different
  })
