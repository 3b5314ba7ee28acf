import { claimList, type claimRoutes } from '@swath/contract/claims'
import type { Handlers } from '../../platform/http/context.ts'
import { listFile } from '../../platform/listing/list-file.ts'
import type { Services } from '../../platform/services.ts'
import { suspicionRows } from './claims.queries.ts'
import { presentSuspicion } from './present-suspicion.ts'

type Calls = Handlers<typeof claimRoutes>

const listClaimSuspicions =
  ({ readDb }: Services): Calls['listClaimSuspicions'] =>
  async ({ query }, { caller, language }) => {
    const [rows, total] = await Promise.all([
      suspicionRows.page(readDb, caller.scope, query, query),
      suspicionRows.count(readDb, caller.scope, query),
    ])
    return {
      items: rows.map((row) => presentSuspicion(row, language)),
      total,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
    }
  }

const exportClaimSuspicions =
  ({ readDb }: Services): Calls['exportClaimSuspicions'] =>
  async ({ query }, context) =>
    listFile(claimList, { format: query.format }, context, {
      rows: suspicionRows.each(readDb, context.caller.scope, query),
      present: (row) => presentSuspicion(row, context.language),
      cells: {
        other: ({ other_drone_id, other_drone_name, other_start_at }) =>
          other_start_at &&
          `${other_drone_name} (${other_drone_id}) ${other_start_at.toISOString()}`,
      },
    })

export const claimHandlers = (services: Services): Calls => ({
  listClaimSuspicions: listClaimSuspicions(services),
  exportClaimSuspicions: exportClaimSuspicions(services),
})
