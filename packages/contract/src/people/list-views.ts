import { z } from 'zod'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Own profile')
const path = '/api/user/baseaccount/listViews'

const ListName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,39}$/)
  .describe('Name of the list in the console')
export const ListView = z
  .strictObject({
    name: z.string().trim().min(1).max(40),
    query: z.string().max(2000).describe('Filters, order and page size as a URL query string'),
  })
  .meta({ id: 'ListView' })
export type ListView = z.infer<typeof ListView>
/** Maximum number of saved views per list. */
export const viewsAtMost = 20

export const listViewRoutes = {
  getOwnListViews: route('GET', path, {
    summary: 'List the caller’s saved views of a list',
    policy: { unchecked: true },
    query: z.object({ list: ListName }),
    out: z.object({ items: z.array(ListView) }),
  }),
  keepOwnListViews: route('PUT', path, {
    summary: 'Replace all of the caller’s saved views of a list',
    policy: { unchecked: true },
    body: z.strictObject({ list: ListName, items: z.array(ListView).max(viewsAtMost) }),
    out: z.object({ items: z.array(ListView) }),
  }),
}
