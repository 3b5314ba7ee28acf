// Access cases of this feature: the callers of each call, and the owners of its rows. The data is a
// rule and a subsidy for each of two regions, and a line for each drone's flight over its plot.
import { subsidyRoutes } from '@swath/contract/campaigns/subsidies'
import { subsidyRuleRoutes } from '@swath/contract/campaigns/subsidy-rules'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep, type Asking, type Strangers } from '../../../sweep/testing-cases.ts'
import {
  accountLines,
  buildCanary,
  droneLines,
  droneNames,
  idsFor,
  newId,
  personLines,
  places,
  world,
  worldNow,
  type AccountName,
  type DroneName,
  type PersonName,
} from '../../../sweep/testing-world.ts'
import { blockList } from '../../../sweep/testing-oracle.ts'

type RunLine = {
  id: number
  account: AccountName
  place: keyof typeof places
  drones: readonly DroneName[]
}
const runLines = {
  hangzhou: {
    id: 8001,
    account: 'city',
    place: 'hangzhou',
    drones: ['teams', 'subs', 'subSubs', 'easts'],
  },
  henan: { id: 8002, account: 'elsewhere', place: 'henan', drones: ['rivals', 'rented'] },
} as const satisfies Record<string, RunLine>
type RunName = keyof typeof runLines
const runNames = Object.keys(runLines) as RunName[]
const ruleId = idsFor(runNames)
const lineId = idsFor(droneNames)
const objectionId = idsFor(droneNames)
const lined = runNames.flatMap((name) => runLines[name].drones) as readonly DroneName[]

/**
 * Lines that a person can see: those of their region, and those that pay their account or one
 * below.
 */
const visibleLines: Partial<Record<PersonName, readonly DroneName[]>> = {
  root: lined,
  east: ['easts'],
  province: ['teams', 'subs', 'subSubs', 'easts'],
  city: ['teams', 'subs', 'subSubs', 'easts'],
  county: ['teams', 'subs'],
  elsewhere: ['rivals', 'rented'],
  team: ['teams', 'subs', 'subSubs'],
  teamSub: ['subs', 'subSubs'],
  teamSubSub: ['subSubs'],
  // The plot belongs to the owner, the work to the tenant.
  rival: ['rivals', 'rented'],
  renter: ['rented'],
  lone: [],
  eastTeam: ['easts'],
  teamEnterpriseAdmin: ['teams', 'subs', 'subSubs'],
  teamBusinessAdmin: ['teams', 'subs', 'subSubs'],
  // This person flew none of them.
  teamPersonal: [],
}
/** The owner cannot see the tenant's objections. */
const visibleObjections: typeof visibleLines = { ...visibleLines, rival: ['rivals'] }
const people = Object.keys(visibleLines) as PersonName[]
const linesOf = (person: PersonName): readonly DroneName[] => visibleLines[person] ?? []
const runsOf = (person: PersonName): RunName[] =>
  runNames.filter((name) =>
    (runLines[name].drones as readonly DroneName[]).some((drone) =>
      linesOf(person).includes(drone),
    ),
  )

/** Rules of the person's region, of regions within it, and of regions around it. */
const visibleRules: Partial<Record<PersonName, readonly RunName[]>> = {
  ...Object.fromEntries(
    people
      .filter((person) => !['root', 'elsewhere', 'rival', 'renter', 'lone'].includes(person))
      .map((person) => [person, ['hangzhou']]),
  ),
  root: runNames,
  elsewhere: ['henan'],
  rival: ['henan'],
  renter: ['henan'],
  lone: [],
}

const unseenRules: Strangers = ({ person }) =>
  runNames.filter((name) => !visibleRules[person]?.includes(name)).map((name) => ruleId[name])
const unseenRuns: Strangers = ({ person }) =>
  runNames.filter((name) => !runsOf(person).includes(name)).map((name) => String(runLines[name].id))
const unseenLines: Strangers = ({ person }) =>
  lined.filter((name) => !linesOf(person).includes(name)).map((name) => lineId[name])
const unseenObjections: Strangers = ({ person }) =>
  lined
    .filter((name) => !visibleObjections[person]?.includes(name))
    .map((name) => objectionId[name])

const rules = {
  rateUnit: 'mu',
  rates: [{ cropId: null, chemicalId: null, taskType: null, rateMinor: 800 }],
  seasons: [{ name: 'All year', fromDay: '2026-01-01', untilDay: '2026-12-31' }],
  ceilings: { plotMinor: null, farmerMinor: null, operatorMinor: null, seasonMinor: null },
  leastCoveredRatio: 0,
  evidence: [],
  objectionDays: 15,
} as const

const insertRun = async (db: Db, name: RunName): Promise<void> => {
  const { id, account, place } = runLines[name]
  const at = new Date(worldNow)
  const shared = {
    account_id: world.accountId[account],
    region_code: places[place].code,
    year: 2026,
    time_zone: 'Asia/Shanghai',
    currency: 'CNY',
    created_at: at,
  } as const
  await db
    .insertInto('subsidy_rule')
    .values({ ...shared, id: ruleId[name] })
    .execute()
  await db
    .insertInto('subsidy_rule_version')
    .values({
      rule_id: ruleId[name],
      number: 1,
      content: JSON.stringify(rules),
      note: buildCanary('subsidyRule', name),
      at,
      user_id: world.userId[account],
      user_name: 'Somebody',
    })
    .execute()
  await db
    .insertInto('subsidy')
    .values({
      ...shared,
      id,
      rule_id: ruleId[name],
      rule_number: 1,
      state: 'proposed',
      lines_hash: Buffer.alloc(32),
      proposed_at: at,
      // In the past, so that an objection is refused as late and nothing is written.
      objection_until: new Date(worldNow),
      payment_reference: buildCanary('subsidy', name),
    })
    .execute()
}

const insertLine = async (db: Db, run: RunName, drone: DroneName, number: number) => {
  const { operator, tenant, place } = droneLines[drone]
  const id = lineId[drone]
  const plot_name = buildCanary('subsidyLine', drone)
  await db
    .insertInto('subsidy_line')
    .values({
      id,
      subsidy_id: runLines[run].id,
      number,
      state: 'payable',
      season: 0,
      season_name: 'All year',
      plot_id: world.plotId[drone],
      plot_name,
      owner_id: world.accountId[operator ?? 'team'],
      operator_id: world.accountId[tenant ?? operator ?? 'team'],
      region_code: places[place].code,
      rate_minor: 800,
      plot_milli_m2: 10_000_000,
      covered_milli_m2: 10_000_000,
      ground_milli_m2: 10_000_000,
      flight_count: 1,
      first_at: new Date(worldNow),
      gross_minor: 12_000,
      amount_minor: 12_000,
    })
    .execute()
  const flight = {
    subsidy_id: runLines[run].id,
    drone_id: world.droneId[drone],
    sortie_id: world.sortieId[drone],
    plot_id: world.plotId[drone],
    start_at: new Date(worldNow),
    covered_m2: 10_000,
    track_hash: Buffer.alloc(32),
    facts_hash: Buffer.alloc(32),
  }
  await db
    .insertInto('subsidy_flight')
    .values([
      { ...flight, number, line_id: id, ground_milli_m2: 10_000_000 },
      { ...flight, number: number + 100, why: 'rate' },
    ])
    .execute()
  await db
    .insertInto('subsidy_objection')
    .values({
      id: objectionId[drone],
      subsidy_id: runLines[run].id,
      line_id: id,
      line_number: number,
      plot_name,
      region_code: places[place].code,
      account_id: world.accountId[tenant ?? operator ?? 'team'],
      account_name: 'Somebody',
      user_id: world.userId.team,
      user_name: 'Somebody',
      at: new Date(worldNow),
      text: buildCanary('subsidyObjection', drone),
    })
    .execute()
}

const seed = async (db: Db): Promise<void> => {
  for (const run of runNames) {
    await insertRun(db, run)
    for (const [place, drone] of runLines[run].drones.entries())
      await insertLine(db, run, drone, place + 1)
  }
}

const runOf = ({ person }: Asking): RunName => runsOf(person)[0] ?? 'henan'
const drawn = ({ person, drone }: Asking): DroneName =>
  linesOf(person)[0] ?? (lined.includes(drone) ? drone : 'rivals')
const inPath = (asking: Asking) => ({ params: { subsidyId: String(runLines[runOf(asking)].id) } })
const leftOut = (asking: Asking) => ({ query: inPath(asking).params })
const rulePath = ({ person }: Asking) => ({
  params: { ruleId: ruleId[visibleRules[person]?.[0] ?? 'henan'] },
})
const linePath = (asking: Asking) => ({ params: { lineId: lineId[drawn(asking)] } })
/** An objection to the flight of the requested drone, even if its line is another account's. */
const objection = (asking: Asking) => {
  const about = lined.includes(asking.drone) ? asking.drone : drawn(asking)
  const run = runNames.find((name) =>
    (runLines[name].drones as readonly DroneName[]).includes(about),
  )!
  return { params: { subsidyId: String(runLines[run].id) }, body: { lineId: lineId[about], text } }
}
const unknownCropId = newId()
const managed = { people, right: true, refusesFirst: true } as const
/** A version that no row has, so that the call is refused before it changes anything. */
const version = 99
const text = 'Said by the sweep'
const lines = { kind: 'subsidyLine', rows: visibleLines } as const
const known = 'an unknown one is reported at its field: subsidies.test.ts'

export const subsidySweep = featureSweep(
  { ...subsidyRuleRoutes, ...subsidyRoutes },
  {
    seed,
    strangers: {
      subsidyRule: unseenRules,
      subsidy: unseenRuns,
      subsidyLine: unseenLines,
      subsidyObjection: unseenObjections,
    },
    cases: {
      listSubsidyRules: {
        people,
        holds: { kind: 'subsidyRule', rows: visibleRules },
        request: () => ({ query: { pageSize: '100' } }),
      },
      getSubsidyRule: { people, request: rulePath },
      createSubsidyRule: {
        ...managed,
        changes: true,
        // With a crop that the person cannot use, so that no rule is created.
        request: ({ person }) => ({
          body: {
            ...rules,
            rates: rules.rates.map((rate) => ({ ...rate, cropId: unknownCropId })),
            region: places[accountLines[personLines[person].account].place].code,
            year: 2026,
            currency: 'CNY',
          },
        }),
        untried: { 'body.rates[]cropId': known, 'body.rates[]chemicalId': known },
      },
      updateSubsidyRule: {
        ...managed,
        request: (asking) => ({ ...rulePath(asking), body: { ...rules, version } }),
        untried: { 'body.rates[]cropId': known, 'body.rates[]chemicalId': known },
      },
      deleteSubsidyRule: { ...managed, request: rulePath, changes: true },
      listSubsidies: {
        people,
        holds: {
          kind: 'subsidy',
          rows: Object.fromEntries(people.map((person) => [person, runsOf(person)])),
        },
        look: ({ total }, person) => ({ actual: total, expected: runsOf(person).length }),
      },
      exportSubsidies: {
        people,
        holds: {
          kind: 'subsidy',
          rows: Object.fromEntries(people.map((person) => [person, runsOf(person)])),
        },
      },
      getSubsidySummary: {
        people,
        look: ({ items }, person) => ({
          actual: items.reduce((sum, { lineNum }) => sum + lineNum, 0),
          expected: linesOf(person).length,
        }),
      },
      getSubsidyRegions: {
        people,
        look: ({ items }, person) => ({
          actual: items.reduce((sum, { lineNum }) => sum + lineNum, 0),
          expected: linesOf(person).length,
        }),
      },
      proposeSubsidy: {
        ...managed,
        // A subsidy by these rules has not been approved yet, so that none is created.
        request: (asking) => ({ body: rulePath(asking).params }),
      },
      getSubsidy: { people, request: inPath },
      correctSubsidy: {
        ...managed,
        request: (asking) => ({ ...inPath(asking), body: { text, version } }),
      },
      ruleSubsidyFlight: {
        ...managed,
        request: (asking) => ({
          params: {
            ...inPath(asking).params,
            droneId: world.droneId[drawn(asking)],
            sortieId: world.sortieId[drawn(asking)],
          },
          body: { ruling: 'exclude', text, version },
        }),
      },
      approveSubsidy: {
        ...managed,
        request: (asking) => ({ ...inPath(asking), body: { version } }),
      },
      paySubsidy: {
        ...managed,
        request: (asking) => ({ ...inPath(asking), body: { paymentReference: '1', version } }),
      },
      deleteSubsidy: { ...managed, request: inPath, changes: true },
      listSubsidyLines: {
        people: blockList,
        request: () => ({ query: { pageSize: '100' } }),
        holds: lines,
        untried: {
          'query.subsidyId': 'narrows the lines that exist for the person',
          'query.blockId': 'narrows the lines that exist for the person',
        },
      },
      exportSubsidyLines: {
        people: blockList,
        holds: lines,
        untried: {
          'query.subsidyId': 'narrows the lines that exist for the person',
          'query.blockId': 'narrows the lines that exist for the person',
        },
      },
      getSubsidyLine: { people: blockList, request: linePath },
      listSubsidyLeftOut: { people, request: leftOut },
      exportSubsidyLeftOut: { people, request: leftOut },
      getSubsidyTracks: {
        people: blockList,
        request: inPath,
        narrows: true,
        untried: { 'query.lineId': 'narrows what exists for the person' },
      },
      objectToSubsidy: { people: blockList, request: objection, refusesFirst: true },
      listSubsidyObjections: {
        people: blockList,
        request: () => ({ query: { pageSize: '100' } }),
        holds: { kind: 'subsidyObjection', rows: visibleObjections },
        untried: { 'query.subsidyId': 'narrows the objections that exist for the person' },
      },
      decideSubsidyObjection: {
        ...managed,
        request: (asking) => ({
          params: { objectionId: objectionId[drawn(asking)] },
          body: { decision: 'declined', text, version },
        }),
      },
    },
  },
)
