// Presents a lease and the actions of a caller.
import type { Lease } from '@swath/contract/money/leases'
import type { Caller } from '@swath/domain/access/caller'
import { muFromM2 } from '@swath/domain/units'
import type { RowKind } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { managesAs, presentPrices } from './client-presenters.ts'
import { findLease, lockLease, type LeaseRecord, type LeaseRow } from './leases.queries.ts'

const isOpen = (row: Pick<LeaseRecord, 'returned_at' | 'cancelled_at'>): boolean =>
  row.returned_at === null && row.cancelled_at === null

export const leaseKind: RowKind<LeaseRecord, 'end'> = {
  type: 'lease',
  lock: (trx, { caller }, id) => lockLease(trx, caller, id),
  refusal: ({ caller }, row) => {
    if (!managesAs(caller, 'lease.manage', row.lessor_account_id)) return 'forbidden'
    return isOpen(row) ? null : 'lease_closed'
  },
  identify: ({ id, drone_name: name }) => ({ id: String(id), name }),
  readVersion: ({ version }) => version,
}

/** The tenant does not see fields that are for the lessor only. */
const isOfLessor = ({ scope }: Caller, lessorAccountId: string): boolean =>
  scope.kind === 'all' || (scope.kind === 'accounts' && scope.accountIds.includes(lessorAccountId))

export const presentLease = (row: LeaseRow, caller: Caller): Lease => {
  const may = managesAs(caller, 'lease.manage', row.lessor_account_id) && isOpen(row)
  const knowsAll = isOfLessor(caller, row.lessor_account_id)
  return {
    leaseId: String(row.id),
    id: String(row.id),
    droneId: row.drone_id,
    droneName: row.drone_name,
    modelName: row.model_name,
    lessorAccountId: row.lessor_account_id,
    lessorAccountName: row.lessor_name,
    clientId: row.client_id === null ? null : String(row.client_id),
    clientName: row.client_name,
    usedByName: knowsAll ? row.used_by_name : null,
    rentalModel: row.rental_model,
    chargeBy: row.charge_by,
    ...presentPrices(row),
    sortieCount: row.sorties,
    coveredArea: muFromM2(row.covered_m2),
    flightTime: row.duration_s,
    contractId: row.contract_id,
    shareToken: knowsAll ? row.share_token : null,
    note: knowsAll ? row.note : '',
    state: row.state,
    startsAt: row.starts_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    returnTime: row.state === 'returned' ? (row.ended_at?.toISOString() ?? null) : null,
    createdBy: row.created_by,
    version: row.version,
    can: { return: may, cancel: may },
  }
}

export const readLease = async (from: Db | Tx, caller: Caller, id: number): Promise<Lease> =>
  presentLease((await findLease(from, caller, id)) ?? fail('not_found'), caller)
