// Deletes events that can no longer be read, and deliveries that are no longer shown.
import { changeDays } from '@swath/contract/programs/changes'
import { deliveryShownDays } from '@swath/contract/programs/webhooks'
import { z } from 'zod'
import { tx, type Tx } from '../../../platform/database/database.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { deleteEvents } from '../changes/changes.queries.ts'
import { deleteDeliveries } from './deliveries.queries.ts'

const dayMs = 86_400_000
const atATime = 5_000

export const removeChangesKind: JobKind<object> = {
  name: 'changes.remove',
  payload: z.object({}),
  triesAtMost: 3,
  schedule: { hour: 'every', minute: 37 },
}

const removeChanges = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> => {
  const removeAll = async (
    remove: (trx: Tx, before: Date, atMost: number) => Promise<number>,
    days: number,
  ): Promise<void> => {
    const before = new Date(clock.now() - days * dayMs)
    while ((await tx(db, (trx) => remove(trx, before, atATime))) === atATime);
  }
  await removeAll(deleteDeliveries, deliveryShownDays)
  await removeAll(deleteEvents, changeDays)
}

export const removeChangesJob = (services: Services): Job =>
  createJob(removeChangesKind, () => removeChanges(services))
