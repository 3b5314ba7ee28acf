import { z } from 'zod'
import { Time } from '../fields.ts'
import { id } from '../ids.ts'
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

export const SharedListView = ListView.extend({
  viewId: id('sharedListView'),
  sharedByName: z.string(),
  own: z.boolean().describe('Whether the caller shared it'),
  sharedAt: Time,
  can: z.object({ unshare: z.boolean() }),
}).meta({ id: 'SharedListView' })
export type SharedListView = z.infer<typeof SharedListView>
/** Maximum number of views per list that the people of an account share. */
export const sharedViewsAtMost = 50

export const listViewRoutes = {
  getOwnListViews: route('GET', path, {
    summary: 'List the caller’s saved views of a list',
    policy: { unchecked: true },
    query: z.object({ list: ListName }),
    out: z.object({ items: z.array(ListView) }),
  }),
  keepOwnListViews: route('PUT', path, {
    personOnly: true,
    summary: 'Replace all of the caller’s saved views of a list',
    policy: { unchecked: true },
    body: z.strictObject({ list: ListName, items: z.array(ListView).max(viewsAtMost) }),
    out: z.object({ items: z.array(ListView) }),
  }),
  listSharedViews: route('GET', `${path}/shared`, {
    summary: 'List the views of a list that people of the account share',
    policy: { unchecked: true },
    query: z.object({ list: ListName }),
    out: z.object({ items: z.array(SharedListView) }),
  }),
  shareListView: route('POST', `${path}/shared`, {
    personOnly: true,
    summary: 'Share a view with everyone of the account, replacing the caller’s of the same name',
    policy: { unchecked: true },
    body: ListView.extend({ list: ListName }),
    out: SharedListView,
    errors: ['too_many_shared_views'],
  }),
  unshareListView: route('DELETE', `${path}/shared/{viewId}`, {
    personOnly: true,
    summary: 'Stop sharing a view: its author, and people who manage the account’s staff',
    policy: { unchecked: true },
    params: z.object({ viewId: id('sharedListView') }),
    errors: ['not_found', 'forbidden'],
  }),
}
