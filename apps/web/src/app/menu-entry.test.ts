import { buildMenu } from '@swath/domain/access/menu'
import { listScreens } from '@swath/domain/access/policy'
import type { CallerFacts } from '@swath/domain/access/policy-facts'
import { rightsByUserType } from '@swath/domain/access/rights'
import { accountTypes, screens, type Screen } from '@swath/domain/access/screens'
import { describe, expect, test } from 'vitest'
import { findMenuEntry, findPageEntry } from './menu-entry.ts'
import { pathOfScreen, screenLines } from './screens.ts'

const theme = { hasWorkbench: true, hasStatScreen: true, screensRemoved: [] }
const facts = (more: Partial<CallerFacts>): CallerFacts => ({
  accountType: 'platform',
  userType: 1,
  operatorType: null,
  checkStatus: 'passed',
  tag: null,
  accountScreens: null,
  vipLevel: 1,
  canCreateSub: true,
  leaseAccount: true,
  tenant: false,
  rights: rightsByUserType[more.userType ?? 1],
  ...more,
})
const people: Readonly<Record<string, CallerFacts>> = {
  ...Object.fromEntries(accountTypes.map((type) => [type, facts({ accountType: type })])),
  'tenant': facts({ accountType: 'operator', leaseAccount: false, tenant: true }),
  'lease manager': facts({ accountType: 'manufacturer', userType: 6 }),
}

const menuOf = (person: CallerFacts): Screen[] =>
  buildMenu({
    ...person,
    screens: listScreens(person, theme),
    existing: new Set(screens),
    language: 'th',
    hasManufacturers: true,
  }).flatMap((item) =>
    item.kind === 'group' ? item.screens : item.kind === 'screen' ? [item.screen] : [],
  )

/** For each screen with a menu that the person may open, the entry it highlights. */
const litFor = (person: CallerFacts) => {
  const own = listScreens(person, theme)
  return screenLines
    .filter(({ isFullScreen }) => !isFullScreen)
    .filter(({ screen, alsoOn = [] }) => [screen, ...alsoOn].some((one) => own.includes(one)))
    .map((line) => ({ line, lit: findMenuEntry(line, menuOf(person)) }))
}
const litAt = (person: string, path: string): Screen | undefined =>
  litFor(people[person]!).find(({ line }) => line.path === path)?.lit

describe.each(Object.entries(people))('%s', (_name, person) => {
  const lit = litFor(person)
  test('each page in the menu highlights itself', () => {
    const wrong = lit.filter(
      ({ line, lit: entry }) =>
        menuOf(person).includes(line.screen) &&
        line.path === pathOfScreen(line.screen) &&
        entry !== line.screen,
    )
    expect(wrong.map(({ line, lit: entry }) => `${line.path}: ${entry}`)).toEqual([])
  })
  test('each other page highlights the entry whose path it continues, or one that it names', () => {
    const wrong = lit.filter(({ line, lit: entry }) =>
      entry === undefined
        ? line.menuEntries === undefined
        : !line.menuEntries?.includes(entry) &&
          !`${line.path}/`.startsWith(`${pathOfScreen(entry)}/`),
    )
    expect(wrong.map(({ line, lit: entry }) => `${line.path}: ${entry}`)).toEqual([])
  })
})

test('a contract highlights the clients for the lessor and the rentals for the tenant', () => {
  const contract = '/leasing_business/contract/:contractId'
  expect(
    ['platform', 'manufacturer', 'lease manager', 'tenant'].map((who) => litAt(who, contract)),
  ).toEqual(['client-list', 'client-list', 'client-list', 'operator-data-stat'])
})

test('a page about one row highlights its list', () => {
  expect(litAt('manufacturer', '/leasing_business/client-list/:id/chart')).toBe('client-list')
  expect(litAt('tenant', '/leasing_business/bill-list/statement/:id')).toBe('bill-list')
  expect(litAt('government', '/business_manage/unified-task-list/:id/chart')).toBe(
    'unified-task-list',
  )
  expect(litAt('platform', '/data_stat_manage/data-stat-list/~/drone-statistics')).toBe(
    'data-stat-list',
  )
})

test('a person who only scans a code on a drone is not sent to the monitor', () => {
  const scanned = '/leasing_business/shared-drone/:token'
  expect([litAt('farmer', scanned), litAt('tenant', scanned)]).toEqual([
    undefined,
    'operator-data-stat',
  ])
})

test('a tab highlights the entry of its page', () => {
  const pageFor = (path: string): string | undefined =>
    findPageEntry(
      screenLines.find((line) => line.path === path)!,
      menuOf(people['platform']!),
    )
  const alarms = '/bulletin_manage/bulletin-list/alarms'
  const flights = '/business_manage/drone-list/flights'
  expect(pageFor('/bulletin_manage/bulletin-list/claims')).toBe(alarms)
  expect(pageFor('/bulletin_manage/bulletin-list/messages')).toBe(alarms)
  expect(pageFor('/bulletin_manage/bulletin-list')).toBeUndefined()
  expect(pageFor('/business_manage/drone-list/simulated-flights')).toBe(flights)
  expect(pageFor('/business_manage/drone-list/playback')).toBe(flights)
})
