import { expect, test } from 'vitest'
import { listViewRoutes } from '@swath/contract/people/list-views'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole } from '../../../platform/http/testing-console.ts'
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
