// Every night: tracks of months that are older than the retention move into archives, and archives
// that are older than theirs are deleted.
import { z } from 'zod'
import {
  archiveDueMonths,
  deleteMonth,
  monthsBefore,
  readTrackRetention,
  removeUnusedArchives,
} from '../../../gateway/tracks/public.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'log'>

export const archiveTracks = async (
  { db, clock, log }: Deps,
  signal: AbortSignal,
): Promise<void> => {
  const run = { db, signal, now: () => new Date(clock.now()) }
  const isAllowed = await archiveDueMonths(run, (month, sum) =>
    log.info({ month: month.from, ...sum }, 'tracks were archived'),
  )
  if (!isAllowed) log.warn('Tracks are archived once finish-upgrade has ended the way back')
  const { deleteAfterMonths } = await readTrackRetention(db)
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
