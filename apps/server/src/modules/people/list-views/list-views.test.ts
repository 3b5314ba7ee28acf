import { describe, expect, test } from 'vitest'
import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import {
  listViewRoutes,
  sharedViewsAtMost,
  type SharedListView,
} from '@swath/contract/people/list-views'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { loadRegionTable } from '../regions/regions.seed.ts'
import { listViewHandlers } from './list-views.routes.ts'

const database = await ownTestDatabase(loadRegionTable)

test("getOwnListViews and keepOwnListViews: a person's own, by list; other settings stay", async () => {
  const console_ = await openConsole(database, listViewRoutes, listViewHandlers, Date.now())
  const li = await console_.person(
    { type: 'operator' },
    { settings: JSON.stringify({ language: 'ko' }) },
  )
  const other = await console_.colleague(li, {})
  const views = [{ name: '闲置 “A”', query: 'flight=offline&sortParam=-workArea' }]
  expect(await console_.ask(li, 'getOwnListViews', { query: { list: 'drones' } })).toEqual({
    items: [],
  })
  expect(
    await console_.ask(li, 'keepOwnListViews', { body: { list: 'drones', items: views } }),
  ).toEqual({ items: views })
  await console_.ask(li, 'keepOwnListViews', { body: { list: 'members', items: [] } })
  expect(await console_.ask(li, 'getOwnListViews', { query: { list: 'drones' } })).toEqual({
    items: views,
  })
  expect(await console_.ask(other, 'getOwnListViews', { query: { list: 'drones' } })).toEqual({
    items: [],
  })
  const { settings } = await database.db
    .selectFrom('app_user')
    .select('settings')
    .where('id', '=', li.id)
    .executeTakeFirstOrThrow()
  expect(settings).toEqual({ language: 'ko', views: { drones: views, members: [] } })
  for (const body of [
    { list: '../x', items: [] },
    { list: 'drones', items: [{ name: '', query: '' }] },
    { list: 'drones', items: Array(21).fill(views[0]) },
  ]) {
    expect((await console_.refusal(li, 'keepOwnListViews', { body }))[0]).toBe(400)
  }
  await console_.close()
})

describe('views shared with the account', () => {
  test('colleagues see and copy them, the author and managers end it, others see nothing', async () => {
    const console_ = await openConsole(database, listViewRoutes, listViewHandlers, Date.now())
    const author = await console_.person({ type: 'operator' }, { name: 'Owner' })
    const clerk = await console_.colleague(author, { name: 'Clerk', user_type: 3, rights: [] })
    const pilot = await console_.colleague(author, { name: 'Pilot', user_type: 2 })
    const foreign = await console_.person({ type: 'operator' })
    const view = { name: 'Idle drones', query: 'flight=offline' }
    const shared = async (person: TestPerson, list = 'drones') =>
      (
        await console_.ask<Answer<Api['listSharedViews']>>(person, 'listSharedViews', {
          query: { list },
        })
      ).items
    const share = (person: TestPerson, given = view, list = 'drones') =>
      console_.ask<SharedListView>(person, 'shareListView', { body: { list, ...given } })
    const unshare = (viewId: string) => ({ params: { viewId } })

    const { viewId, ...first } = await share(clerk)
    expect(first).toMatchObject({ ...view, own: true, sharedByName: 'Clerk' })
    expect(await shared(pilot)).toMatchObject([
      { ...view, viewId, own: false, can: { unshare: false } },
    ])
    expect(await shared(author)).toMatchObject([{ viewId, own: false, can: { unshare: true } }])
    expect(await shared(foreign)).toEqual([])
    expect(await shared(pilot, 'members')).toEqual([])

    // The same name again replaces it; other people may use the name too.
    expect((await share(clerk, { ...view, query: 'flight=air' })).viewId).toBe(viewId)
    expect((await share(pilot)).viewId).not.toBe(viewId)
    expect((await shared(author)).map(({ query }) => query).sort()).toEqual([
      'flight=air',
      'flight=offline',
    ])

    expect(await console_.refusal(pilot, 'unshareListView', unshare(viewId))).toEqual([
      403,
      'forbidden',
    ])
    expect(await console_.refusal(foreign, 'unshareListView', unshare(viewId))).toEqual([
      404,
      'not_found',
    ])
    await console_.ask(author, 'unshareListView', unshare(viewId))
    expect(await shared(clerk)).toMatchObject([{ sharedByName: 'Pilot', can: { unshare: false } }])
    const [own] = await shared(pilot)
    await console_.ask(pilot, 'unshareListView', unshare(own!.viewId))
    expect(await shared(clerk)).toEqual([])

    const logged = await database.db
      .selectFrom('audit_log')
      .where('account_id', '=', author.account.id)
      .where('object_type', '=', 'list-view')
      .select(['action', 'user_name', 'object_name'])
      .orderBy('number')
      .execute()
    expect(logged.map(({ action, user_name: by }) => `${action} ${by}`)).toEqual([
      'list-view.share Clerk',
      'list-view.share Clerk',
      'list-view.share Pilot',
      'list-view.unshare Owner',
      'list-view.unshare Pilot',
    ])
    await console_.close()
  })

  test('an account shares at most 50 views of a list', async () => {
    const console_ = await openConsole(database, listViewRoutes, listViewHandlers, Date.now())
    const author = await console_.person({ type: 'operator' })
    const share = (name: string, list = 'drones') => ({ body: { list, name, query: '' } })
    for (let i = 0; i < sharedViewsAtMost; i++)
      await console_.ask(author, 'shareListView', share(`View ${i}`))
    expect(await console_.refusal(author, 'shareListView', share('One more'))).toEqual([
      409,
      'too_many_shared_views',
    ])
    await console_.ask(author, 'shareListView', share('View 0'))
    await console_.ask(author, 'shareListView', share('One more', 'members'))
    await console_.close()
  })
})
