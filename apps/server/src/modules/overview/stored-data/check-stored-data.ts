// Reads stored data again and compares it with the hashes of the time when it was written, so that
// a wrong byte is found while a backup still has the right one. Every hour checks a part: each
// drone's chain of records, audit log and ledger once a week, each flight's points and events once
// in thirteen weeks, because tracks are most of what is stored.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  checkRecord,
  checkRecordChain,
  readTrackHash,
  type RecordProof,
} from '../../../gateway/recompute/public.ts'
import { DamagedTrack } from '../../../gateway/tracks/public.ts'
import { verifyChain } from '../../../platform/audit/audit.ts'
import { tx, type Db } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { createJob, type Job, type JobKind, type JobRun } from '../../../platform/jobs/job-kind.ts'
import { sendToPerson, type SendDeps } from '../../../platform/messages/send-to-person.ts'
import type { Services } from '../../../platform/services.ts'
import { booksWithNames, verifyBook } from '../../money/public.ts'
import {
  auditedAccountIds,
  droneIds,
  findChunk,
  forgetMissing,
  knownFaults,
  noteChecked,
  openChunkIdsOf,
  serviceAdministratorIds,
  sortieIdsOf,
  type Checked,
  type StoredFault,
} from './stored-data.queries.ts'

export const hourMs = 3_600_000
export const hoursOfWeek = 168
export const weeksForTracks = 13

/** Which of `parts` equal parts an id belongs to: the same for ever. */
const partOf = (id: string, parts: number): number =>
  createHash('sha256').update(id).digest().readUInt32BE() % parts

/**
 * What is due: `nowMs` within an hour always gives the same.
 * @param suspects known faults, which are checked again every week
 */
export const dueAt = (nowMs: number, suspects: ReadonlySet<string>) => {
  const hour = Math.floor(nowMs / hourMs)
  const week = Math.floor(hour / hoursOfWeek)
  return {
    isSubjectDue: (id: string) => partOf(id, hoursOfWeek) === hour % hoursOfWeek,
    isTrackDue: (id: string) =>
      suspects.has(id) || partOf(id, weeksForTracks) === week % weeksForTracks,
  }
}
type Due = ReturnType<typeof dueAt>

/** Whose turn it is in the threads that hash long tracks. */
const asking = { owner: 'stored data' }

/** One moment of the database, so that what is written meanwhile is no fault. */
const atOneMoment = <T>(db: Db, read: (moment: Db) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => read(trx))

const describeSources = ({ points, events }: RecordProof): string =>
  Object.entries({ points, events })
    .flatMap(([part, { state, fault }]) => (state === 'broken' ? `${part}: ${fault}` : []))
    .join(', ')

const isReadable = async (db: Db, droneId: string, chunkId: string): Promise<boolean> => {
  try {
    const chunk = await findChunk(db, droneId, chunkId)
    return !chunk || (await readTrackHash(chunk, asking)) !== null
  } catch (error) {
    if (error instanceof DamagedTrack) return false
    throw error
  }
}

async function* checkDrone(db: Db, droneId: string, due: Due): AsyncGenerator<Checked> {
  const subject = droneId
  const { broken } = await checkRecordChain(db, droneId)
  yield {
    kind: 'record',
    subject,
    object: null,
    faults: broken.map((object) => ({ object, detail: 'not as it was written' })),
  }
  for (const object of await sortieIdsOf(db, droneId)) {
    if (!due.isTrackDue(object)) continue
    const proof = await atOneMoment(db, (moment) => checkRecord(moment, droneId, object, asking))
    const detail = describeSources(proof)
    yield { kind: 'source', subject, object, faults: detail === '' ? [] : [{ object, detail }] }
  }
  const faults: Checked['faults'][number][] = []
  for (const object of await openChunkIdsOf(db, droneId))
    if (!(await isReadable(db, droneId, object))) faults.push({ object, detail: 'unreadable' })
  yield { kind: 'chunk', subject, object: null, faults }
}

async function* checkAuditLog(db: Db, accountId: string): AsyncGenerator<Checked> {
  const check = await verifyChain(db, accountId)
  const faults = check.whole
    ? []
    : [{ object: String(check.brokenAt), detail: `broken at row ${check.brokenAt}` }]
  yield { kind: 'audit-log', subject: accountId, object: null, faults }
}

async function* checkBook(db: Db, accountId: string): AsyncGenerator<Checked> {
  const { problems } = await atOneMoment(db, (moment) => verifyBook(moment, accountId))
  const faults = problems.map((detail) => ({ object: detail, detail }))
  yield { kind: 'ledger', subject: accountId, object: null, faults }
}

async function* checkDue(
  db: Db,
  due: Due,
  subjects: Set<string>,
  signal: AbortSignal,
): AsyncGenerator<Checked> {
  const books = (await booksWithNames(db)).map(({ id }) => id)
  for (const [ids, check] of [
    [await droneIds(db), checkDrone],
    [await auditedAccountIds(db), checkAuditLog],
    [books, checkBook],
  ] as const)
    for (const id of ids.filter(due.isSubjectDue)) {
      signal.throwIfAborted()
      subjects.add(id)
      yield* check(db, id, due)
    }
}

const Payload = z.object({ userId: z.string(), faultNum: z.int(), first: z.string() })
export const tellStoredFaultKind: JobKind<z.infer<typeof Payload>> = {
  name: 'stored-data.tell',
  payload: Payload,
  triesAtMost: 6,
}

const describe = ({ kind, subject, object, detail }: StoredFault): string =>
  `${kind} of ${subject}: ${detail === object ? detail : `${object}: ${detail}`}`

const store = (db: Db, checked: Checked, now: Date): Promise<StoredFault[]> =>
  tx(db, async (trx) => {
    const news = await noteChecked(trx, checked, now)
    if (news.length > 0)
      for (const userId of await serviceAdministratorIds(trx))
        await enqueueJob(trx, tellStoredFaultKind, {
          userId,
          faultNum: news.length,
          first: describe(news[0]!),
        })
    return news
  })

/**
 * Checks the part that is due in the hour of `nowMs`. Faults that were not known before are
 * reported to the people who run the service, in the transaction that stores them.
 * @returns all known faults of what was checked
 */
export const checkStoredData = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  nowMs: number,
  signal: AbortSignal,
): Promise<StoredFault[]> => {
  const subjects = new Set<string>()
  const known = await knownFaults(db)
  const hasFaults = new Set(known.map(({ subject }) => subject))
  const due = dueAt(nowMs, new Set(known.map(({ object }) => object)))
  for await (const checked of checkDue(db, due, subjects, signal))
    if (checked.faults.length > 0 || hasFaults.has(checked.subject))
      await store(db, checked, new Date(clock.now()))
  await forgetMissing(db)
  return (await knownFaults(db)).filter(({ subject }) => subjects.has(subject))
}

export const checkStoredDataKind: JobKind<object> = {
  name: 'stored-data.check',
  payload: z.object({}),
  triesAtMost: 2,
  priority: 10,
  schedule: { hour: 'every', minute: 37 },
}

const shownAtMost = 20
class StoredDataDamaged extends Error {
  constructor(faults: readonly StoredFault[]) {
    super(
      `${faults.length} parts of the stored data are not as they were written. ${faults.slice(0, shownAtMost).map(describe).join('; ')}`,
    )
  }
}

export const checkStoredDataJob = (services: Pick<Services, 'db' | 'clock'>): Job =>
  createJob(checkStoredDataKind, async (_payload, { signal }: JobRun) => {
    const faults = await checkStoredData(services, services.clock.now(), signal)
    if (faults.length > 0) throw new StoredDataDamaged(faults)
  })

export const tellStoredFaultJob = (deps: SendDeps): Job =>
  createJob(tellStoredFaultKind, ({ userId, faultNum, first }) =>
    sendToPerson(deps, userId, () => ({
      template: 'storedDataDamaged',
      values: { count: String(faultNum), first },
    })),
  )
