// Open tasks for people who manage an account's drones: unpaid orders, and services about to end.
import type { WorkbenchCounts } from '@swath/contract/overview/workbench'
import type { Caller } from '@swath/domain/access/caller'
import { pickWarning } from '@swath/domain/service-terms'
import type { Db } from '../../../platform/database/database.ts'
import { orderRows } from './orders.queries.ts'
import { listEndings } from './services.queries.ts'

export const countOwnOrders = async (
  db: Db,
  { scope, accountId }: Pick<Caller, 'scope' | 'accountId'>,
  now: Date,
): Promise<WorkbenchCounts> => {
  const [unpaid, endings] = await Promise.all([
    // As many as the list that the line opens, with those of accounts below.
    scope.kind === 'accounts' ? orderRows.count(db, scope, { state: 'unpaid' }) : 0,
    listEndings(db, now, accountId),
  ])
  const due = endings.filter(({ year, today }) => pickWarning(year, today) !== null)
  const [first] = due.toSorted((a, b) => a.ends_at.getTime() - b.ends_at.getTime())
  return {
    'orders-unpaid': unpaid,
    'services-ending': {
      count: due.reduce((sum, { drone_count }) => sum + drone_count, 0),
      firstAt: first?.ends_at ?? null,
    },
  }
}
