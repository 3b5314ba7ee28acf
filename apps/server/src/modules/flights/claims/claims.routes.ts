import { claimList, type ClaimState } from '@swath/contract/flights/claims'
import { createChanges } from '../../../platform/change/change.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import {
  commentClaim,
  decideClaim,
  lookAtClaim,
  reopenClaim,
  type Calls,
  type Deps,
} from './claim-steps.ts'
import { suspicionRows } from './claims.queries.ts'
import { presentSuspicion, readSuspicion } from './present-suspicion.ts'

const pickTotal = (
  counts: Record<ClaimState, number>,
  state: ClaimState | 'undecided' | 'all' = 'all',
): number => {
  if (state === 'all') return Object.values(counts).reduce((sum, count) => sum + count, 0)
  return state === 'undecided' ? counts.open + counts.looking : counts[state]
}

const listClaimSuspicions =
  ({ readDb }: Deps): Calls['listClaimSuspicions'] =>
  async ({ query }, context) => {
    const { scope } = context.caller
    const [rows, stats] = await Promise.all([
      suspicionRows.page(readDb, scope, query, query),
      suspicionRows.countStates(readDb, scope, query),
    ])
    return {
      items: rows.map((row) => presentSuspicion(row, context)),
      total: pickTotal(stats, query.state),
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      stats,
    }
  }

const exportClaimSuspicions =
  ({ readDb }: Deps): Calls['exportClaimSuspicions'] =>
  async ({ query }, context) =>
    listFile(claimList, query, context, {
      rows: suspicionRows.each(readDb, context.caller.scope, query),
      present: (row) => presentSuspicion(row, context),
      cells: {
        other: ({ other_drone_id, other_drone_name, other_start_at }) =>
          other_start_at &&
          `${other_drone_name} (${other_drone_id}) ${other_start_at.toISOString()}`,
      },
    })

export const claimHandlers = (services: Services): Calls => {
  const deps: Deps = { ...services, ...createChanges(services) }
  return {
    listClaimSuspicions: listClaimSuspicions(deps),
    exportClaimSuspicions: exportClaimSuspicions(deps),
    getClaimSuspicion: ({ params }, context) => readSuspicion(deps.db, context, params.suspicionId),
    lookAtClaim: lookAtClaim(deps),
    commentClaim: commentClaim(deps),
    decideClaim: decideClaim(deps),
    reopenClaim: reopenClaim(deps),
  }
}
