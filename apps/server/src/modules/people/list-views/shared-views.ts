// Views of lists that people share with everyone of their account. A view has filters and an order,
// never rows: what a reader sees with it depends on the reader.
import {
  sharedViewsAtMost,
  type listViewRoutes,
  type SharedListView,
} from '@swath/contract/people/list-views'
import type { Caller } from '@swath/domain/access/caller'
import { createChanges, nothing, type RowKind } from '../../../platform/change/change.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { managesStaff } from '../members/member-words.ts'
import {
  deleteShared,
  holdShared,
  listShared,
  lockShared,
  putShared,
  type SharedRow,
} from './list-views.queries.ts'

type Calls = Pick<
  Handlers<typeof listViewRoutes>,
  'listSharedViews' | 'shareListView' | 'unshareListView'
>

/** Its author, and people who manage the account's staff, because authors may leave. */
const mayUnshare = (caller: Caller, { shared_by }: SharedRow): boolean =>
  shared_by === caller.userId || managesStaff(caller)

const present = (row: SharedRow, caller: Caller): SharedListView => ({
  viewId: row.id,
  name: row.name,
  query: row.query,
  sharedByName: row.shared_by_name,
  own: row.shared_by === caller.userId,
  sharedAt: row.shared_at.toISOString(),
  can: { unshare: mayUnshare(caller, row) },
})

const sharedKind: RowKind<SharedRow, 'unshare'> = {
  type: 'list-view',
  lock: (trx, { caller }, id) => lockShared(trx, caller.accountId, id),
  refusal: ({ caller }, row) => (mayUnshare(caller, row) ? null : 'forbidden'),
  identify: (row) => row,
}

export const sharedViewHandlers = (services: Services): Calls => {
  const { record, change } = createChanges(services)
  return {
    listSharedViews: async ({ query: { list } }, { caller }) => ({
      items: (await listShared(services.db, caller.accountId, list)).map((row) =>
        present(row, caller),
      ),
    }),

    shareListView: ({ body: { list, name, query } }, context) => {
      const { caller } = context
      return record(context, async (trx, now) => {
        await holdShared(trx, caller.accountId)
        const shared = await listShared(trx, caller.accountId, list)
        const before = shared.find((row) => row.name === name && row.shared_by === caller.userId)
        if (!before && shared.length >= sharedViewsAtMost)
          fail('too_many_shared_views', { count: sharedViewsAtMost })
        const row = {
          id: before?.id ?? uuidv7(services.clock.now()),
          account_id: caller.accountId,
          list,
          name,
          query,
          shared_by: caller.userId,
          shared_by_name: caller.userName,
          shared_at: now,
        }
        return {
          action: 'list-view.share',
          object: { type: 'list-view', id: row.id, name },
          ...(before ? { before: { query: before.query } } : {}),
          after: { query },
          details: { list },
          write: () => putShared(trx, row),
          answer: async () => present(before?.query === query ? before : row, caller),
        }
      })
    },

    unshareListView: ({ params: { viewId } }, context) =>
      change(
        context,
        sharedKind,
        { id: viewId, to: 'unshare', action: 'list-view.unshare' },
        async (trx, { list, query, shared_by_name: sharedBy }) => ({
          details: { before: { list, query, sharedBy } },
          write: () => deleteShared(trx, viewId),
          answer: nothing,
        }),
      ),
  }
}
