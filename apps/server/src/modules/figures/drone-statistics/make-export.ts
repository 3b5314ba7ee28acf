// Writes the statistics of all matching drones to a file, in the background.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AreaUnit } from '@swath/contract/fields'
import {
  droneStatisticFilters,
  droneStatisticList,
  type DroneStatistic,
} from '@swath/contract/figures/drone-statistics'
import type { Scope } from '@swath/domain/access/caller'
import { languages } from '@swath/i18n/languages'
import { readCaller } from '../../../platform/auth/caller.ts'
import { findPersonById } from '../../../platform/auth/people.queries.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import { listDrones, readDrones, toWorkAsked } from './drone-figures.ts'
import type { WorkAsked } from './drone-statistics.queries.ts'
import { findAnyExport, updateExport, type ExportRow } from './statistics-exports.queries.ts'

const Order = z.object({ exportId: z.uuid() })

export const makeExportsKind: JobKind<z.infer<typeof Order>> = {
  name: 'drone-statistics.export',
  payload: Order,
  triesAtMost: 3,
}

const dronesAtOnce = 1_000

/** The person has deleted the export meanwhile. */
class Unwanted extends Error {}

type Progress = (done: number) => Promise<void>

const eachDrone = async function* (
  db: Db,
  scope: Scope,
  asked: WorkAsked,
  { ids, tell }: { ids: readonly string[]; tell: Progress },
): AsyncGenerator<DroneStatistic> {
  for (let from = 0; from < ids.length; from += dronesAtOnce) {
    const some = ids.slice(from, from + dronesAtOnce)
    yield* await readDrones(db, scope, asked, some)
    await tell(from + some.length)
  }
}

type Deps = Pick<Services, 'db' | 'readDb' | 'clock'> & { store: FileStore }

/** Null: the person who requested it no longer has access. */
const findReader = async (db: Db, { user_id: userId, account_id: accountId }: ExportRow) => {
  const person = await findPersonById(db, userId)
  return person?.enabled && person.accountId === accountId ? readCaller(db, person) : null
}

const writeFile = async (
  { db, readDb, store }: Deps,
  row: ExportRow,
  signal: AbortSignal,
): Promise<{ key: string; bytes: number } | null> => {
  const caller = await findReader(db, row)
  if (!caller) return null
  const update = async (fields: Parameters<typeof updateExport>[2]): Promise<void> => {
    signal.throwIfAborted()
    if (!(await updateExport(db, row.id, fields))) throw new Unwanted()
  }
  await update({ state: 'running', done_count: 0 })
  const asked = toWorkAsked(z.object(droneStatisticFilters).parse(row.asked), caller.timeZone)
  const ids = await listDrones(readDb, caller.scope, asked)
  await update({ row_count: ids.length })
  const file = await listFile(
    droneStatisticList,
    { format: row.format, areaUnit: AreaUnit.parse(row.area_unit) },
    { caller, language: z.enum(languages).parse(row.language), signal, setHeader: () => undefined },
    {
      rows: eachDrone(readDb, caller.scope, asked, {
        ids,
        tell: (done) => update({ done_count: done }),
      }),
      present: (one) => one,
    },
  )
  const pieces: Buffer[] = []
  // Node's own consumer uses a Blob, which holds the data three times.
  for await (const piece of file) pieces.push(piece as Buffer)
  const bytes = Buffer.concat(pieces)
  signal.throwIfAborted()
  const key = randomBytes(32).toString('base64url')
  await store.put(key, bytes, 'application/octet-stream')
  return { key, bytes: bytes.length }
}

/** Idempotent: if it runs twice, the file of the first run is kept. */
export const makeExport = async (
  deps: Deps,
  exportId: string,
  signal: AbortSignal,
): Promise<void> => {
  const { db, clock, store } = deps
  const row = await findAnyExport(db, exportId)
  if (!row || row.state === 'done') return
  const end = (fields: Parameters<typeof updateExport>[2]) =>
    updateExport(db, exportId, { ...fields, finished_at: new Date(clock.now()) })
  try {
    const file = await writeFile(deps, row, signal)
    const isKept = await end(file ? { state: 'done', ...file } : { state: 'failed' })
    if (!isKept && file) await store.remove(file.key)
  } catch (error) {
    if (error instanceof Unwanted) return
    await end({ state: 'failed' })
    throw error
  }
}

export const makeExportsJob = (
  services: Pick<Services, 'db' | 'readDb' | 'clock' | 'config'>,
): Job => {
  const deps = { ...services, store: openFileStore(services.config) }
  return createJob(makeExportsKind, ({ exportId }, { signal }) =>
    makeExport(deps, exportId, signal),
  )
}
