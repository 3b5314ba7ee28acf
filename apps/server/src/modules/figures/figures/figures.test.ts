// Properties for any changes of flights, drones and plots, in any order: every stored sum equals
// that of the rows, and every question has the same answer from sums as from rows.
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '@swath/domain/access/caller'
import {
  dimensions,
  dimensionsOf,
  measures,
  whyNotAsked,
  workMeasures,
  type FigureFilters,
  type FigureQuestion,
} from '@swath/domain/figures'
import { nextBucketMs, startOfBucketMs } from '@swath/domain/figure-buckets'
import { applyMigrations } from '../../../apply-migrations.ts'
import { settableClock } from '../../../platform/clock/clock.ts'
import { tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { askFigures, askFreshFigures } from './ask-figures.queries.ts'
import { checkSumsJob, checkSums } from './check-sums.ts'
import { keptCounts } from './kept-counts.queries.ts'
import { keptSums } from './kept-sums.ts'
import { compareCount, compareSum, mergeSumChanges, recomputeSum } from './merge-sums.queries.ts'
import {
  assign,
  correct,
  fly,
  handOver,
  redrawPlot,
  seedWorld,
  takeBack,
  testCounties,
  type Flight,
  type World,
} from './testing-world.queries.ts'

const { db } = await ownTestDatabase()
let world: World
beforeAll(async () => {
  world = await seedWorld(db)
})

const merge = () => tx(db, mergeSumChanges)
const everything: Scope = { kind: 'all' }
const zones = ['Asia/Shanghai', 'Asia/Kolkata', 'UTC', 'Asia/Kathmandu', 'Europe/Berlin'] as const

/** Around the ends of days, months and years, where time zones differ. */
const startAt = fc
  .record({
    day: fc.constantFrom('2025-12-31', '2026-01-01', '2026-02-28', '2026-03-01', '2026-03-15'),
    minute: fc.integer({ min: 0, max: 1439 }),
  })
  .map(({ day, minute }) => new Date(Date.parse(`${day}T00:00Z`) + minute * 60_000 + 250))

const thousandths = (most: number) =>
  fc.integer({ min: 0, max: most * 1000 }).map((value) => value / 1000)

const flight: fc.Arbitrary<Flight> = fc.record({
  drone: fc.nat(5),
  startAt,
  county: fc.nat(8),
  pilot: fc.nat(2),
  plot: fc.nat(3),
  mode: fc.nat(5),
  crop: fc.nat(2),
  coveredM2: thousandths(20_000),
  durationS: thousandths(1_200),
  sprayL: thousandths(40),
})

const aFlight: Flight = {
  drone: 0,
  startAt: new Date('2026-03-01T12:00Z'),
  county: 0,
  pilot: 0,
  plot: 0,
  mode: 1,
  crop: 0,
  coveredM2: 500,
  durationS: 60,
  sprayL: 5,
}

const flightId = (n: number): string => `00000000-0000-7000-8000-0000000002${String(10 + n)}`
const which = fc.nat(11)

type Event = () => Promise<unknown>
/** With a name, so that a failing sequence is readable. */
const named = (name: string, run: Event): Event => Object.assign(run, { toString: () => name })

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(which, flight)
      .map(([n, one]) =>
        named(`fly ${n} ${JSON.stringify(one)}`, () => fly(db, world, flightId(n), one)),
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(which, flight)
      .map(([n, one]) => named(`correct ${n}`, () => correct(db, flightId(n), one))),
  },
  {
    weight: 2,
    arbitrary: which.map((n) => named(`take back ${n}`, () => takeBack(db, flightId(n)))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(which, fc.boolean())
      .map(([n, all]) => named(`hand over ${n}`, () => handOver(db, world, n, all))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(which, thousandths(9_000))
      .map(([n, area]) => named(`redraw ${n}`, () => redrawPlot(db, world, n, area))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(which, fc.constantFrom('1', '2', null))
      .map(([n, task]) => named(`assign ${n}`, () => assign(db, flightId(n), task))),
  },
  { weight: 2, arbitrary: fc.constant(named('merge', merge)) },
)

const scopes = (): Scope[] => [
  everything,
  { kind: 'region', prefix: '156' },
  { kind: 'region', prefix: '15633' },
  { kind: 'region', prefix: '1563301' },
  { kind: 'region', prefix: testCounties[0] },
  { kind: 'accounts', as: 'manufacturer', accountIds: [world.fleets[0]!.manufacturerId] },
  { kind: 'accounts', as: 'operator', accountIds: [world.fleets[1]!.operatorId] },
  { kind: 'accounts', as: 'sub-platform', accountIds: world.fleets.map((one) => one.operatorId) },
  { kind: 'accounts', as: 'farmer', accountIds: [world.fleets[0]!.operatorId] },
  { kind: 'all', own: { userId: world.pilotIds[0]!, droneIds: world.droneIds.slice(0, 2) } },
]

const filters = (): FigureFilters[] => [
  {},
  { regionCode: '156330000' },
  { regionCode: testCounties[1] },
  { abroad: false },
  { abroad: true },
  { manufacturerId: world.fleets[0]!.manufacturerId },
  { operatorId: world.fleets[1]!.operatorId },
  { modelId: world.fleets[1]!.modelId },
  { cropId: 'rice', chemicalId: 'imidacloprid' },
  { plotId: world.plotIds[0]! },
  { pilotId: world.pilotIds[1]! },
  { droneIds: world.droneIds.slice(1, 4) },
  { droneRange: { from: 'CUBE-A-1', until: 'CUBE-B-0' } },
  { modes: [1, 3] },
  { taskIds: ['1'] },
]

const day = fc.constantFrom(
  null,
  '2025-12-31',
  '2026-01-01',
  '2026-02-28',
  '2026-03-01',
  '2026-03-02',
  '2026-03-28',
  '2026-04-01',
  '2026-12-30',
  '2027-01-01',
)

const question: fc.Arbitrary<FigureQuestion> = fc
  .record({
    measures: fc.subarray([...measures], { minLength: 1 }),
    by: fc.uniqueArray(fc.constantFrom(...dimensions), { maxLength: 2 }),
    filter: fc.nat(14),
    from: day,
    until: day,
    timeZone: fc.constantFrom(...zones),
    top: fc.option(
      fc.record({ count: fc.integer({ min: 1, max: 4 }), offset: fc.nat(2), least: fc.boolean() }),
      { nil: undefined },
    ),
  })
  .map(({ measures: asked, by, filter, from, until, timeZone, top }) => ({
    measures: asked.filter((one) => by.every((dimension) => dimensionsOf(one).includes(dimension))),
    by,
    filters: filters()[filter]!,
    from,
    until,
    timeZone,
    ...(top !== undefined && asked[0] && { top: { by: asked[0], ...top } }),
  }))
  .filter((one) => whyNotAsked(one) === null)

const aDay = fc.constantFrom(
  ['2025-12-31', '2026-01-01'] as const,
  ['2026-02-28', '2026-03-01'] as const,
  ['2026-03-01', '2026-03-02'] as const,
)

/**
 * Questions of statistics screens: rankings over all accounts, and counts of distinct items, which
 * are answered differently.
 */
const ofStatScreens: fc.Arbitrary<FigureQuestion> = fc
  .record({
    asked: fc.constantFrom(
      ...(['drone', 'pilot'] as const).map((by) => ({
        measures: ['coveredM2', 'sortieCount'] as const,
        by: [by],
        top: { by: 'coveredM2' as const, count: 2, offset: 1 },
      })),
      ...(
        [[], ['country'], ['province'], ['city'], ['county'], ['month'], ['year']] as const
      ).flatMap((by) => [
        { measures: ['activeDroneCount', 'activePlotCount'] as const, by: [...by] },
        { measures: ['activePlotCount'] as const, by: [...by, 'manufacturer' as const] },
      ]),
    ),
    filter: fc.constantFrom(0, 0, 1, 2, 5),
    stretch: fc.oneof(fc.tuple(day, day), aDay),
    timeZone: fc.constantFrom(...zones),
  })
  .map(({ asked, filter, stretch: [from, until], timeZone }) => ({
    ...asked,
    from,
    until,
    timeZone,
    filters: 'top' in asked ? {} : filters()[filter]!,
  }))
  .filter((one) => whyNotAsked(one) === null)

describe('stored sums', () => {
  test('equal the sums of the rows after any sequence of flights, corrections and transfers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 1, maxLength: 14 }),
        fc.array(
          fc.oneof(
            fc.tuple(fc.nat(9), question),
            fc.tuple(fc.constantFrom(0, 0, 0, 1, 2, 3, 5), ofStatScreens),
          ),
          { minLength: 6, maxLength: 12 },
        ),
        async (events, asked) => {
          for (const happen of events) await happen()
          for (const [scope, one] of asked)
            expect(await askFigures(db, scopes()[scope]!, one)).toEqual(
              await askFreshFigures(db, scopes()[scope]!, one),
            )
        },
      ),
      { numRuns: Number(process.env['FIGURE_RUNS'] ?? 25) },
    )
    await merge()
    for (const sum of keptSums)
      expect(await compareSum(db, sum, null)).toEqual({ sum: sum.name, buckets: 0, present: 0 })
    for (const count of keptCounts)
      expect(await compareCount(db, count, null)).toEqual({
        sum: count.name,
        buckets: 0,
        present: 0,
      })
    for (const sum of keptSums)
      for (const { buckets } of await tx(db, (trx) => recomputeSum(trx, sum)))
        expect(buckets).toBe(0)
  }, 300_000)

  test('are merged however long it takes', async () => {
    await fly(db, world, flightId(0), aFlight)
    const blocking = await db.startTransaction().execute()
    await sql`lock table figure.work_change in share row exclusive mode`.execute(blocking)
    const merging = tx(db, async (trx) => {
      await sql`set local statement_timeout = '1s'`.execute(trx)
      await mergeSumChanges(trx)
    })
    const release = sleep(1_500).then(() => blocking.commit().execute())
    await Promise.all([merging, release])
  })

  test('equal the sums of the rows when they are rebuilt after a change of their description', async () => {
    await sql`update schema_repeatable set sha256 = '' where name = 'figures'`.execute(db)
    expect(await applyMigrations(db)).toEqual(['figures'])
    const { rows } = await sql`select from figure.work_day_all limit 1`.execute(db)
    expect(rows).toHaveLength(1)
    for (const sum of keptSums)
      for (const { buckets } of await tx(db, (trx) => recomputeSum(trx, sum)))
        expect(buckets).toBe(0)
  }, 60_000)
})

describe('figures', () => {
  beforeAll(async () => {
    await sql`delete from sortie`.execute(db)
    // 2026-03-01 in India and China, the evening of 28 February in UTC.
    const one: Flight = {
      drone: 0,
      startAt: new Date('2026-02-28T18:45:00Z'),
      county: 0,
      pilot: 0,
      plot: 0,
      mode: 1,
      crop: 0,
      coveredM2: 1000.25,
      durationS: 600.5,
      sprayL: 12.125,
    }
    await fly(db, world, flightId(0), one)
    // Still February in India, March in China.
    await fly(db, world, flightId(1), {
      ...one,
      startAt: new Date('2026-02-28T17:00:00Z'),
      county: 1,
      coveredM2: 2000.5,
    })
    await fly(db, world, flightId(2), { ...one, drone: 3, county: 4, plot: 9, coveredM2: 4000 })
    await merge()
  })

  const ask = (part: Partial<FigureQuestion>, scope: Scope = everything) =>
    askFigures(db, scope, {
      measures: ['coveredM2'],
      by: [],
      filters: {},
      from: null,
      until: null,
      timeZone: 'Asia/Shanghai',
      ...part,
    })

  test.each([
    [
      'Asia/Shanghai',
      [['2026-03', 7000.75]],
      [
        ['1', 2000.5],
        ['2', 5000.25],
      ],
    ],
    [
      'Asia/Kolkata',
      [
        ['2026-02', 2000.5],
        ['2026-03', 5000.25],
      ],
      [
        ['0', 5000.25],
        ['22', 2000.5],
      ],
    ],
    [
      'Asia/Kathmandu',
      [
        ['2026-02', 2000.5],
        ['2026-03', 5000.25],
      ],
      [
        ['0', 5000.25],
        ['22', 2000.5],
      ],
    ],
    [
      'UTC',
      [['2026-02', 7000.75]],
      [
        ['17', 2000.5],
        ['18', 5000.25],
      ],
    ],
  ] as const)('months and hours are in the time zone %s', async (timeZone, months, hours) => {
    const shown = async (by: 'month' | 'hourOfDay') =>
      (await ask({ by: [by], timeZone })).map(({ keys, figures }) => [keys[0], figures.coveredM2])
    expect(await shown('month')).toEqual(months)
    expect(await shown('hourOfDay')).toEqual(hours)
  })

  test('each drone and plot counts once, however often it flew or was sprayed', async () => {
    expect(
      await ask({ measures: ['activeDroneCount', 'activePlotCount', 'sortieCount', 'droneCount'] }),
    ).toEqual([
      {
        keys: [],
        figures: { activeDroneCount: 2, activePlotCount: 1, sortieCount: 3, droneCount: 6 },
      },
    ])
  })

  test('the largest come first, and missing values are null', async () => {
    expect(await ask({ by: ['plot'], top: { by: 'coveredM2', count: 1 } })).toEqual([
      { keys: [null], figures: { coveredM2: 4000 } },
    ])
    expect(await ask({ by: ['province'] })).toEqual([
      { keys: ['156330000'], figures: { coveredM2: 3000.75 } },
      { keys: ['764010000'], figures: { coveredM2: 4000 } },
    ])
  })

  test('without data there is one row of zeros without dimensions, and no row with dimensions', async () => {
    const nobody: Scope = { kind: 'region', prefix: '999' }
    expect(await ask({}, nobody)).toEqual([{ keys: [], figures: { coveredM2: 0 } }])
    expect(await ask({ by: ['drone'] }, nobody)).toEqual([])
  })

  test('figures of counties add up to their city, those of cities to their province', async () => {
    const seen = async (prefix: string) =>
      (await ask({ measures: workMeasures }, { kind: 'region', prefix }))[0]!.figures
    const added = async (prefixes: string[]) => {
      const all = await Promise.all(prefixes.map(seen))
      return Object.fromEntries(
        workMeasures.map((one) => [one, all.reduce((sum, figures) => sum + figures[one]!, 0)]),
      )
    }
    expect(await seen('1563301')).toEqual(await added(['156330102', '156330106']))
    expect(await seen('15633')).toEqual(await added(['1563301', '1563302']))
    expect(await seen('156')).toEqual(await added(['15633', '15611']))
    expect((await seen('15633')).coveredM2).toBe(3000.75)
  })
})

describe('the nightly check', () => {
  const night = Date.parse('2026-03-02T18:43:00Z')

  test('reports nothing if all sums are correct', async () => {
    expect(await checkSums(db, night)).toEqual([])
  })

  test.each(['work_day_all', 'work_year_hour'])(
    'finds a wrong sum in %s, and the sum is corrected',
    async (name) => {
      const sum = keptSums.find((one) => one.name === name)!
      await sql`update ${sql.raw(`figure.${name}`)}
        set covered_milli_m2 = covered_milli_m2 + 1
        where ctid = (select ctid from ${sql.raw(`figure.${name}`)}
          where bucket < now() order by bucket desc limit 1)`.execute(db)
      expect((await checkSums(db, night)).join()).toContain(name)
      expect((await tx(db, (trx) => recomputeSum(trx, sum)))[0]).toEqual({
        sum: name,
        buckets: 1,
        present: 0,
      })
      expect(await checkSums(db, night)).toEqual([])
    },
  )

  test('makes its job fail with the difference, for the list of jobs', async () => {
    const clock = settableClock(night)
    const job = checkSumsJob({ db, clock })
    const run = { signal: new AbortController().signal, log: pino({ level: 'silent' }) }
    await job.run({}, run)
    await sql`update figure.work_day_region set present = present + 1`.execute(db)
    await expect(job.run({}, run)).rejects.toThrow(
      /^Kept sums differ from the records.*recompute-sums.*work_day_region: \d+ wrong around 2026-02-28/,
    )
    const sum = keptSums.find(({ name }) => name === 'work_day_region')!
    await tx(db, (trx) => recomputeSum(trx, sum))
    await job.run({}, run)
  })

  test('finds a wrong count, and corrects it', async () => {
    await sql`update figure.work_year_plot_count set present = present + 1
      where place = '0:' and manufacturer_id is null and bucket < now()`.execute(db)
    expect((await checkSums(db, night)).join()).toContain('work_year_plot_count: 1 wrong')
    const sum = keptSums.find(({ name }) => name === 'work_year_plot')!
    expect((await tx(db, (trx) => recomputeSum(trx, sum))).map(({ buckets }) => buckets)).toEqual([
      0, 1,
    ])
    expect(await checkSums(db, night)).toEqual([])
  })

  test('finds a sum without rows', async () => {
    await sql`insert into figure.work_day_region
      select bucket, '156999999', 1, 1, 1, 1, 1 from figure.work_day_region limit 1`.execute(db)
    expect((await checkSums(db, night)).join()).toContain('work_day_region: 1 wrong')
    const sum = keptSums.find(({ name }) => name === 'work_day_region')!
    await tx(db, (trx) => recomputeSum(trx, sum))
    const { rows } =
      await sql`select from figure.work_day_region where region_code = '156999999'`.execute(db)
    expect(rows).toEqual([])
  })
})

test.each(['day', 'month', 'year'] as const)(
  'the database and the program agree on the start of a %s',
  async (grain) => {
    const moments = fc.sample(fc.integer({ min: Date.UTC(2019, 0), max: Date.UTC(2031, 0) }), 400)
    const edges = moments.flatMap((atMs) => [atMs, nextBucketMs(grain, atMs)])
    const { rows } = await sql<{ at: Date; bucket: Date }>`
    select at, ${sql.raw(`figure.${grain}`)}(at) as bucket
    from unnest(${edges.map((atMs) => new Date(atMs))}::timestamptz[]) at`.execute(db)
    for (const { at, bucket } of rows)
      expect(bucket.getTime()).toBe(startOfBucketMs(grain, at.getTime()))
  },
)
