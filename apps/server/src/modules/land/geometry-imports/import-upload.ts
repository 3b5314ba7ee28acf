// Uploads a file, and rereads it when a person adds missing settings.
import { randomBytes } from 'node:crypto'
import { ImportSettings, type ImportTarget } from '@swath/contract/land/geometry-imports'
import type { FileProblem } from '@swath/field-geometry/feature'
import { workerJob } from '../../../platform/workers/workers.ts'
import { tx, type Db, type Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { wordsIn, type WordKey } from '../../../platform/http/messages.ts'
import { readImport, settingsOf } from './import-presenters.ts'
import { cropExists } from '../plots/plots.queries.ts'
import { importKind } from './import-kind.ts'
import { findPlotOwner } from './plot-owners.queries.ts'
import { requireImport, type Calls, type Deps } from './import-deps.ts'
import {
  closeImport,
  countItems,
  countWaiting,
  insertImport,
  lockWaiting,
  replaceItems,
  updateImport,
} from './geometry-imports.queries.ts'
import type { FoundFile, run } from './read-geometry.job.ts'

/** Files of one account that are read and not yet applied. */
const waitingAtMost = 30
const waitingBytesAtMost = 300 * 1024 * 1024

const readInWorker = workerJob<typeof run>({
  name: 'read-geometry',
  module: new URL('./read-geometry.job.ts', import.meta.url),
  // A land register of 20,000 fields takes seconds; a file that takes longer is malicious.
  deadlineMs: 60_000,
})

const reasons: Readonly<Record<FileProblem, WordKey>> = {
  not_geometry: 'server:value.geometry_not_geometry',
  other_format: 'server:value.geometry_other_format',
  no_features: 'server:value.geometry_no_features',
  too_large: 'server:value.geometry_too_large',
  damaged: 'server:value.geometry_damaged',
  encrypted: 'server:value.geometry_encrypted',
  unknown_system: 'server:value.geometry_unknown_system',
  fields_elsewhere: 'server:value.geometry_fields_elsewhere',
}

/** @throws geometry_not_read, work_too_slow, work_too_large */
const readFile = async (
  bytes: Uint8Array,
  settings: ImportSettings,
  target: ImportTarget,
  { caller, language, signal }: SignedInContext,
): Promise<FoundFile> => {
  const found = await readInWorker(
    { bytes, settings, target, home: caller.regionCode },
    { owner: caller.userId, signal },
  )
  if (!('problem' in found)) return found
  return fail('geometry_not_read', {
    why: wordsIn(language)(reasons[found.problem], { about: found.about.join(', ') }),
  })
}

const columnsOf = ({ format, system, encoding, notes, noteDetails, columns }: FoundFile) => ({
  format,
  system,
  encoding,
  notes: JSON.stringify(notes),
  note_details: JSON.stringify(noteDetails),
  columns: JSON.stringify(columns),
})

const refuseTooMany = async (db: Db | Tx, accountId: string, bytes: number): Promise<void> => {
  const { waiting, bytes: waitingBytes } = await countWaiting(db, accountId)
  if (waiting >= waitingAtMost || waitingBytes + bytes > waitingBytesAtMost)
    fail('geometry_imports_waiting', { count: waitingAtMost })
}

/** Stores bytes last, so that a refused file leaves nothing. */
const create =
  (target: ImportTarget, { db, clock, log, record, store, throughGate }: Deps) =>
  async (
    { query: { fileName }, file }: { query: { fileName: string }; file: () => Promise<Uint8Array> },
    context: SignedInContext,
  ) => {
    const { caller } = context
    await refuseTooMany(db, caller.accountId, 0)
    const bytes = await throughGate(caller.userId, file)
    const settings = ImportSettings.parse({})
    const found = await readFile(bytes, settings, target, context)
    const id = uuidv7(clock.now())
    const key = `geometry-${randomBytes(24).toString('base64url')}`
    const answer = await record(context, async (trx) => ({
      action: 'geometry-import.upload',
      object: { type: importKind.type, id, name: fileName },
      details: { target, bytes: bytes.length, found: found.items.length },
      write: async () => {
        await lockWaiting(trx, caller.accountId)
        await refuseTooMany(trx, caller.accountId, bytes.length)
        await insertImport(trx, {
          id,
          account_id: caller.accountId,
          created_by: caller.userId,
          created_by_name: caller.userName,
          created_at: new Date(clock.now()),
          target,
          file_name: fileName,
          bytes: bytes.length,
          key,
          settings: JSON.stringify(settings),
          ...columnsOf(found),
        })
        await replaceItems(trx, id, found.items)
        await countItems(trx, id)
      },
      answer: () => readImport(trx, caller, id),
    }))
    try {
      await store.put(key, bytes, 'application/octet-stream')
    } catch (error) {
      log.error({ err: error }, 'a file of fields could not be stored')
      await tx(db, (trx) => closeImport(trx, id, new Date(clock.now())))
      return fail('unavailable')
    }
    return answer
  }

export const createPlotImport = (deps: Deps): Calls['createPlotImport'] => create('plots', deps)
export const createZoneImport = (deps: Deps): Calls['createZoneImport'] =>
  create('no-fly-zones', deps)

/** Settings that require rereading the file; the others affect only how rows are imported. */
const readingSettings = [
  'system',
  'encoding',
  'shift',
  'isSwapped',
  'heightUnit',
  'heightReference',
  'radiusUnit',
] as const
const readsAnew = (before: ImportSettings, after: ImportSettings): boolean =>
  readingSettings.some((name) => before[name] !== after[name])

export const changeGeometryImport =
  ({ db, change, store }: Deps): Calls['changeGeometryImport'] =>
  async ({ params: { importId }, body }, context) => {
    const { caller } = context
    const seen = await requireImport(db, caller, importId)
    const before = settingsOf(seen)
    const bytes =
      seen.status === 'ready' && seen.key !== null && readsAnew(before, body)
        ? await store.get(seen.key)
        : null
    const found = bytes && (await readFile(bytes, body, seen.target, context))
    const asked = {
      id: importId,
      // Conflicts with changes that were made while reading.
      version: seen.version,
      to: 'change',
      action: 'geometry-import.settings',
    } as const
    return change(context, importKind, asked, async (trx) => ({
      before,
      after: body,
      write: async () => {
        if (body.ownerId !== null && !(await findPlotOwner(db, caller.accountId, body.ownerId)))
          fail('not_found')
        if (body.cropId !== null && !(await cropExists(db, caller.accountId, body.cropId)))
          fail('not_found')
        await updateImport(trx, importId, {
          settings: JSON.stringify(body),
          ...(found ? columnsOf(found) : {}),
        })
        if (!found) return
        await replaceItems(trx, importId, found.items)
        await countItems(trx, importId)
      },
      answer: () => readImport(trx, caller, importId),
    }))
  }
