import { canManageEquipment } from '@swath/domain/access/drone-abilities'
import type { RowKind } from '../../../platform/change/change.ts'
import { lockLog } from './flight-logs.queries.ts'

type LockedLog = NonNullable<Awaited<ReturnType<typeof lockLog>>>

export const logKind: RowKind<LockedLog, 'change'> = {
  type: 'flight-log',
  lock: (trx, { caller }, id) => lockLog(trx, caller.scope, id),
  refusal: ({ caller }) => (canManageEquipment(caller) ? null : 'forbidden'),
  identify: ({ id, file_name: name }) => ({ id, name }),
}
