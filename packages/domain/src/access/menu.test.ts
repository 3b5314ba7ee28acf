import { describe, expect, test } from 'vitest'
import { pickFirstScreen, pickHome, pickInstead, pathAfterSignIn } from './landing.ts'
import { buildMenu } from './menu.ts'
import { listScreens } from './policy.ts'
import type { CallerFacts, ThemeFacts } from './policy-facts.ts'
import { rightsByUserType, type UserType } from './rights.ts'
import { accountTypes, screens as allScreens, type AccountType, type Screen } from './screens.ts'

const theme: ThemeFacts = { hasWorkbench: true, hasStatScreen: true, screensRemoved: [] }
const facts = (
  accountType: AccountType,
  userType: UserType = 1,
  more: Partial<CallerFacts> = {},
): CallerFacts => ({
  accountType,
  userType,
  operatorType: null,
  checkStatus: 'passed',
  tag: null,
  accountScreens: null,
  vipLevel: 1,
  canCreateSub: true,
  leaseAccount: true,
  tenant: true,
  rights: rightsByUserType[userType],
  ...more,
})
const menuFor = (person: CallerFacts, existing: Iterable<Screen> = allScreens, language = 'en') =>
  buildMenu({
    ...person,
    screens: listScreens(person, theme),
    existing: new Set(existing),
    language,
    hasManufacturers: true,
  })
const linked = (person: CallerFacts, existing?: Iterable<Screen>, language?: string) =>
  menuFor(person, existing, language).flatMap((item) =>
    item.kind === 'screen' ? [item.screen] : item.kind === 'group' ? item.screens : [],
  )

/** Opened from a list or from the header. */
const notInMenus: readonly Screen[] = [
  'stat-screen',
  'unified-task-drone-list',
  'unified-task-chart',
  'drone-statistics',
  'client-chart',
]

describe('the side menu', () => {
  test.each(accountTypes)(
    'of a %s account links each of its screens once, and no other',
    (type) => {
      const own = listScreens(facts(type), theme).filter((screen) => !notInMenus.includes(screen))
      expect(linked(facts(type), allScreens, 'th').toSorted()).toEqual(own.toSorted())
    },
  )

  test('leaves out screens that do not exist, and empty groups', () => {
    expect(menuFor(facts('platform'), ['monitor', 'drone-list'])).toEqual([
      { kind: 'screen', screen: 'monitor' },
      { kind: 'group', group: 'business', screens: ['drone-list'] },
      { kind: 'action', action: 'settings' },
      { kind: 'action', action: 'sign-out' },
    ])
  })

  test('shows the data overview to platform accounts only in Thai', () => {
    expect(linked(facts('platform'), allScreens, 'zh-CN')).not.toContain('stat-overview')
    expect(linked(facts('platform'), allScreens, 'th')).toContain('stat-overview')
    expect(linked(facts('government'), allScreens, 'zh-CN')).toContain('stat-overview')
  })

  test('shows leasing to lease accounts and tenants', () => {
    const groups = (person: CallerFacts) =>
      menuFor(person).flatMap((item) => (item.kind === 'group' ? [item.group] : []))
    expect(groups(facts('operator', 1, { leaseAccount: false, tenant: false }))).not.toContain(
      'leasing',
    )
    expect(groups(facts('operator', 1, { leaseAccount: false }))).toContain('leasing')
    expect(groups(facts('government'))).not.toContain('leasing')
  })

  test('shows a tenant leasing only with a list of manufacturers, a lessor always', () => {
    const tenant = facts('operator', 1, { leaseAccount: false })
    const menu = (person: CallerFacts) =>
      buildMenu({
        ...person,
        screens: listScreens(person, theme),
        existing: new Set(allScreens),
        language: 'en',
        hasManufacturers: false,
      })
    const leasing = { kind: 'group', group: 'leasing' }
    expect(menu(tenant)).not.toContainEqual(expect.objectContaining(leasing))
    expect(menuFor(tenant)).toContainEqual(expect.objectContaining(leasing))
    expect(menu(facts('operator'))).toContainEqual(expect.objectContaining(leasing))
    const platform = facts('platform', 1, { leaseAccount: false, tenant: false })
    expect(menuFor(platform)).not.toContainEqual(expect.objectContaining(leasing))
    expect(menu(facts('platform'))).toContainEqual(expect.objectContaining(leasing))
    // A lease manager has no other entry.
    const manager = facts('platform', 6, { leaseAccount: false, tenant: false })
    expect(menu(manager)).toContainEqual(expect.objectContaining(leasing))
  })

  test('ends with settings and sign-out, for everyone', () => {
    for (const type of accountTypes)
      expect(menuFor(facts(type, 2)).map((item) => item.kind)).toEqual(['action', 'action'])
  })
})

describe('landing', () => {
  test('an unknown path leads a lease manager to the leases, the platform to its statistics, others to the monitor', () => {
    expect(pickHome(facts('operator', 6), listScreens(facts('operator', 6), theme))).toBe(
      'lease-list',
    )
    expect(pickHome(facts('platform'), listScreens(facts('platform'), theme))).toBe('stat-screen')
    expect(
      pickHome(
        facts('platform'),
        listScreens(facts('platform'), { ...theme, hasStatScreen: false }),
      ),
    ).toBe('monitor')
    expect(pickHome(facts('government'), listScreens(facts('government'), theme))).toBe('monitor')
  })

  test('never leads to a screen that the person does not have', () => {
    const tenant = facts('operator', 6, { leaseAccount: false })
    expect(pickHome(tenant, listScreens(tenant, theme))).toBe('bill-list')
    const waiting = facts('manufacturer', 1, { checkStatus: 'waiting' })
    expect(pickHome(waiting, listScreens(waiting, theme))).toBe('account-detail')
    expect(pickHome(facts('farmer', 2), [])).toBe(null)
  })

  test("a refused screen leads a sub-platform's people to the monitor, all others to where / leads", () => {
    const screens = listScreens(facts('platform'), theme)
    expect(pickInstead(facts('platform', 1, { tag: 'north' }), screens)).toBe('monitor')
    expect(pickInstead(facts('platform'), screens)).toBe('workbench')
  })

  test('/ leads to the workbench, where the host has one', () => {
    const screensOf = (person: CallerFacts, hasWorkbench: boolean) =>
      listScreens(person, { ...theme, hasWorkbench })
    for (const type of ['platform', 'government', 'manufacturer', 'operator'] as const)
      expect(pickFirstScreen(facts(type), screensOf(facts(type), true))).toBe('workbench')
    expect(pickFirstScreen(facts('operator'), screensOf(facts('operator'), false))).toBe('monitor')
    expect(pickFirstScreen(facts('farmer'), screensOf(facts('farmer'), true))).toBe('monitor')
    expect(pickFirstScreen(facts('operator', 6), screensOf(facts('operator', 6), true))).toBe(
      'lease-list',
    )
  })

  test('after the sign-in, accounts awaiting review see their own page', () => {
    expect(pathAfterSignIn(facts('operator'))).toBe('/')
    expect(pathAfterSignIn(facts('operator', 1, { checkStatus: 'waiting' }))).toBe(
      '/redirect_to_account',
    )
    expect(pathAfterSignIn(facts('government', 1, { checkStatus: 'rejected' }))).toBe('/')
  })
})
