// Publishes scheduled bulletins at their time.
import { z } from 'zod'
import { createChanges } from '../../../platform/change/change.ts'
import { tx } from '../../../platform/database/database.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { addressTo, lockDue } from './bulletin-recipients.queries.ts'
import { updateBulletinRow } from './bulletins.queries.ts'

const atATime = 20

type Deps = Pick<Services, 'db' | 'clock' | 'events'>

/**
 * Publishes due bulletins, including those that reach no one because accounts were deleted since;
 * their authors see that.
 * @returns how many
 */
export const publishDueBulletins = async (deps: Deps): Promise<number> => {
  const { db, clock, events } = deps
  const { note } = createChanges(deps)
  let published = 0
  for (;;) {
    const ids = await tx(db, async (trx) => {
      const now = new Date(clock.now())
      const due = await lockDue(trx, now, atATime)
      for (const bulletin of due) {
        const targets = { types: bulletin.target_types, regions: bulletin.target_regions }
        const kept = { id: bulletin.id, accountId: bulletin.account_id }
        const count = await addressTo(trx, kept, targets)
        await updateBulletinRow(trx, bulletin.id, {
          state: 'published',
          published_at: now,
          recipient_count: count,
        })
        const user = { id: bulletin.created_by, name: bulletin.created_by_name }
        await note(
          trx,
          { accountId: bulletin.account_id, user, ip: null },
          {
            action: 'bulletin.go-out',
            object: { type: 'bulletin', id: bulletin.id, name: bulletin.title },
            details: { accounts: count },
          },
        )
      }
      return due.map(({ id }) => id)
    })
    for (const bulletinId of ids) events.emit('bulletinSent', { bulletinId })
    published += ids.length
    if (ids.length < atATime) return published
  }
}

export const publishBulletinsKind: JobKind<object> = {
  name: 'bulletins.publish',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 'every', minute: 'every' },
}

export const publishBulletinsJob = (services: Deps): Job =>
  createJob(publishBulletinsKind, async () => {
    await publishDueBulletins(services)
  })
