import { describe, expect, test } from 'vitest'
import { leasingScreens, mayCall, scopeOf, screensOf, type CallerFacts, type ThemeFacts } from './policy.ts'
import { rightsOf, userTypes, type UserType } from './rights.ts'
import { accountTypes, screens as allScreens, type AccountType, type Screen } from './screens.ts'

const theme: ThemeFacts = { hasWorkbench: true, hasStatScreen: true, screensRemoved: [] }
const facts = (accountType: AccountType, userType: UserType = 1, more: Partial<CallerFacts> = {}): CallerFacts => ({
  accountType, userType, operatorType: accountType === 'operator' ? 'team' : null, checkStatus: 2, tag: null, accountScreens: null,
  vipLevel: 0, canCreateSub: false, leaseAccount: false, tenant: false, rights: rightsOf[userType], ...more,
})
const has = (person: CallerFacts, host: ThemeFacts = theme) => new Set(screensOf(person, host))

// Every fact with its values, and for which account types it can differ at all.
const someScreens: readonly Screen[] = ['monitor', 'drone-list', 'account-list', 'stat-screen', 'bill-list']
const dimensions = {
  check: [2, 1, 3],
  user: userTypes,
  account: [...accountTypes],
  kind: ['team', 'personal'],
  tag: ['none', 'tag', 'tag+list'],
  vip: [0, 1],
  sub: ['no', 'yes'],
  lease: ['no', 'yes'],
  tenant: ['no', 'yes'],
  theme: ['full', 'no-workbench', 'no-stat-screen', 'firmware-removed'],
} as const
type Dimension = keyof typeof dimensions
type Combination = { [K in Dimension]: (typeof dimensions)[K][number] }
const themes: Record<Combination['theme'], ThemeFacts> = {
  'full': theme,
  'no-workbench': { ...theme, hasWorkbench: false },
  'no-stat-screen': { ...theme, hasStatScreen: false },
  'firmware-removed': { ...theme, screensRemoved: ['firmware-list', 'ground-station-config', 'accessory-white-list', 'stat-screen'] },
}
const names = Object.keys(dimensions) as Dimension[]

const combinations = (left: readonly Dimension[] = names): Combination[] => {
  const [name, ...rest] = left
  if (name === undefined) return [{} as Combination]
  const others = combinations(rest)
  return dimensions[name].flatMap((value) => others.map((other) => ({ ...other, [name]: value })))
}

const factsOf = (one: Combination): CallerFacts => facts(one.account, one.user, {
  checkStatus: one.check,
  operatorType: one.account === 'operator' ? one.kind : null,
  tag: one.tag === 'none' ? null : 'north', accountScreens: one.tag === 'tag+list' ? someScreens : null,
  vipLevel: one.vip, canCreateSub: one.sub === 'yes', leaseAccount: one.lease === 'yes', tenant: one.tenant === 'yes',
})

/** The screens in words: all of a long list is told by what is missing from the fullest of the account type. */
const outcomeOf = (one: Combination): string => {
  const own = screensOf(factsOf(one), themes[one.theme])
  const fullest = screensOf(facts(one.account, 1, { vipLevel: 9, canCreateSub: true, leaseAccount: true, tenant: true }), theme)
  const missing = fullest.filter((screen) => !own.includes(screen))
  if (own.length === 0) return 'nothing'
  if (missing.length === 0) return `ALL OF ${one.account.toUpperCase()}`
  return own.length <= missing.length ? own.join(' ') : `all but ${missing.join(' ')}`
}

/** One line an outcome: facts that make no difference where the line stands are left out. */
const linesOf = (list: readonly (readonly [Combination, string])[], left: readonly Dimension[], path: string): string[] => {
  const first = list[0]![1]
  if (list.every(([, outcome]) => outcome === first)) return [`${path.trim() || 'anyone'} | ${first}`]
  const [name, ...rest] = left
  const parts = dimensions[name!].map((value) => [value, linesOf(list.filter(([one]) => one[name!] === value), rest, '')] as const)
  const groups = Map.groupBy(parts, ([, lines]) => lines.join('\n'))
  return [...groups.values()].flatMap((group) => {
    const label = group.length === dimensions[name!].length ? '' : ` ${name}=${group.map(([value]) => value).join('/')}`
    return group[0]![1].map((line) => `${path}${label} ${line.replace(/^anyone/, '')}`.replace(/ +/g, ' ').trim())
  })
}

describe('every combination of facts', () => {
  const every = combinations().map((one) => [one, outcomeOf(one)] as const)

  test('gives the screens that were read and agreed', async () => {
    const fullest = accountTypes.map((type) => `ALL OF ${type.toUpperCase()}\n  ${screensOf(facts(type, 1,
      { vipLevel: 9, canCreateSub: true, leaseAccount: true, tenant: true }), theme).join(' ')}`)
    const order: Dimension[] = ['check', 'user', 'account', 'tag', 'kind', 'lease', 'tenant', 'vip', 'sub', 'theme']
    const text = `${fullest.join('\n')}\n\n${linesOf(every, order, '').join('\n')}\n`
    await expect(text).toMatchFileSnapshot('./policy.golden.txt')
  })

  test('staff and business administrators never have more than the super admin of the account', () => {
    for (const [one] of every) {
      const own = screensOf(factsOf(one), themes[one.theme])
      const superAdmin = new Set(screensOf(factsOf({ ...one, user: 1 }), themes[one.theme]))
      expect(own.filter((screen) => !superAdmin.has(screen))).toEqual([])
    }
  })

  test('a host takes away and never adds', () => {
    for (const [one] of every) {
      const full = new Set(screensOf(factsOf({ ...one, theme: 'full' }), theme))
      expect(screensOf(factsOf(one), themes[one.theme]).every((screen) => full.has(screen))).toBe(true)
    }
  })

  test('an account that has not passed shows its own page alone', () => {
    for (const [one] of every) {
      if (one.check !== 2) expect(screensOf(factsOf(one), themes[one.theme])).toEqual(one.user === 2 ? [] : ['account-detail'])
    }
  })

  test('a farmer has three screens at most, whatever the flags', () => {
    for (const [one] of every) {
      if (one.account !== 'farmer') continue
      const own = screensOf(factsOf(one), themes[one.theme])
      expect(own.every((screen) => ['monitor', 'block-list', 'account-detail'].includes(screen))).toBe(true)
    }
    expect(screensOf(facts('farmer'), theme).toSorted()).toEqual(['account-detail', 'block-list', 'monitor'])
  })
})

describe('the text of the table', () => {
  test('each screen is somebody\'s', () => {
    const somebody = new Set(combinations().flatMap((one) => screensOf(factsOf(one), themes[one.theme])))
    expect(allScreens.filter((screen) => !somebody.has(screen))).toEqual([])
  })

  test('pilots have no screens', () => {
    for (const type of accountTypes) expect(screensOf(facts(type, 2), theme)).toEqual([])
  })

  test('staff see the watching screens that the account has', () => {
    expect(screensOf(facts('manufacturer', 3), theme).toSorted())
      .toEqual(['data-stat-list', 'drone-statistics', 'firmware-list', 'monitor', 'stat-overview', 'stat-screen', 'workbench'])
    expect(screensOf(facts('operator', 3), theme).toSorted()).toEqual(['data-stat-list', 'drone-statistics', 'monitor', 'workbench'])
  })

  test('a lease manager sees the leasing screens alone, and only those of the account', () => {
    expect(screensOf(facts('manufacturer', 6, { leaseAccount: true }), theme)).toEqual(leasingScreens)
    expect(screensOf(facts('manufacturer', 6), theme)).toEqual([])
    expect(screensOf(facts('operator', 6, { tenant: true }), theme)).toEqual(['bill-list', 'work-record', 'operator-data-stat'])
  })

  test('leasing: the lessor\'s side needs a lease account, both sides also a tenant', () => {
    expect(has(facts('manufacturer')).has('lease-list')).toBe(false)
    expect(has(facts('manufacturer', 1, { tenant: true })).has('bill-list')).toBe(false)
    expect(has(facts('operator', 1, { tenant: true })).has('bill-list')).toBe(true)
    expect(has(facts('operator', 1, { tenant: true })).has('client-list')).toBe(false)
    expect(has(facts('operator', 1, { leaseAccount: true })).has('client-list')).toBe(true)
    expect(has(facts('platform')).has('basic-price-list')).toBe(true)
    expect(has(facts('government', 1, { leaseAccount: true, tenant: true })).has('bill-list')).toBe(false)
  })

  test('the parts white list needs a vip level of manufacturers only', () => {
    expect(has(facts('manufacturer')).has('accessory-white-list')).toBe(false)
    expect(has(facts('manufacturer', 1, { vipLevel: 1 })).has('accessory-white-list')).toBe(true)
    expect(has(facts('platform')).has('accessory-white-list')).toBe(true)
    expect(has(facts('operator', 1, { vipLevel: 9 })).has('accessory-white-list')).toBe(false)
  })

  test('flight control and sub-companies need the sub-account right', () => {
    for (const type of ['platform', 'manufacturer', 'operator'] as const) {
      expect(has(facts(type)).has('flight-control')).toBe(false)
      expect(has(facts(type)).has('sub-company-list')).toBe(false)
      expect(has(facts(type, 1, { canCreateSub: true })).has('flight-control')).toBe(true)
      expect(has(facts(type, 1, { canCreateSub: true })).has('sub-company-list')).toBe(true)
    }
    expect(has(facts('government', 1, { canCreateSub: true })).has('sub-company-list')).toBe(false)
  })

  test('a personal operator has neither members nor teams', () => {
    expect(has(facts('operator', 1, { operatorType: 'personal' })).has('member-list')).toBe(false)
    expect(has(facts('operator', 1, { operatorType: 'personal' })).has('team-list')).toBe(false)
    expect(has(facts('operator')).has('member-list')).toBe(true)
    expect(has(facts('operator')).has('team-list')).toBe(true)
    expect(has(facts('government')).has('team-list')).toBe(false)
  })

  test('the system log and writing announcements ask for their right', () => {
    expect(has(facts('platform', 4)).has('system-log-list')).toBe(true)
    expect(has(facts('platform', 5)).has('system-log-list')).toBe(false)
    expect(has(facts('manufacturer', 5)).has('bulletin-create')).toBe(true)
    expect(has(facts('manufacturer', 1, { rights: [] })).has('bulletin-create')).toBe(false)
    expect(has(facts('operator')).has('bulletin-create')).toBe(false)
  })

  test('workbench and statistics screen follow the theme', () => {
    expect(has(facts('platform'), themes['no-workbench']).has('workbench')).toBe(false)
    expect(has(facts('operator')).has('workbench')).toBe(true)
    expect(has(facts('platform'), themes['no-stat-screen']).has('stat-screen')).toBe(false)
    expect(has(facts('operator')).has('stat-screen')).toBe(false)
  })

  test('a tag narrows a platform account to its list, and nobody else', () => {
    expect(screensOf(facts('platform', 1, { tag: 'north', accountScreens: someScreens }), theme).toSorted()).toEqual([...someScreens].toSorted())
    const manufacturer = facts('manufacturer', 1, { tag: 'north', accountScreens: someScreens })
    expect(screensOf(manufacturer, theme)).toEqual(screensOf(facts('manufacturer'), theme))
    // a list cannot give what the account type does not have
    expect(has(facts('platform', 1, { tag: 'north', accountScreens: ['sub-company-list'] })).size).toBe(0)
  })

  test('supervision belongs to the platform and to governments', () => {
    for (const screen of ['no-fly-zone-list', 'account-list', 'account-apply-list'] as const) {
      expect(accountTypes.filter((type) => has(facts(type)).has(screen))).toEqual(['platform', 'government'])
    }
  })
})

describe('calls', () => {
  const caller = facts('government', 5)
  test('a public call asks nothing', () => {
    expect(mayCall('public', facts('government', 2, { checkStatus: 1 }), [])).toBe('yes')
  })
  test('an account that has not passed may make only the calls marked so', () => {
    const waiting = facts('government', 1, { checkStatus: 1 })
    expect(mayCall({}, waiting, ['account-detail'])).toBe('unchecked')
    expect(mayCall({ unchecked: true }, waiting, ['account-detail'])).toBe('yes')
    expect(mayCall({ unchecked: true, screens: ['monitor'] }, waiting, ['account-detail'])).toBe('forbidden')
  })
  test('one of the screens is enough, and the right comes on top', () => {
    expect(mayCall({ screens: ['monitor', 'no-fly-zone-list'] }, caller, ['no-fly-zone-list'])).toBe('yes')
    expect(mayCall({ screens: ['drone-list'] }, caller, ['no-fly-zone-list'])).toBe('forbidden')
    expect(mayCall({ screens: ['no-fly-zone-list'], right: 'noFlyZone.manage' }, caller, ['no-fly-zone-list'])).toBe('yes')
    expect(mayCall({ screens: ['no-fly-zone-list'], right: 'staff.manage' }, caller, ['no-fly-zone-list'])).toBe('forbidden')
    expect(mayCall({}, caller, [])).toBe('yes')
    // screens named, but none: nobody's
    expect(mayCall({ screens: [] }, caller, ['monitor'])).toBe('forbidden')
  })
})

describe('scope', () => {
  const of = (accountType: AccountType, root: boolean, tag: string | null = null) => scopeOf({ accountType, root, tag, regionPrefix: '1563301', accountIds: ['a', 'b'] })
  test('only the account that runs the service sees everything', () => {
    expect(of('platform', true)).toEqual({ kind: 'all' })
    expect(of('platform', false)).toEqual({ kind: 'accounts', accountIds: ['a', 'b'], as: 'sub-platform' })
    expect(of('platform', true, 'north')).toEqual({ kind: 'accounts', accountIds: ['a', 'b'], as: 'sub-platform' })
  })
  test('a government sees by place, the others by account', () => {
    expect(of('government', true)).toEqual({ kind: 'region', prefix: '1563301' })
    for (const type of ['manufacturer', 'operator', 'farmer'] as const) {
      expect(of(type, true)).toEqual({ kind: 'accounts', accountIds: ['a', 'b'], as: type })
    }
  })
})
