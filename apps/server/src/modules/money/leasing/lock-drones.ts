// Locks the drones of a client with a spent balance, if its lessor chose that: at once on the
// ground, after landing if flying. A recharge unlocks them.
import { tx, type Tx } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { createJob, type Job } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { setProgramLock } from '../../../gateway/commands/public.ts'
import { balanceOfClient } from '../lease-billing/client-balance.ts'
import {
  dronesOfClient,
  holdClient,
  insertLock,
  nameOfAccount,
  takeLocks,
} from './lock-drones.queries.ts'
import { lockDronesKind } from '../lease-billing/locking-of-drones.ts'
import { isSpent } from './spent-balance.ts'

/**
 * A flight without a charge does not trigger a check when it lands, so flying drones are checked
 * again.
 */
const lookAgainMs = 60_000

const unlockAll = async (
  trx: Tx,
  droneIds: readonly string[],
  by: { accountId: string; name: string; now: Date },
): Promise<void> => {
  for (const droneId of droneIds) await setProgramLock(trx, droneId, 'unlock', by)
}

/** A drone that is returned to its lessor is not locked for a client's balance. */
export const releaseDrones = async (
  trx: Tx,
  { droneId, lessorId, now }: { droneId: string; lessorId: string; now: Date },
): Promise<void> =>
  unlockAll(trx, await takeLocks(trx, { droneId }), {
    accountId: lessorId,
    name: await nameOfAccount(trx, lessorId),
    now,
  })

/** @returns the drones that were locked or unlocked */
const followClient = async (trx: Tx, clientId: number, now: Date): Promise<string[]> => {
  const client = await holdClient(trx, clientId)
  if (!client) return []
  const by = { accountId: client.lessor_account_id, name: client.lessor_name, now }
  if (!isSpent(client, await balanceOfClient(trx, clientId))) {
    const unlocked = await takeLocks(trx, { clientId })
    await unlockAll(trx, unlocked, by)
    return unlocked
  }
  // A drone that was unlocked by hand stays unlocked until the balance is positive again.
  const drones = (await dronesOfClient(trx, clientId)).filter((one) => !one.is_kept && !one.locked)
  const grounded = drones.filter((one) => !one.in_the_air)
  for (const { id } of grounded) {
    await insertLock(trx, { droneId: id, clientId, now })
    await setProgramLock(trx, id, 'lock', by)
  }
  if (grounded.length < drones.length)
    await enqueueJob(
      trx,
      lockDronesKind,
      { clientId },
      { runAt: new Date(now.getTime() + lookAgainMs), key: `lock ${clientId}` },
    )
  return grounded.map(({ id }) => id)
}

export const lockDronesJob = ({
  db,
  clock,
  events,
}: Pick<Services, 'db' | 'clock' | 'events'>): Job =>
  createJob(lockDronesKind, async ({ clientId }) => {
    const droneIds = await tx(db, (trx) => followClient(trx, clientId, new Date(clock.now())))
    if (droneIds.length > 0) events.emit('dronesChanged', { droneIds })
    for (const droneId of droneIds) events.emit('commandWaiting', { droneId })
  })
