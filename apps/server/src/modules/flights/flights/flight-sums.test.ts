// The stored sums above the lists equal the sums of the rows, for any writes, order and
// concurrency.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { tx } from '../../../platform/database/database.ts'
import { mergeSumChanges } from '../../figures/figures/merge-sums.queries.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { seedFleet, type TestFleet } from '../../../gateway/testing.seed.ts'
import { droneSums } from '../../fleet/public.ts'
import { flightSums } from './flight-sums.queries.ts'

const database = await ownTestDatabase()
let fleets: TestFleet[]
const everything = { kind: 'all' } as const
const now = new Date('2026-06-15T00:00:00Z')
const drones = 6
const regionCode = '156330100'

beforeAll(async () => {
  fleets = [
    await seedFleet(database.db, 'SUM-A', drones),
    await seedFleet(database.db, 'SUM-B', drones),
  ]
})

/** A seeded generator of random numbers. */
const chances = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
  return seed / 0x7fffffff
}

/** A figure as records have it. */
const figure = (chance: () => number, most: number): number =>
  Math.round(chance() * most * 1000) / 1000

const pickDroneId = (chance: () => number): string =>
  `SUM-${chance() < 0.5 ? 'A' : 'B'}-${Math.floor(chance() * drones)}`

/** A random change of records, totals or drones. */
const happen = async (chance: () => number): Promise<void> => {
  const drone = pickDroneId(chance)
  const day = Math.floor(chance() * 90)
  await tx(database.db, async (trx) => {
    const what = chance()
    if (what < 0.4) {
      await sql`
        with flown as (
          insert into sortie (drone_id, id, state, start_at, end_at, point_count, manufacturer_id,
            operator_id, region_code)
          select id, gen_random_uuid(),
            case when ${chance()} < 0.1 then 'open' else 'closed' end,
            ${now}::timestamptz - ${day} * interval '1 day' - ${chance()} * interval '1 day',
            ${now}, 10,
            manufacturer_id, operator_id, region_code from drone where id = ${drone} returning *)
        insert into work_record (drone_id, sortie_id, start_at, end_at, manufacturer_id,
          operator_id, region_code, mode, duration_s, distance_m, spray_s, spray_l, spray_l_source,
          width_m, covered_m2, swept_m2, repeated_m2, overlap_ratio, track_hash, previous_hash,
          hash)
        select drone_id, id, start_at, end_at, manufacturer_id, operator_id, region_code,
          ${1 + Math.floor(chance() * 5)}, ${figure(chance, 900)}, 1, 1, ${figure(chance, 30)},
          'flow', 6, ${figure(chance, 20_000)}, 1, 0, 0, '\\x00', '\\x00', '\\x00'
        from flown
        where state = 'closed'`.execute(trx)
    } else if (what < 0.6) {
      await sql`update work_record set covered_m2 = ${figure(chance, 20_000)},
          start_at = start_at + ${chance() - 0.5} * interval '60 days',
          mode = ${1 + Math.floor(chance() * 5)}
        where drone_id = ${drone}`.execute(trx)
    } else if (what < 0.7) {
      await sql`delete from sortie
        where (drone_id, id) in (
          select drone_id, id from sortie where drone_id = ${drone} limit 2)`.execute(trx)
    } else if (what < 0.8) {
      const to = fleets[chance() < 0.5 ? 0 : 1]!
      await sql`update drone set operator_id = ${to.operatorId},
          activation = ${Math.floor(chance() * 3)}
        where id = ${drone}`.execute(trx)
    }
    if (what > 0.7) {
      await sql`
        insert into drone_total (drone_id, sortie_count, duration_s, covered_m2, swept_m2, spray_l)
        select ${drone}, count(*), coalesce(sum(duration_s), 0), coalesce(sum(covered_m2), 0), 0, 0
        from work_record
        where drone_id = ${drone}
        on conflict (drone_id) do update set sortie_count = excluded.sortie_count,
          covered_m2 = excluded.covered_m2`.execute(trx)
    }
    if (chance() < 0.1) throw new Error('taken back')
  }).catch((error: unknown) => {
    // Two transactions may lock each other's rows, and PostgreSQL rolls one of them back.
    const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01'
    if (!isDeadlock && !(error instanceof Error && error.message === 'taken back')) throw error
  })
}

/** The expected sums, computed from the rows. */
const counted = async (operatorId?: string, from?: string, until?: string) => {
  const wanted = sql`(${operatorId ?? null}::uuid is null
    or operator_id = ${operatorId ?? null}::uuid)
    and (${from ?? null}::timestamptz is null or start_at >= ${from ?? null})
    and (${until ?? null}::timestamptz is null or start_at < ${until ?? null})`
  const {
    rows: [work],
  } = await sql<{ covered: number; duration: number; count: number }>`
    select coalesce(sum(covered_m2::numeric), 0)::float8 as covered,
      coalesce(sum(duration_s::numeric), 0)::float8 as duration, count(*)::int8 as count
    from work_record
    where ${wanted}`.execute(database.db)
  const {
    rows: [open],
  } = await sql<{
    count: number
  }>`select count(*)::int8 as count from sortie where ${wanted} and state = 'open'`.execute(
    database.db,
  )
  return {
    covered_m2: work!.covered,
    duration_s: work!.duration,
    sortie_count: work!.count + open!.count,
  }
}

const expectTrue = async (): Promise<void> => {
  expect(await flightSums(database.db, everything, {})).toMatchObject(await counted())
  expect(await flightSums(database.db, everything, { yyAccountName: 'SUM-' })).toMatchObject(
    await counted(),
  ) // by their accounts
  expect(await droneSums(database.db, everything, { yyAccountName: 'SUM-' }, now)).toEqual(
    await droneSums(database.db, everything, {}, now),
  )
  for (const { operatorId } of fleets) {
    const scope = { kind: 'accounts', as: 'operator', accountIds: [operatorId] } as const
    expect(await flightSums(database.db, scope, {})).toMatchObject(await counted(operatorId))
  }
  const {
    rows: [raw],
  } = await sql<{ total: number; covered_m2: number; sortie_count: number }>`
    select count(*)::int8 as total, coalesce(sum(covered_m2::numeric), 0)::float8 as covered_m2,
      coalesce(sum(sortie_count), 0)::int8 as sortie_count
    from drone left join drone_total on drone_id = id`.execute(database.db)
  expect(await droneSums(database.db, everything, {}, now)).toEqual({
    ...raw,
    manufacturers: 2,
    models: 2,
  })
  for (const activation of ['0', '1', '2'] as const) {
    const {
      rows: [some],
    } = await sql<object>`
      select count(*)::int8 as total, coalesce(sum(covered_m2::numeric), 0)::float8 as covered_m2,
        coalesce(sum(sortie_count), 0)::int8 as sortie_count
      from drone
      left join drone_total on drone_id = id
      where activation = ${Number(activation)} and operator_id = ${fleets[0]!.operatorId}`.execute(
      database.db,
    )
    const scope = { kind: 'accounts', as: 'operator', accountIds: [fleets[0]!.operatorId] } as const
    expect(await droneSums(database.db, scope, { regFlag: activation }, now)).toMatchObject(some!)
  }
}

describe('sums above the lists', () => {
  test('equal the sums of the rows after four concurrent writers, while changes are merged', async () => {
    const chance = chances(20_260_615)
    for (let round = 0; round < 12; round++) {
      await Promise.all([
        ...Array.from({ length: 4 }, async (_, writer) => {
          const own = chances(round * 10 + writer + Math.floor(chance() * 1e6))
          for (let i = 0; i < 6; i++) await happen(own)
        }),
        tx(database.db, mergeSumChanges),
      ])
      await expectTrue()
    }
    await tx(database.db, mergeSumChanges)
    expect((await sql`select from figure.work_change`.execute(database.db)).rows).toEqual([])
    expect(await database.db.selectFrom('drone_sum_change').selectAll().execute()).toEqual([])
    await expectTrue()
  })

  test.each([
    ['2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z'],
    ['2026-04-10T03:00:00Z', '2026-06-03T07:30:00Z'],
    ['2026-05-02T00:00:00Z', '2026-05-20T00:00:00Z'],
    ['2026-04-10T03:00:00Z', undefined],
    [undefined, '2026-05-17T07:30:00Z'],
    ['2026-05-02T16:00:00Z', '2026-05-03T16:00:00Z'],
    ['2026-05-02T16:00:00Z', '2026-05-21T16:00:00Z'],
  ])('from %s until %s', async (startTime, endTime) => {
    const wanted = await counted(undefined, startTime, endTime)
    expect(wanted.sortie_count).toBeGreaterThan(0)
    expect(await flightSums(database.db, everything, { startTime, endTime })).toMatchObject(wanted)
    const country = { kind: 'region', prefix: regionCode.slice(0, 3) } as const
    for (const region of [undefined, regionCode, `${regionCode.slice(0, 3)}000000`]) {
      expect(
        await flightSums(database.db, everything, { startTime, endTime, region }),
      ).toMatchObject(wanted)
      expect(await flightSums(database.db, country, { startTime, endTime, region })).toMatchObject(
        wanted,
      )
      expect(
        await flightSums(
          database.db,
          { kind: 'region', prefix: regionCode.slice(0, 5) },
          { startTime, endTime, region },
        ),
      ).toMatchObject(wanted)
    }
    expect(
      await flightSums(database.db, everything, { startTime, endTime, region: '764000000' }),
    ).toMatchObject({ sortie_count: 0, covered_m2: 0 })
    expect(
      await flightSums(database.db, { kind: 'region', prefix: '764' }, { startTime, endTime }),
    ).toMatchObject({ sortie_count: 0, covered_m2: 0 })
  })

  test('deleting a drone removes its totals', async () => {
    await sql`delete from work_record where drone_id = 'SUM-A-0'`.execute(database.db)
    for (const table of ['sortie', 'recompute', 'track_chunk'] as const)
      await database.db.deleteFrom(table).where('drone_id', '=', 'SUM-A-0').execute()
    await database.db.deleteFrom('drone').where('id', '=', 'SUM-A-0').execute()
    await expectTrue()
  })
})
