import { z } from 'zod'
import { ListView, type listViewRoutes } from '@swath/contract/people/list-views'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { keepViews, readViews } from './list-views.queries.ts'
import { sharedViewHandlers } from './shared-views.ts'

/** Stored views of an older version that are no longer valid are left out. */
const Kept = z.array(ListView).catch([])

export const listViewHandlers = (services: Services): Handlers<typeof listViewRoutes> => ({
  ...sharedViewHandlers(services),

  getOwnListViews: async ({ query }, { caller }) => ({
    items: Kept.parse((await readViews(services.db, caller.userId, query.list)) ?? []),
  }),

  keepOwnListViews: async ({ body: { list, items } }, { caller }) => {
    await keepViews(services.db, caller.userId, list, items)
    return { items }
  },
})
