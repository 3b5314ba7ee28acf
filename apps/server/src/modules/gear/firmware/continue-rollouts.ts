// Continues roll-outs whose next step was only waiting for its time.
import { z } from 'zod'
import { continueRollouts } from '../../../gateway/firmware-offers/public.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'

export const continueRolloutsKind: JobKind<object> = {
  name: 'firmware.continue-rollouts',
  payload: z.object({}),
  triesAtMost: 3,
  schedule: { hour: 'every', minute: 'every' },
}

export const continueRolloutsJob = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Job =>
  createJob(continueRolloutsKind, () => continueRollouts(db, new Date(clock.now())))
