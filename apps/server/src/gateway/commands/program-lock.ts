// Locks and unlocks by the program on behalf of an account: the same commands that users give.
import { goodForMs } from '@swath/domain/command'
import type { Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import { cancelWaitingLocks, insertCommand, setLocked } from './give-commands.queries.ts'

/** Locks a drone on the ground at once; one that has just taken off locks after it has landed. */
export const setProgramLock = async (
  trx: Tx,
  droneId: string,
  opr: 'lock' | 'unlock',
  { accountId, name, now }: { accountId: string; name: string; now: Date },
): Promise<void> => {
  await cancelWaitingLocks(trx, droneId, now)
  await setLocked(trx, droneId, opr === 'lock')
  await insertCommand(trx, {
    drone_id: droneId,
    id: uuidv7(now.getTime()),
    type: opr,
    arguments: JSON.stringify({}),
    account_id: accountId,
    user_id: null,
    user_name: name,
    created_at: now,
    good_until: new Date(now.getTime() + goodForMs(opr)),
  })
}
