import { expect, test } from 'vitest'
import type { RouteObject } from 'react-router'
import { createRouter } from './router.tsx'
import { screenLines } from './screens.ts'

/** Every route of the specification (section 2) that is a screen of the console, in its groups. */
const specified: Readonly<Record<string, readonly string[]>> = {
  '': ['/stat-screen', '/stat/overview', '/workbench'],
  '/monitor_manage': ['/monitor'],
  '/business_manage': [
    '/unified-task-list',
    '/unified-task-list/:id/drone-list',
    '/unified-task-list/:id/chart',
    '/subsidy-list',
    '/rtk-list',
    '/block-list',
    '/group-control',
    '/flight-control',
    '/drone-list',
    '/drone-model-list',
    '/tools',
    '/app-log',
    '/firmware-list',
    '/ground-station-config',
    '/accessory-white-list',
    '/no-fly-zone-list',
  ],
  '/institution_manage': [
    '/account-list',
    '/account-apply-list',
    '/user-apply-list',
    '/sub-company-list',
    '/account-detail',
    '/system-log-list',
    '/member-list',
    '/order-list',
    '/invoice-list',
    '/team-list',
  ],
  '/bulletin_manage': ['/bulletin-list', '/bulletin-create'],
  '/data_stat_manage': ['/data-stat-list', '/data-stat-list/~/drone-statistics'],
  '/leasing_business': [
    '/lease-data-stat',
    '/client-list',
    '/client-list/:id/chart',
    '/lease-list',
    '/bill-list',
    '/work-record',
    '/operator-data-stat',
    '/basic-price-list',
  ],
}

test.each(Object.entries(specified))('%s: every route opens a screen', (group, routes) => {
  const paths: readonly string[] = screenLines.map(({ path }) => path)
  expect(routes.map((route) => group + route).filter((path) => !paths.includes(path))).toEqual([])
})

/** Routes without a session, and the two that only redirect. */
const besides = ['/login', '/register', '/retrieve-password', '/', '/redirect_to_account', '*']

const pathsOf = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...pathsOf(children)])

test('public routes, redirects and every screen are routes', () => {
  const paths = pathsOf(createRouter().routes as RouteObject[])
  const screens = Object.entries(specified).flatMap(([group, routes]) =>
    routes.map((route) => group + route),
  )
  expect([...besides, ...screens].filter((path) => !paths.includes(path))).toEqual([])
})

test('an id that is a number must be one in the URL', () => {
  const numeric = ['unified-task-list/:id/drone-list', 'unified-task-list/:id/chart']
  for (const path of [
    ...numeric.map((one) => `/business_manage/${one}`),
    '/leasing_business/client-list/:id/chart',
  ])
    expect(screenLines.find((line) => line.path === path)?.numbers).toContain('id')
})
