import type { RowKind } from '../../../platform/change/change.ts'
import { managesPlansOf } from './group-presenters.ts'
import { lockGroupPlan, type WholePlan } from './group-control.queries.ts'

export const groupPlanKind: RowKind<WholePlan, 'change'> = {
  type: 'group-plan',
  lock: (trx, { caller }, id) => lockGroupPlan(trx, caller.scope, id),
  refusal: ({ caller }, row) => (managesPlansOf(caller, row.account_id) ? null : 'forbidden'),
  identify: (row) => row,
  readVersion: (row) => row.version,
}
