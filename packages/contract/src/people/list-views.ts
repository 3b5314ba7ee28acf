import { z } from 'zod'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Own profile')
const path = '/api/user/baseaccount/listViews'

const ListName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,39}$/)
  .describe('Which list, as the console names it')
export const ListView = z
  .strictObject({
    name: z.string().trim().min(1).max(40),
    query: z
      .string()
      .max(2000)
      .describe('Filters, order and rows a page, as they stand in the address'),
  })
  .meta({ id: 'ListView' })
export type ListView = z.infer<typeof ListView>
/** Of one list. */
export const viewsAtMost = 20

export const listViewRoutes = {
  getOwnListViews: route('GET', path, {
    summary: 'Filters of a list that the person keeps under names',
    policy: { unchecked: true },
    query: z.object({ list: ListName }),
    out: z.object({ items: z.array(ListView) }),
  }),
  keepOwnListViews: route('PUT', path, {
    summary: 'Keep these views of a list in the place of those kept before',
    policy: { unchecked: true },
    body: z.strictObject({ list: ListName, items: z.array(ListView).max(viewsAtMost) }),
    out: z.object({ items: z.array(ListView) }),
  }),
}
