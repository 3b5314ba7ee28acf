// Every night: tracks of months that are older than the retention move into archives, and archives
// that are older than theirs are deleted.
import { z } from 'zod'
import {
  archiveMonth,
  dayOf,
  deleteMonth,
  monthOf,
  monthsCheckedSince,
  oldestFlightAt,
  readsArchives,
  readTrackRetention,
  removeUnusedArchives,
  type Month,
} from '../../../gateway/tracks/public.ts'
import type { Db } from '../../../platform/database/database.ts'
import { findOldestProgram } from '../../../platform/database/oldest-program.queries.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'

/** A month with chunks that were not settled, or that was restored, waits this long. */
const checkedAgainMs = 30 * 86_400_000

/** Months from the first flight on that had ended `months` months before the current one. */
export async function* monthsBefore(db: Db, nowMs: number, months: number): AsyncGenerator<Month> {
  const oldest = await oldestFlightAt(db)
  if (!oldest) return
  const end = monthOf(new Date(nowMs), -months).from
  for (let month = monthOf(oldest, -1); month.until <= end; month = monthOf(month.until))
    yield month
}

type Deps = Pick<Services, 'db' | 'clock' | 'log'>

export const archiveTracks = async (
  { db, clock, log }: Deps,
  signal: AbortSignal,
): Promise<void> => {
  const run = { db, signal, now: () => new Date(clock.now()) }
  const { archiveAfterMonths, deleteAfterMonths } = await readTrackRetention(db)
  if (archiveAfterMonths !== null && (await findOldestProgram(db)) < readsArchives)
    log.warn('Tracks are archived once finish-upgrade has ended the way back')
  else if (archiveAfterMonths !== null) {
    const checked = await monthsCheckedSince(db, new Date(clock.now() - checkedAgainMs))
    for await (const month of monthsBefore(db, clock.now(), archiveAfterMonths)) {
      if (checked.has(dayOf(month.from))) continue
      const sum = await archiveMonth(run, month)
      if (sum.files > 0) log.info({ month: month.from, ...sum }, 'tracks were archived')
    }
  }
  if (deleteAfterMonths !== null)
    for await (const month of monthsBefore(db, clock.now(), deleteAfterMonths)) {
      const chunks = await deleteMonth(run, month)
      if (chunks > 0) log.info({ month: month.from, chunks }, 'archived tracks were deleted')
    }
  await removeUnusedArchives(run)
}

export const archiveTracksKind: JobKind<object> = {
  name: 'tracks.archive',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 1, minute: 17 },
}

export const archiveTracksJob = (services: Deps): Job =>
  createJob(archiveTracksKind, (_payload, { signal }) => archiveTracks(services, signal))
