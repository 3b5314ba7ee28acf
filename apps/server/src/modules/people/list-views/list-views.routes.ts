import { z } from 'zod'
import { ListView, type listViewRoutes } from '@swath/contract/people/list-views'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { keepViews, readViews } from './list-views.queries.ts'

/** Stored views of an older version that are no longer valid are left out. */
const Kept = z.array(ListView).catch([])

export const listViewHandlers = ({ db }: Services): Handlers<typeof listViewRoutes> => ({
  getOwnListViews: async ({ query }, { caller }) => ({
    items: Kept.parse((await readViews(db, caller.userId, query.list)) ?? []),
  }),

  keepOwnListViews: async ({ body: { list, items } }, { caller }) => {
    await keepViews(db, caller.userId, list, items)
    return { items }
  },
})
