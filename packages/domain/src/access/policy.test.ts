import { describe, expect, test } from 'vitest'
import { pickFirstScreen, pickHome, pickInstead, pathAfterSignIn } from './landing.ts'
import { buildMenu } from './menu.ts'
import { leasingScreens, mayCall, deriveScope, listScreens } from './policy.ts'
import type { CallerFacts, ThemeFacts } from './policy-facts.ts'
import { rights as allRights, rightsByUserType, userTypes, type UserType } from './rights.ts'
import { accountTypes, screens as allScreens, type AccountType, type Screen } from './screens.ts'
import {
  expectedEntries,
  expectedLanding,
  expectedScreens,
  screensWithoutEntry,
} from './testing-access-table.ts'

const theme: ThemeFacts = { hasWorkbench: true, hasStatScreen: true, screensRemoved: [] }
const facts = (
  accountType: AccountType,
  userType: UserType = 1,
  more: Partial<CallerFacts> = {},
): CallerFacts => ({
  accountType,
  userType,
  operatorType: accountType === 'operator' ? 'team' : null,
  checkStatus: 'passed',
  tag: null,
  accountScreens: null,
  vipLevel: 0,
  canCreateSub: false,
  leaseAccount: false,
  tenant: false,
  rights: rightsByUserType[userType],
  ...more,
})
const has = (person: CallerFacts, host: ThemeFacts = theme) => new Set(listScreens(person, host))

// Every fact with its values, and for which account types it can differ at all.
const someScreens: readonly Screen[] = [
  'monitor',
  'drone-list',
  'account-list',
  'stat-screen',
  'bill-list',
]
const dimensions = {
  check: ['passed', 'waiting', 'rejected'],
  user: userTypes,
  account: [...accountTypes],
  kind: ['team', 'personal'],
  tag: ['none', 'tag', 'tag+list'],
  vip: [0, 1],
  sub: ['no', 'yes'],
  lease: ['no', 'yes'],
  tenant: ['no', 'yes'],
  manufacturers: ['none', 'some'],
  rights: ['of the role', 'none', 'all'],
  theme: ['full', 'no-workbench', 'no-stat-screen', 'firmware-removed'],
} as const
type Dimension = keyof typeof dimensions
type Combination = { [K in Dimension]: (typeof dimensions)[K][number] }
const themes: Record<Combination['theme'], ThemeFacts> = {
  'full': theme,
  'no-workbench': { ...theme, hasWorkbench: false },
  'no-stat-screen': { ...theme, hasStatScreen: false },
  'firmware-removed': {
    ...theme,
    screensRemoved: [
      'firmware-list',
      'ground-station-config',
      'accessory-white-list',
      'stat-screen',
    ],
  },
}
const names = Object.keys(dimensions) as Dimension[]

const combinations = (left: readonly Dimension[] = names): Combination[] => {
  const [name, ...rest] = left
  if (name === undefined) return [{} as Combination]
  const others = combinations(rest)
  return dimensions[name].flatMap((value) => others.map((other) => ({ ...other, [name]: value })))
}

const toCallerFacts = (one: Combination): CallerFacts =>
  facts(one.account, one.user, {
    checkStatus: one.check,
    operatorType: one.account === 'operator' ? one.kind : null,
    rights:
      one.rights === 'of the role'
        ? rightsByUserType[one.user]
        : one.rights === 'all'
          ? allRights
          : [],
    tag: one.tag === 'none' ? null : 'north',
    accountScreens: one.tag === 'tag+list' ? someScreens : null,
    vipLevel: one.vip,
    canCreateSub: one.sub === 'yes',
    leaseAccount: one.lease === 'yes',
    tenant: one.tenant === 'yes',
  })

const listFullestScreens = (type: AccountType): Screen[] =>
  listScreens(
    facts(type, 1, { vipLevel: 9, canCreateSub: true, leaseAccount: true, tenant: true }),
    theme,
  )
const listEntries = (
  who: CallerFacts,
  screens: readonly Screen[],
  language: string,
  hasManufacturers: boolean,
): Screen[] =>
  buildMenu({ ...who, screens, existing: new Set(allScreens), language, hasManufacturers }).flatMap(
    (item) => (item.kind === 'screen' ? [item.screen] : item.kind === 'group' ? item.screens : []),
  )

let combinationCount = 1
const placesByValue = names.map((name) => {
  const weight = combinationCount
  combinationCount *= dimensions[name].length
  return [name, new Map<unknown, number>(dimensions[name].map((v, i) => [v, i * weight]))] as const
})
const computePlace = (one: Combination): number => {
  let place = 0
  for (const [name, places] of placesByValue) place += places.get(one[name])!
  return place
}
// All places from the start: an array that is filled from the end becomes a slow table.
const known = Array.from<Screen[] | undefined>({ length: combinationCount })
/** Computed once: each of two hundred thousand combinations is read many times. */
const screensAt = (one: Combination): Screen[] =>
  (known[computePlace(one)] ??= listScreens(toCallerFacts(one), themes[one.theme]))

/**
 * The screens as text: a long list is described by the screens missing from the fullest list of the
 * account type.
 */
const screensInWords = (one: Combination): string => {
  const own = screensAt(one)
  const missing = listFullestScreens(one.account).filter((screen) => !own.includes(screen))
  if (own.length === 0) return 'nothing'
  if (missing.length === 0) return `ALL OF ${one.account.toUpperCase()}`
  return own.length <= missing.length ? own.join(' ') : `all but ${missing.join(' ')}`
}

const landingInWords = (one: Combination): string => {
  const who = toCallerFacts(one)
  const own = screensAt(one)
  const [first, home, refused] = [
    pickFirstScreen(who, own),
    pickHome(who, own),
    pickInstead(who, own),
  ]
  return [
    first ?? 'none',
    ...(home === first ? [] : [`an unknown path leads to ${home ?? 'none'}`]),
    ...(refused === first ? [] : [`a refused screen leads to ${refused ?? 'none'}`]),
  ].join(', ')
}

/**
 * Screens of a person that the menu does not link. In Thai; the differences of other languages are
 * listed with the menus.
 */
const unlinkedInWords = (one: Combination): string => {
  const who = toCallerFacts(one)
  const own = screensAt(one)
  const shown = listEntries(who, own, 'th', one.manufacturers === 'some')
  return (
    own.filter((screen) => !shown.includes(screen) && !screensWithoutEntry.has(screen)).join(' ') ||
    '-'
  )
}

/**
 * Facts that only remove screens, the same ones for everyone who has them. The values that remove
 * nothing:
 */
const nothingTaken: Pick<Combination, 'theme' | 'vip' | 'sub' | 'rights' | 'manufacturers'> = {
  theme: 'full',
  vip: 1,
  sub: 'yes',
  rights: 'all',
  manufacturers: 'some',
}
const taking = Object.keys(nothingTaken) as (keyof typeof nothingTaken)[]
const takenBy = (one: Combination, name: Dimension): Screen[] => {
  const without = new Set(screensAt(one))
  const before = { ...one, [name]: nothingTaken[name as keyof typeof nothingTaken] }
  return screensAt(before).filter((screen) => !without.has(screen))
}

/** One line per outcome: facts that make no difference at that point are left out. */
const formatLines = (
  list: readonly (readonly [Combination, string])[],
  left: readonly Dimension[],
  path: string,
): string[] => {
  const first = list[0]![1]
  if (list.every(([, outcome]) => outcome === first))
    return [`${path.trim() || 'anyone'} | ${first}`]
  const [name, ...rest] = left
  const parts = dimensions[name!].map(
    (value) =>
      [
        value,
        formatLines(
          list.filter(([one]) => one[name!] === value),
          rest,
          '',
        ),
      ] as const,
  )
  const groups = Map.groupBy(parts, ([, lines]) => lines.join('\n'))
  return [...groups.values()].flatMap((group) => {
    const label =
      group.length === dimensions[name!].length
        ? ''
        : ` ${name}=${group.map(([value]) => value).join('/')}`
    return group[0]![1].map((line) =>
      `${path}${label} ${line.replace(/^anyone/, '')}`.replace(/ +/g, ' ').trim(),
    )
  })
}

const isWithin = (some: readonly Screen[], all: readonly Screen[]): boolean =>
  some.every((screen) => all.includes(screen))

describe('every combination of facts', () => {
  const every = combinations()
  const order: Dimension[] = [
    'check',
    'user',
    'account',
    'tag',
    'kind',
    'lease',
    'tenant',
    'manufacturers',
    'vip',
    'sub',
    'rights',
    'theme',
  ]
  const describeOutcomes = (outcome: (one: Combination) => string, among = every): string =>
    formatLines(
      among.map((one) => [one, outcome(one)] as const),
      order,
      '',
    ).join('\n')

  test('has the screens, landings and menus that were reviewed and agreed', async () => {
    const fullest = accountTypes.map(
      (type) => `ALL OF ${type.toUpperCase()}\n  ${listFullestScreens(type).join(' ')}`,
    )
    const base = every.filter((one) => taking.every((name) => one[name] === nothingTaken[name]))
    const taken = taking.flatMap((name) =>
      dimensions[name]
        .filter((value) => value !== nothingTaken[name])
        .flatMap((value) => {
          const among = base.map((one): Combination => ({ ...one, [name]: value }))
          const text = formatLines(
            among.map((one) => [one, takenBy(one, name).join(' ') || '-'] as const),
            order.filter((each) => each !== name),
            '',
          )
          return text.map((line) => `${name}=${value} ${line}`)
        }),
    )
    const menus = accountTypes.map((type) => {
      const who = facts(type, 1, {
        vipLevel: 9,
        canCreateSub: true,
        leaseAccount: true,
        tenant: true,
      })
      const lines = buildMenu({
        ...who,
        screens: listFullestScreens(type),
        existing: new Set(allScreens),
        language: 'th',
        hasManufacturers: true,
      }).map((item) =>
        item.kind === 'screen'
          ? item.screen
          : item.kind === 'group'
            ? `${item.group}: ${item.screens.join(' ')}`
            : `(${item.action})`,
      )
      const inThaiAlone = listEntries(who, listFullestScreens(type), 'th', true).filter(
        (screen) => !listEntries(who, listFullestScreens(type), 'en', true).includes(screen),
      )
      return [
        `MENU OF ${type.toUpperCase()}`,
        ...lines,
        ...(inThaiAlone.length > 0 ? [`in Thai alone: ${inThaiAlone.join(' ')}`] : []),
      ].join('\n  ')
    })
    const afterSignIn = accountTypes.map(
      (type) =>
        `${type}: ${(['passed', 'waiting', 'rejected'] as const).map((checkStatus) => `check=${checkStatus} ${pathAfterSignIn(facts(type, 1, { checkStatus }))}`).join(', ')}`,
    )
    const parts = [
      ...fullest,
      '',
      'SCREENS, where no other fact takes any away',
      describeOutcomes(screensInWords, base),
      '',
      'TAKEN AWAY BY THE OTHER FACTS, each by itself (that they add up is tested)',
      ...taken,
      '',
      'WHERE / LEADS, AND UNKNOWN PATHS AND REFUSED SCREENS WHERE IT IS ELSEWHERE',
      describeOutcomes(landingInWords),
      '',
      ...menus,
      '',
      'SCREENS THAT THE MENU OF THEIR OWNER DOES NOT LINK, beside those that are opened from others',
      describeOutcomes(unlinkedInWords),
      '',
      'AFTER THE SIGN-IN',
      ...afterSignIn,
    ]
    await expect(`${parts.join('\n')}\n`).toMatchFileSnapshot('./policy.golden.txt')
  })

  test('the facts that remove screens add up, so that the file describes every combination', () => {
    const wrong = every.filter((one) => {
      const base = { ...one, ...nothingTaken }
      const taken = new Set(taking.flatMap((name) => takenBy({ ...base, [name]: one[name] }, name)))
      return (
        screensAt(one).join() !==
        screensAt(base)
          .filter((screen) => !taken.has(screen))
          .join()
      )
    })
    expect(wrong).toEqual([])
  })

  test('agrees with the tables of the description, read word by word', () => {
    const wrong = every.filter((one) => {
      const [who, host] = [toCallerFacts(one), themes[one.theme]]
      const own = screensAt(one)
      const landing = expectedLanding(who, host)
      const hasManufacturers = one.manufacturers === 'some'
      return (
        own.toSorted().join() !== expectedScreens(who, host).toSorted().join() ||
        pickFirstScreen(who, own) !== landing.first ||
        pickHome(who, own) !== landing.home ||
        pickInstead(who, own) !== landing.refused ||
        ['en', 'th'].some(
          (language) =>
            listEntries(who, own, language, hasManufacturers).toSorted().join() !==
            expectedEntries(who, host, { language, hasManufacturers }).toSorted().join(),
        )
      )
    })
    expect(wrong).toEqual([])
  })

  test('staff and business administrators never have more than the super admin of the account', () => {
    expect(
      every.filter((one) => !isWithin(screensAt(one), screensAt({ ...one, user: 1 }))),
    ).toEqual([])
  })

  test('a host removes screens and never adds any', () => {
    expect(
      every.filter((one) => !isWithin(screensAt(one), screensAt({ ...one, theme: 'full' }))),
    ).toEqual([])
  })

  test('an account that is not approved has only its own page', () => {
    expect(
      every.filter(
        (one) =>
          one.check !== 'passed' &&
          screensAt(one).join() !== (one.user === 2 ? '' : 'account-detail'),
      ),
    ).toEqual([])
  })

  test('a farmer has three screens at most, with any flags', () => {
    for (const one of every) {
      if (one.account !== 'farmer') continue
      const own = screensAt(one)
      expect(
        own.every((screen) => ['monitor', 'block-list', 'account-detail'].includes(screen)),
      ).toBe(true)
    }
    expect(listScreens(facts('farmer'), theme).toSorted()).toEqual([
      'account-detail',
      'block-list',
      'monitor',
    ])
  })
})

describe('the text of the table', () => {
  test('each screen is available to someone', () => {
    const somebody = new Set(combinations().flatMap(screensAt))
    expect(allScreens.filter((screen) => !somebody.has(screen))).toEqual([])
  })

  test('pilots have no screens', () => {
    for (const type of accountTypes) expect(listScreens(facts(type, 2), theme)).toEqual([])
  })

  test('staff see the watching screens that the account has', () => {
    expect(listScreens(facts('manufacturer', 3), theme).toSorted()).toEqual([
      'data-stat-list',
      'drone-statistics',
      'firmware-list',
      'monitor',
      'stat-overview',
      'stat-screen',
      'workbench',
    ])
    expect(listScreens(facts('operator', 3), theme).toSorted()).toEqual([
      'data-stat-list',
      'drone-statistics',
      'monitor',
      'workbench',
    ])
  })

  test('a lease manager sees only the leasing screens, and only those of the account', () => {
    expect(listScreens(facts('manufacturer', 6, { leaseAccount: true }), theme)).toEqual(
      leasingScreens,
    )
    expect(listScreens(facts('manufacturer', 6), theme)).toEqual([])
    expect(listScreens(facts('operator', 6, { tenant: true }), theme)).toEqual([
      'bill-list',
      'work-record',
      'operator-data-stat',
    ])
  })

  test("leasing: the lessor's side needs a lease account, both sides also a tenant", () => {
    expect(has(facts('manufacturer')).has('lease-list')).toBe(false)
    expect(has(facts('manufacturer', 1, { tenant: true })).has('bill-list')).toBe(false)
    expect(has(facts('operator', 1, { tenant: true })).has('bill-list')).toBe(true)
    expect(has(facts('operator', 1, { tenant: true })).has('client-list')).toBe(false)
    expect(has(facts('operator', 1, { leaseAccount: true })).has('client-list')).toBe(true)
    expect(has(facts('platform')).has('basic-price-list')).toBe(true)
    expect(has(facts('government', 1, { leaseAccount: true, tenant: true })).has('bill-list')).toBe(
      false,
    )
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

  test('the system log and writing bulletins require their right', () => {
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
    expect(
      listScreens(
        facts('platform', 1, { tag: 'north', accountScreens: someScreens }),
        theme,
      ).toSorted(),
    ).toEqual([...someScreens].toSorted())
    const manufacturer = facts('manufacturer', 1, { tag: 'north', accountScreens: someScreens })
    expect(listScreens(manufacturer, theme)).toEqual(listScreens(facts('manufacturer'), theme))
    // a list cannot contain screens that the account type does not have
    expect(
      has(facts('platform', 1, { tag: 'north', accountScreens: ['sub-company-list'] })).size,
    ).toBe(0)
  })

  test('supervision belongs to the platform and to governments', () => {
    for (const screen of ['no-fly-zone-list', 'account-list', 'account-apply-list'] as const) {
      expect(accountTypes.filter((type) => has(facts(type)).has(screen))).toEqual([
        'platform',
        'government',
      ])
    }
  })
})

describe('calls', () => {
  const caller = facts('government', 5)
  test('a public call requires nothing', () => {
    expect(mayCall('public', facts('government', 2, { checkStatus: 'waiting' }), [])).toBe('yes')
  })
  test('an account that is not approved may make only the calls marked for it', () => {
    const waiting = facts('government', 1, { checkStatus: 'waiting' })
    expect(mayCall({}, waiting, ['account-detail'])).toBe('unchecked')
    expect(mayCall({ unchecked: true }, waiting, ['account-detail'])).toBe('yes')
    expect(mayCall({ unchecked: true, screens: ['monitor'] }, waiting, ['account-detail'])).toBe(
      'forbidden',
    )
  })
  test('one of the screens is enough, and the right is required in addition', () => {
    expect(
      mayCall({ screens: ['monitor', 'no-fly-zone-list'] }, caller, ['no-fly-zone-list']),
    ).toBe('yes')
    expect(mayCall({ screens: ['drone-list'] }, caller, ['no-fly-zone-list'])).toBe('forbidden')
    expect(
      mayCall({ screens: ['no-fly-zone-list'], right: 'noFlyZone.manage' }, caller, [
        'no-fly-zone-list',
      ]),
    ).toBe('yes')
    expect(
      mayCall({ screens: ['no-fly-zone-list'], right: 'staff.manage' }, caller, [
        'no-fly-zone-list',
      ]),
    ).toBe('forbidden')
    expect(mayCall({}, caller, [])).toBe('yes')
    // an empty list of screens allows no one
    expect(mayCall({ screens: [] }, caller, ['monitor'])).toBe('forbidden')
  })
})

describe('scope', () => {
  const of = (accountType: AccountType, root: boolean, tag: string | null = null) =>
    deriveScope({ accountType, root, tag, regionPrefix: '1563301', accountIds: ['a', 'b'] })
  test('only the account that runs the service sees everything', () => {
    expect(of('platform', true)).toEqual({ kind: 'all' })
    expect(of('platform', false)).toEqual({
      kind: 'accounts',
      accountIds: ['a', 'b'],
      as: 'sub-platform',
    })
    expect(of('platform', true, 'north')).toEqual({
      kind: 'accounts',
      accountIds: ['a', 'b'],
      as: 'sub-platform',
    })
  })
  test('a government sees by place, the others by account', () => {
    expect(of('government', true)).toEqual({ kind: 'region', prefix: '1563301' })
    for (const type of ['manufacturer', 'operator', 'farmer'] as const) {
      expect(of(type, true)).toEqual({ kind: 'accounts', accountIds: ['a', 'b'], as: type })
    }
  })
})
