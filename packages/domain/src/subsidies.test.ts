import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildSubsidyLines,
  ceilingKeys,
  groupByPlot,
  payForGround,
  sumLines,
  type MeasuredPlot,
} from './subsidy-lines.ts'
import {
  findRate,
  judgeFlight,
  type CountedFlight,
  type SubsidyFlight,
  type SubsidyRules,
} from './subsidy-rules.ts'

const noCeilings = { plotMinor: null, farmerMinor: null, operatorMinor: null, seasonMinor: null }
const any = { cropId: null, chemicalId: null, taskType: null }
const rules = (given: Partial<SubsidyRules> = {}): SubsidyRules => ({
  rateUnit: 'mu',
  rates: [{ ...any, rateMinor: 800 }],
  seasons: [
    { name: 'Summer', fromDay: '2026-06-01', untilDay: '2026-08-31' },
    { name: 'Autumn', fromDay: '2026-09-01', untilDay: '2026-11-30' },
  ],
  ceilings: noCeilings,
  leastCoveredRatio: 0,
  evidence: [],
  objectionDays: 15,
  ...given,
})
const flight = (given: Partial<SubsidyFlight> = {}): SubsidyFlight => ({
  droneId: 'SW-1',
  sortieId: 's1',
  startAtMs: 0,
  day: '2026-06-15',
  plotId: 'east',
  operatorId: 'team',
  pilotId: null,
  cropId: 'rice',
  chemicalIds: ['imidacloprid'],
  taskId: null,
  taskType: null,
  isPaid: false,
  isOfOtherRules: false,
  isFalse: false,
  undecided: null,
  ruling: null,
  ...given,
})
const whyOf = (given: Partial<SubsidyFlight>, by = rules()): string | null => {
  const judged = judgeFlight(flight(given), by)
  return 'why' in judged ? judged.why : null
}

describe('which flights count', () => {
  test('the first reason against it is returned', () => {
    expect(whyOf({})).toBeNull()
    expect(whyOf({ plotId: null })).toBe('no_plot')
    expect(whyOf({ operatorId: null })).toBe('no_operator')
    expect(whyOf({ isPaid: true })).toBe('paid_before')
    expect(whyOf({ isOfOtherRules: true })).toBe('other_rules')
    expect(whyOf({ isFalse: true })).toBe('false_claim')
    expect(whyOf({ day: '2026-05-31' })).toBe('season')
    expect(whyOf({}, rules({ rates: [{ ...any, cropId: 'wheat', rateMinor: 1 }] }))).toBe('rate')
  })

  test('both ends of a season belong to it', () => {
    const seasonOf = (day: string) => {
      const judged = judgeFlight(flight({ day }), rules())
      return 'season' in judged ? judged.season : null
    }
    expect(['2026-06-01', '2026-08-31', '2026-09-01', '2026-11-30'].map(seasonOf)).toEqual([
      0, 0, 1, 1,
    ])
  })

  test('evidence that is missing leaves a flight out, unless the authority admits it', () => {
    const asked = rules({ evidence: ['task', 'pilot'] })
    expect(whyOf({ taskId: 7 }, asked)).toBe('evidence')
    expect(whyOf({ taskId: 7, pilotId: 'p' }, asked)).toBeNull()
    expect(whyOf({ ruling: 'admit' }, asked)).toBeNull()
    expect(whyOf({ ruling: 'exclude', taskId: 7, pilotId: 'p' }, asked)).toBe('excluded')
    // A claim decided to be false is not admitted here.
    expect(whyOf({ ruling: 'admit', isFalse: true })).toBe('false_claim')
  })

  test('undecided issues stop a flight that counts, until it is admitted', () => {
    const stoppedBy = (given: Partial<SubsidyFlight>) =>
      (judgeFlight(flight(given), rules()) as CountedFlight).stoppedBy
    expect(stoppedBy({ undecided: 'suspicion' })).toBe('suspicion')
    expect(stoppedBy({ undecided: 'alarm', ruling: 'admit' })).toBeNull()
  })

  test('the most specific rate applies, in any order', () => {
    const rates = [
      { ...any, rateMinor: 1 },
      { ...any, cropId: 'rice', rateMinor: 2 },
      { ...any, chemicalId: 'imidacloprid', rateMinor: 3 },
      { ...any, cropId: 'rice', taskType: 2 as const, rateMinor: 4 },
      { ...any, cropId: 'rice', chemicalId: 'imidacloprid', rateMinor: 5 },
    ]
    const found = (given: Partial<SubsidyFlight>) =>
      [rates, rates.toReversed()].map((some) => findRate(some, flight(given))!.rateMinor)
    expect(found({})).toEqual([5, 5])
    expect(found({ chemicalIds: [] })).toEqual([2, 2])
    expect(found({ chemicalIds: [], taskType: 2 })).toEqual([4, 4])
    expect(found({ cropId: null })).toEqual([3, 3])
    expect(found({ cropId: 'maize', chemicalIds: ['glyphosate'] })).toEqual([1, 1])
  })
})

const measured = (given: Partial<MeasuredPlot> & Pick<MeasuredPlot, 'flights'>): MeasuredPlot => ({
  plotId: 'east',
  season: 0,
  farmerId: 'farmer',
  plotMilliM2: 20_000_000,
  paidMilliM2: 0,
  newMilliM2: [10_000_000],
  unprovenMilliM2: [],
  ...given,
})
const counted = (given: Partial<SubsidyFlight> = {}): CountedFlight =>
  judgeFlight(flight(given), rules()) as CountedFlight

describe('amount of a line', () => {
  test('8.00 a mu for 10,000 m² is 120.00; a half goes to the even neighbour', () => {
    expect(payForGround(800, 'mu', 10_000_000)).toBe(12_000)
    // 1.5, 4.5, 7.5 and a little less than a half
    expect(payForGround(1, 'mu', 1_000_000)).toBe(2)
    expect(payForGround(1, 'mu', 3_000_000)).toBe(4)
    expect(payForGround(5, 'mu', 1_000_000)).toBe(8)
    expect(payForGround(1, 'mu', 333_333)).toBe(0)
  })

  test('a rate by the rai or the hectare is paid for the ground as laws measure it', () => {
    // 1 ha is 6.25 rai and 15 mu
    expect(payForGround(6_000, 'rai', 10_000_000)).toBe(37_500)
    expect(payForGround(22_000, 'hectare', 10_000_000)).toBe(22_000)
    expect(payForGround(2_000, 'mu', 10_000_000)).toBe(30_000)
    expect(payForGround(30_000, 'acre', 4_046_856_422)).toBe(30_000_000)
    const by = rules({ rateUnit: 'rai' })
    const [line] = buildSubsidyLines([measured({ flights: [counted()] })], by)
    expect(line!.grossMinor).toBe(5_000)
  })

  test('cuts are listed in the order in which they were made', () => {
    const by = rules({ ceilings: { ...noCeilings, plotMinor: 10_000, operatorMinor: 15_000 } })
    const [line] = buildSubsidyLines(
      [measured({ flights: [counted()] })],
      by,
      new Map([[ceilingKeys.operator('team'), 8_000]]),
    )
    expect(line).toMatchObject({
      grossMinor: 12_000,
      amountMinor: 7_000,
      cuts: [
        { why: 'plot', amountMinor: 2_000 },
        { why: 'operator', amountMinor: 3_000 },
      ],
      state: 'payable',
    })
  })

  test('a plot with too little covered is not paid, no matter who sprayed it', () => {
    const lines = buildSubsidyLines(
      [
        measured({
          flights: [counted(), counted({ sortieId: 's2', operatorId: 'rival' })],
          newMilliM2: [5_000_000, 5_000_000],
        }),
      ],
      rules({ leastCoveredRatio: 0.6 }),
    )
    expect(lines.map(({ amountMinor, state }) => [amountMinor, state])).toEqual([
      [0, 'nothing'],
      [0, 'nothing'],
    ])
    expect(lines[0]!.cuts).toEqual([{ why: 'share', amountMinor: 6_000 }])
  })

  test('a line with an undecided flight is stopped, outside the total, and takes nothing from others', () => {
    const by = rules({ ceilings: { ...noCeilings, seasonMinor: 15_000 } })
    const lines = buildSubsidyLines(
      [
        measured({ flights: [counted({ undecided: 'suspicion' })] }),
        measured({ plotId: 'west', flights: [counted({ plotId: 'west', startAtMs: 5 })] }),
      ],
      by,
    )
    expect(lines.map(({ state, amountMinor }) => [state, amountMinor])).toEqual([
      ['stopped', 12_000],
      ['payable', 3_000],
    ])
    expect(sumLines(lines)).toMatchObject({ totalMinor: 3_000, stoppedMinor: 12_000 })
  })

  test('an undecided flight over ground that others had covered before stops nothing', () => {
    const flights = [counted(), counted({ sortieId: 's2', undecided: 'suspicion' })]
    const [line] = buildSubsidyLines([measured({ flights, newMilliM2: [10_000_000, 0] })], rules())
    expect(line).toMatchObject({ state: 'payable', amountMinor: 12_000 })
  })
})

/** A plot is 40 cells of 100 m²; a flight covers some of them. */
type World = { flight: SubsidyFlight; cells: ReadonlySet<number> }
const cellMilliM2 = 100_000
const plotMilliM2 = 40 * cellMilliM2

const worldFlight: fc.Arbitrary<World> = fc
  .record({
    id: fc.uuid(),
    startAtMs: fc.integer({ min: 0, max: 30 }),
    day: fc.constantFrom('2026-06-15', '2026-08-31', '2026-09-01', '2026-12-24'),
    plotId: fc.constantFrom('east', 'west', null),
    operatorId: fc.constantFrom('team', 'rival'),
    cropId: fc.constantFrom('rice', 'maize', null),
    undecided: fc.constantFrom(null, null, 'suspicion' as const),
    isFalse: fc.constantFrom(false, false, true),
    ruling: fc.constantFrom(null, null, 'exclude' as const, 'admit' as const),
    cells: fc.uniqueArray(fc.integer({ min: 0, max: 39 }), { maxLength: 30 }),
  })
  .map(({ id, cells, ...given }) => ({
    flight: flight({ ...given, sortieId: id }),
    cells: new Set(cells),
  }))

const ceiling = fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: null })
const worldRules: fc.Arbitrary<SubsidyRules> = fc
  .record({
    rice: fc.integer({ min: 1, max: 5_000 }),
    other: fc.integer({ min: 1, max: 5_000 }),
    leastCoveredRatio: fc.constantFrom(0, 0.3, 0.8),
    ceilings: fc.record({
      plotMinor: ceiling,
      farmerMinor: ceiling,
      operatorMinor: ceiling,
      seasonMinor: ceiling,
    }),
  })
  .map(({ rice, other, ...given }) =>
    rules({
      rates: [
        { ...any, rateMinor: other },
        { ...any, cropId: 'rice', rateMinor: rice },
      ],
      ...given,
    }),
  )

type Paid = ReadonlyMap<string, World>
const nameOf = ({ droneId, sortieId, plotId }: SubsidyFlight): string =>
  `${droneId} ${sortieId} ${plotId}`

/** As the server does: earlier paid flights come first. */
const propose = (
  world: readonly World[],
  by: SubsidyRules,
  paid: Paid = new Map(),
  spent: ReadonlyMap<string, number> = new Map(),
) => {
  const cellsOf = new Map(world.map((one) => [nameOf(one.flight), one.cells]))
  const judged = world.map((one) =>
    judgeFlight({ ...one.flight, isPaid: paid.has(nameOf(one.flight)) }, by),
  )
  const groups = groupByPlot(judged.filter((one): one is CountedFlight => 'rate' in one))
  const measuredPlots = groups.map((group): MeasuredPlot => {
    const { fromDay, untilDay } = by.seasons[group.season]!
    const covered = new Set(
      [...paid.values()]
        .filter(
          ({ flight: { plotId, day } }) =>
            plotId === group.plotId && fromDay <= day && day <= untilDay,
        )
        .flatMap(({ cells }) => [...cells]),
    )
    const paidMilliM2 = covered.size * cellMilliM2
    return {
      ...group,
      farmerId: 'farmer',
      plotMilliM2,
      paidMilliM2,
      unprovenMilliM2: [],
      newMilliM2: group.flights.map((one) => {
        const before = covered.size
        for (const cell of cellsOf.get(nameOf(one.flight))!) covered.add(cell)
        return (covered.size - before) * cellMilliM2
      }),
    }
  })
  return buildSubsidyLines(measuredPlots, by, spent)
}

const distinct = (world: readonly World[]): World[] => [
  ...new Map(world.map((one) => [nameOf(one.flight), one])).values(),
]

const spentBy = (lines: ReturnType<typeof propose>): Map<string, number> => {
  const spent = new Map<string, number>()
  for (const line of lines.filter(({ state }) => state === 'payable'))
    for (const key of [
      ceilingKeys.plot(line.season, line.plotId),
      ceilingKeys.farmer('farmer'),
      ceilingKeys.operator(line.operatorId),
      ceilingKeys.season(line.season),
    ])
      spent.set(key, (spent.get(key) ?? 0) + line.amountMinor)
  return spent
}

const holdsCeilings = (spent: ReadonlyMap<string, number>, by: SubsidyRules): boolean =>
  [...spent].every(([key, amount]) => {
    const { plotMinor, farmerMinor, operatorMinor, seasonMinor } = by.ceilings
    const most = {
      plot: plotMinor,
      farmer: farmerMinor,
      operator: operatorMinor,
      season: seasonMinor,
    }[key.split(' ')[0]!]
    return most === null || most === undefined || amount <= most
  })

describe('after any flights and decisions', () => {
  const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 150) }

  test('any order results in the same lines, and their sum is the total', () => {
    fc.assert(
      fc.property(
        fc.array(worldFlight, { maxLength: 25 }),
        worldRules,
        fc.infiniteStream(fc.nat()),
        (flights, by, order) => {
          const world = distinct(flights)
          const lines = propose(world, by)
          const shuffled = world
            .map((one) => ({ one, at: order.next().value as number }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ one }) => one)
          expect(propose(shuffled, { ...by, rates: by.rates.toReversed() })).toEqual(lines)
          const { totalMinor } = sumLines(lines)
          expect(totalMinor).toBe(
            lines
              .filter(({ state }) => state === 'payable')
              .reduce((sum, { amountMinor }) => sum + amountMinor, 0),
          )
          for (const line of lines)
            expect(line.grossMinor - line.amountMinor).toBe(
              line.cuts.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
            )
        },
      ),
      runs,
    )
  })

  test('ground is paid once a season and ceilings hold to the last cent, over several proposals', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(worldFlight, { maxLength: 10 }), { minLength: 1, maxLength: 3 }),
        worldRules,
        (rounds, by) => {
          const paid = new Map<string, World>()
          const paidLines: ReturnType<typeof propose> = []
          const known: World[] = []
          for (const round of rounds) {
            known.push(...round)
            const world = distinct(known)
            const lines = propose(world, by, paid, spentBy(paidLines))
            const byName = new Map(world.map((one) => [nameOf(one.flight), one]))
            for (const line of lines.filter(({ state }) => state === 'payable')) {
              paidLines.push(line)
              for (const { flight: one } of line.flights)
                paid.set(nameOf(one.flight), byName.get(nameOf(one.flight))!)
            }
          }
          expect(holdsCeilings(spentBy(paidLines), by)).toBe(true)
          for (const plotId of ['east', 'west'])
            for (const season of [0, 1]) {
              const of = paidLines.filter(
                (line) => line.plotId === plotId && line.season === season,
              )
              const groundMilliM2 = of.reduce((sum, line) => sum + line.groundMilliM2, 0)
              const cells = new Set(
                of.flatMap((line) =>
                  line.flights.flatMap(({ flight: one }) => [
                    ...paid.get(nameOf(one.flight))!.cells,
                  ]),
                ),
              )
              expect(groundMilliM2).toBeLessThanOrEqual(cells.size * cellMilliM2)
            }
        },
      ),
      runs,
    )
  })
})
