import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { verify } from '@node-rs/argon2'
import { polygonBounds } from '@swath/domain/polygon'
import { BulletinText } from '@swath/contract/alarms/bulletin-rows'
import { demoPassword } from './data/accounts.ts'
import { regions } from '@swath/fixtures/regions'
import { DroneLife } from '@swath/simulator/drone-life'
import { onShift, type FleetFile } from '@swath/simulator/fleet'
import { isDeviceSecret } from '@swath/server/gateway/mqtt/device-secret'
import { hashOfRow } from '@swath/server/gateway/recompute/record-chain.queries'
import { recomputeLong, recomputeNext } from '@swath/server/gateway/recompute/recompute'
import { loadZones } from '@swath/server/gateway/recompute/zones.queries'
import { readStoredPoints } from '@swath/server/gateway/tracks/public'
import { ownTestDatabase } from '@swath/server/platform/database/testing-file'
import { run as compareDoses } from '@swath/server/modules/campaigns/group-control/compare-doses.job'
import { findGroupPlan } from '@swath/server/modules/campaigns/group-control/group-control.queries'
import {
  dronesOfPlan,
  flightsOfPlan,
} from '@swath/server/modules/campaigns/group-control/group-drones.queries'
import { seedDemonstration } from './demonstration.seed.ts'
import { buildFleet } from './fleet.seed.ts'
import { layOtherPlots } from './other-fields.seed.ts'
import { buildWorld } from './world.seed.ts'

const nowMs = Date.UTC(2026, 7, 20, 6)
const database = await ownTestDatabase()
let fleet: FleetFile
const seed = () =>
  seedDemonstration({ db: database.db, clock: { now: () => nowMs }, progress: () => undefined })

beforeAll(async () => {
  await sql`insert into region (code, parent_code, level, names) select * from json_to_recordset(${JSON.stringify(
    regions.map((region) => ({
      code: region.code,
      parent_code: region.parentCode,
      level: ['country', 'first', 'second', 'third'].indexOf(region.level),
      names: region.names,
    })),
  )}::json) as r (code text, parent_code text, level smallint, names jsonb) on conflict do nothing`.execute(
    database.db,
  )
  fleet = (await seed()).fleet
})

const count = async (
  table: 'work_record' | 'sortie' | 'drone' | 'anomaly' | 'track_chunk' | 'plot' | 'no_fly_zone',
) =>
  Number(
    (
      await database.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('contains a year of work', async () => {
  expect(await count('work_record')).toBeGreaterThanOrEqual(50_000)
  const simulated = Number(
    (
      await database.db
        .selectFrom('sortie')
        .where('simulated', '=', true)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
  expect(simulated).toBeGreaterThan(50)
  expect((await count('sortie')) - simulated).toBe(await count('work_record'))
  expect(await count('drone')).toBe(200)
  const world = buildWorld()
  expect(await count('plot')).toBe(403 + world.campaignFields.length + layOtherPlots(world).length)
  expect(await count('no_fly_zone')).toBeGreaterThanOrEqual(40)
  const { first, last } = await database.db
    .selectFrom('work_record')
    .select((eb) => [eb.fn.min('start_at').as('first'), eb.fn.max('end_at').as('last')])
    .executeTakeFirstOrThrow()
  expect(nowMs - first.getTime()).toBeGreaterThan(355 * 86_400_000)
  expect(last.getTime()).toBeLessThan(nowMs)
})

test('sprays a field a few times a year and others in between, not only in planned flights', async () => {
  const { rows } = await sql<{ days: number; plots: number; usual: number }>`
    select max(days)::int as days, count(*)::int as plots,
      count(*) filter (where days between 4 and 8)::float8 / count(*) as usual
    from (
      select plot_id, count(distinct start_at::date) as days from plot_spraying group by plot_id
    ) as sprayed`.execute(database.db)
  expect(rows[0]!.plots).toBeGreaterThan(150)
  expect(rows[0]!.days).toBeLessThanOrEqual(18)
  expect(rows[0]!.usual).toBeGreaterThan(0.7)
  const { rows: ofPlots } = await sql<{ days: number; areas: number }>`
    select count(*)::int as days, count(distinct covered_m2)::int as areas from (
      select record.plot_id, record.start_at::date, sum(record.covered_m2) as covered_m2
      from work_record record where record.plot_id = any(${buildWorld().drones.map(({ plots }) => plots[0]!.id)}::uuid[])
      group by 1, 2
    ) as day group by plot_id`.execute(database.db)
  const often = ofPlots.filter(({ days }) => days >= 5)
  expect(often.length).toBeGreaterThan(20)
  expect(often.filter(({ areas }) => areas < 2)).toEqual([])
  const modes = await database.db.selectFrom('work_record').select('mode').distinct().execute()
  expect(modes.length).toBeGreaterThanOrEqual(4)
  const { rows: repeated } = await sql<{ name: string }>`
    select task.name from unified_task_sum sums join unified_task task on task.id = sums.task_id
    where sums.repeated_m2 > 3 * sums.covered_m2`.execute(database.db)
  expect(repeated).toEqual([])
})

test('has recent alarms in every state, with comments', async () => {
  const rows = await database.db
    .selectFrom('anomaly')
    .where('at', '>', new Date(nowMs - 9 * 86_400_000))
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  expect(rows.map(({ state }) => state).toSorted()).toEqual(['acknowledged', 'closed', 'open'])
  const comments = await database.db
    .selectFrom('alarm_step')
    .where('kind', '=', 'comment')
    .select('text')
    .distinct()
    .execute()
  expect(comments.length).toBeGreaterThan(3)
  const older = await database.db
    .selectFrom('anomaly')
    .where('at', '<', new Date(nowMs - 10 * 86_400_000))
    .where('state', '<>', 'closed')
    .select('id')
    .execute()
  expect(older).toEqual([])
})

test('has every kind of anomaly in the last 30 days, some unread', async () => {
  const rows = await database.db
    .selectFrom('anomaly')
    .where('at', '>', new Date(nowMs - 30 * 86_400_000))
    .select(['type', (eb) => eb.fn.countAll<string>().as('n')])
    .groupBy('type')
    .orderBy('type')
    .execute()
  expect(rows.map((row) => row.type)).toEqual([1, 2, 3, 4, 5])
  const unread = await database.db
    .selectFrom('anomaly')
    .leftJoin('anomaly_read', 'anomaly_read.anomaly_id', 'anomaly.id')
    .where('anomaly_read.user_id', 'is', null)
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  expect(Number(unread.n)).toBeGreaterThan(10)
})

test('has suspicions in every state, and the weather of drones that measure it', async () => {
  const causes = await database.db
    .selectFrom('claim_suspicion')
    .select('cause')
    .distinct()
    .orderBy('cause')
    .execute()
  expect(causes.map(({ cause }) => cause)).toEqual(['impossible_width', 'pump_off'])
  const states = await database.db
    .selectFrom('claim_suspicion')
    .select('state')
    .distinct()
    .orderBy('state')
    .execute()
  expect(states.map(({ state }) => state)).toEqual(['false_claim', 'in_order', 'looking', 'open'])
  const { measured, windy } = await database.db
    .selectFrom('flight_weather')
    .where('source', '=', 'drone')
    .select((eb) => [
      eb.fn.countAll<number>().as('measured'),
      eb.fn.countAll<number>().filterWhere('most_wind_ms', '>', 8).as('windy'),
    ])
    .executeTakeFirstOrThrow()
  expect([measured > 500, windy > 0, windy < measured / 20]).toEqual([true, true, true])
})

test('has bulletins in every state, in several languages, read and unread', async () => {
  const rows = await database.db
    .selectFrom('bulletin')
    .select(['state', 'recipient_count', 'texts'])
    .execute()
  expect(new Set(rows.map(({ state }) => state))).toEqual(
    new Set(['draft', 'scheduled', 'published', 'recalled']),
  )
  for (const { texts, state, recipient_count: count } of rows) {
    for (const text of texts) BulletinText.parse(text)
    expect(count > 0).toBe(state === 'published' || state === 'recalled')
  }
  const receipts = await database.db.selectFrom('bulletin_recipient').select('read_at').execute()
  const unread = receipts.filter(({ read_at }) => read_at === null).length
  expect(unread).toBeGreaterThan(5)
  expect(receipts.length - unread).toBeGreaterThan(5)
})

test('lets everyone sign in with the same password', async () => {
  const users = await database.db
    .selectFrom('app_user')
    .where('phone', 'like', '+86-1380000000%')
    .orderBy('phone')
    .select(['phone', 'password_hash', 'user_type'])
    .execute()
  expect(users.map((user) => [user.phone, user.user_type])).toEqual(
    [1, 1, 1, 1, 1, 6, 1, 3, 1].map((type, i) => [`+86-1380000000${i + 1}`, type]),
  )
  expect(await verify(users[0]!.password_hash!, demoPassword)).toBe(true)
})

test('has accounts of every kind: a sub-platform with its host, a sub-company, a disabled one, two awaiting approval', async () => {
  const named = async (name: string) =>
    database.db
      .selectFrom('account')
      .leftJoin('account as parent', 'parent.id', 'account.parent_id')
      .select([
        'account.custom_domain',
        'account.tag',
        'account.enabled',
        'account.check_status',
        'parent.name as parent',
      ])
      .where('account.name', '=', name)
      .executeTakeFirstOrThrow()
  expect(await named('江南植保云')).toMatchObject({
    tag: 'jiangnan',
    custom_domain: 'east.localhost',
  })
  expect(await named('丰源合作社道口分社')).toMatchObject({ parent: '滑县丰源植保专业合作社' })
  expect(await named('内黄旧乡植保队')).toMatchObject({ enabled: false })
  const waiting = await database.db
    .selectFrom('account_application')
    .innerJoin('account', 'account.id', 'account_application.account_id')
    .select([
      'account.name',
      'account_application.type',
      'account.check_status',
      'account_application.status',
    ])
    .orderBy('type')
    .execute()
  expect(waiting).toEqual([
    { name: '滑县新苗飞防合作社', type: 1, check_status: 1, status: 1 },
    { name: '滑县金穗飞防服务队', type: 2, check_status: 2, status: 1 },
  ])
  // A person named on the sign-in page of east.localhost.
  const { phone } = await database.db
    .selectFrom('app_user')
    .innerJoin('account', 'account.id', 'app_user.account_id')
    .select('app_user.phone')
    .where('account.custom_domain', '=', 'east.localhost')
    .where('app_user.user_type', '=', 1)
    .executeTakeFirstOrThrow()
  expect(phone).toBe('+86-13900000001')
})

test('gives the team and the manufacturer members of each role, and the team two applicants', async () => {
  const listRoles = async (phone: string) =>
    (
      await database.db
        .selectFrom('app_user')
        .select('user_type')
        .distinct()
        .where('account_id', '=', (eb) =>
          eb
            .selectFrom('app_user as admin')
            .select('admin.account_id')
            .where('admin.phone', '=', phone),
        )
        .orderBy('user_type')
        .execute()
    ).map(({ user_type }) => user_type)
  expect(await listRoles('+86-13800000004')).toEqual([1, 2, 3, 4, 5, 6])
  expect(await listRoles('+86-13800000003')).toEqual([1, 2, 3, 4, 5, 6])
  expect(
    await database.db
      .selectFrom('user_application')
      .select(['name', 'status'])
      .orderBy('applied_at', 'desc')
      .execute(),
  ).toEqual([
    { name: '韩少峰', status: 1 },
    { name: '梁静', status: 1 },
  ])
})

test('chains every drone’s records by valid hashes', async () => {
  const droneId = fleet.drones[3]!.droneId
  const records = await database.db
    .selectFrom('work_record')
    .selectAll()
    .where('drone_id', '=', droneId)
    .orderBy('start_at')
    .orderBy('sortie_id')
    .execute()
  expect(records.length).toBeGreaterThan(50)
  let previous: Buffer = Buffer.alloc(0)
  for (const record of records) {
    expect(record.previous_hash.equals(previous)).toBe(true)
    expect(record.hash.equals(hashOfRow(record, previous))).toBe(true)
    previous = record.hash
  }
})

// Each test deletes a drone's tracks: a retry would check another drone.
describe('agrees with the pipeline: recomputing changes nothing', { retry: 0 }, () => {
  for (const kind of ['modern', 'legacy', 'simulated'] as const) {
    test(`of a drone that is ${kind}`, async () => {
      const zones = await loadZones(database.db)
      const ids =
        kind === 'simulated'
          ? (
              await database.db
                .selectFrom('sortie')
                .select('drone_id')
                .distinct()
                .where('simulated', '=', true)
                .execute()
            ).map(({ drone_id }) => drone_id)
          : fleet.drones
              .filter((drone) => drone.legacy === (kind === 'legacy'))
              .map((drone) => drone.droneId)
      const { drone_id: droneId, from } = await database.db
        .selectFrom('track_chunk')
        .where('drone_id', 'in', ids)
        .where('sortie_id', 'is not', null)
        .groupBy('drone_id')
        .orderBy((eb) => eb.fn.countAll(), 'desc')
        .orderBy('drone_id')
        .select(['drone_id', (eb) => eb.fn.min('from_at').as('from')])
        .executeTakeFirstOrThrow()
      const state = async () => ({
        sorties: await database.db
          .selectFrom('sortie')
          .selectAll()
          .where('drone_id', '=', droneId)
          .orderBy('start_at')
          .execute(),
        records: await database.db
          .selectFrom('work_record')
          .selectAll()
          .where('drone_id', '=', droneId)
          .orderBy('start_at')
          .execute(),
        sprayings: await database.db
          .selectFrom('plot_spraying')
          // A separate job writes its strips.
          .select(['drone_id', 'sortie_id', 'plot_id', 'start_at', 'covered_m2'])
          .where('drone_id', '=', droneId)
          .orderBy('start_at')
          .orderBy('plot_id')
          .execute(),
        anomalies: await database.db
          .selectFrom('anomaly')
          .selectAll()
          .where('drone_id', '=', droneId)
          .where('at', '>', from)
          .orderBy('at')
          .orderBy('id')
          .execute(),
        tracks: await database.db
          .selectFrom('track_chunk')
          .where('drone_id', '=', droneId)
          .where('sortie_id', 'is not', null)
          .orderBy('from_at')
          .select([
            'id',
            'sortie_id',
            'from_at',
            'until_at',
            'point_count',
            sql<string>`encode(sha256(columns), 'hex')`.as('columns'),
          ])
          .execute(),
        total: await database.db
          .selectFrom('drone_total')
          .selectAll()
          .where('drone_id', '=', droneId)
          .execute(),
      })
      const before = await state()
      expect(before.tracks.length).toBeGreaterThan(5)
      // As if a checkpoint had only just written them
      await database.db
        .updateTable('device_event')
        .set({ folded: false })
        .where('drone_id', '=', droneId)
        .execute()
      await sql`update track_chunk set id = overlay(id::text placing '7' from 15 for 1)::uuid,
          sortie_id = null
        where drone_id = ${droneId}`.execute(database.db)
      await database.db
        .insertInto('recompute')
        .values({
          drone_id: droneId,
          from_at: from,
          until_at: new Date(nowMs),
          due_at: new Date(nowMs - 1),
        })
        .execute()
      const at = { nowMs, zones }
      const done = await recomputeNext(database.db, at, droneId)
      if (done && 'tooLong' in done) await recomputeLong(database.db, at, droneId)
      const after = await state()
      expect(after.sorties).toEqual(before.sorties)
      expect(after.records).toEqual(before.records)
      expect(after.sprayings).toEqual(before.sprayings)
      expect(after.anomalies).toEqual(before.anomalies)
      expect(after.tracks).toEqual(before.tracks)
      expect(after.total[0]!.sortie_count).toBe(before.total[0]!.sortie_count)
    })
  }
})

test('a later start reuses the data, and issues new secrets to the fleet', async () => {
  const records = await count('work_record')
  const again = (await seed()).fleet
  expect(await count('work_record')).toBe(records)
  expect(again.drones.map((drone) => drone.droneId)).toEqual(
    fleet.drones.map((drone) => drone.droneId),
  )
  expect(again.drones[0]!.secret).not.toBe(fleet.drones[0]!.secret)
  const stored = await database.db
    .selectFrom('drone_credential')
    .where('drone_id', '=', again.drones[0]!.droneId)
    .selectAll()
    .execute()
  expect(stored.length).toBe(1)
  expect(isDeviceSecret(again.drones[0]!.secret, stored[0]!.secret_hash)).toBe(true)
})

describe('the fleet', () => {
  const world = buildWorld()
  const secrets = new Map(world.drones.map(({ id }) => [id, 'secret']))
  const inCounty = ({ home: [lng] }: FleetFile['drones'][number]): boolean => lng > 114 && lng < 115

  test('works by daylight and in season, and some drones always work', () => {
    const januaryJulyNovember = [0, 6, 10].map((month) => {
      // The season depends on the month alone, and building a fleet takes long.
      const { drones } = buildFleet(world, secrets, Date.UTC(2026, month, 15, 12))
      const atWork = drones.filter(({ schedule }) => schedule === 'work')
      return Array.from({ length: 24 }, (_, hour) =>
        atWork.filter(({ shift }) => onShift(shift, Date.UTC(2026, month, 15, hour))),
      )
    })
    for (const hours of januaryJulyNovember) {
      for (const working of hours) {
        expect(working.length).toBeGreaterThanOrEqual(30)
        expect(working.filter(inCounty).length).toBeGreaterThanOrEqual(5)
      }
      // Two at night, solar time of the county
      expect(hours[18]!.length).toBeLessThanOrEqual(45)
    }
    // In the morning
    const [, july, november] = januaryJulyNovember.map((hours) => hours[1]!.length)
    expect(july).toBeGreaterThanOrEqual(80)
    expect(november).toBeLessThan(july!)
  })

  test('has enough fields for days; of those on the platform, only unfinished fields of campaigns', () => {
    const waiting = new Set(
      world.campaignFields.filter(({ isWaiting }) => isWaiting).map(({ plot }) => plot.id),
    )
    const drawn = new Set(layOtherPlots(world).map(({ id }) => id))
    const { drones } = buildFleet(world, secrets, nowMs)
    for (const { otherFields = [] } of drones) {
      expect(otherFields.length).toBeGreaterThanOrEqual(30)
      expect(
        otherFields.every(
          ({ plotId }) => plotId === null || waiting.has(plotId) || drawn.has(plotId),
        ),
      ).toBe(true)
    }
  })

  test('begins its day on registered plots', () => {
    const atWork = buildFleet(world, secrets, nowMs).drones.filter(
      ({ schedule }) => schedule === 'work',
    )
    const flown = atWork.slice(0, 20).flatMap((drone) => {
      const life = new DroneLife({ ...drone, faultShare: 0 }, [], 'an hour')
      const plots: (string | null)[] = []
      for (let atMs = nowMs; atMs < nowMs + 40 * 60_000;) {
        const { truth } = life.next(atMs)
        plots.push(truth.plotId)
        atMs = truth.endMs + life.groundMs()
      }
      return plots
    })
    expect(flown.filter((plotId) => plotId !== null).length).toBeGreaterThan(0.7 * flown.length)
  })

  test('sprays a plot once, and then other fields for days', () => {
    const drone = buildFleet(world, secrets, nowMs).drones.find(
      ({ schedule, simulatedEvery }) => schedule === 'work' && simulatedEvery === undefined,
    )!
    const life = new DroneLife({ ...drone, faultShare: 0 }, [], 'a week')
    const daysByPlot = new Map<string, Set<number>>()
    for (let atMs = nowMs; atMs < nowMs + 7 * 86_400_000;) {
      const { truth } = life.next(atMs)
      if (truth.plotId !== null) {
        const days = daysByPlot.get(truth.plotId) ?? new Set()
        daysByPlot.set(truth.plotId, days.add(Math.floor(atMs / 86_400_000)))
      }
      atMs = truth.endMs + 3_600_000
    }
    for (const days of daysByPlot.values()) expect(days.size).toBeLessThanOrEqual(2)
  })
})

test('flights of campaigns keep their tracks; a day keeps either all of its tracks or none', async () => {
  const { rows } = await sql<{ name: string; flights: number; tracked: number }>`
    select task.name, count(*)::int as flights, count(chunk.id)::int as tracked
    from unified_task task
    join work_record record on record.task_id = task.id
    left join track_chunk chunk on chunk.drone_id = record.drone_id
      and chunk.sortie_id = record.sortie_id and chunk.point_count > 0
    group by task.id`.execute(database.db)
  expect(rows.length).toBeGreaterThanOrEqual(4)
  for (const { name, flights, tracked } of rows)
    expect(tracked, name).toBeGreaterThanOrEqual(0.98 * flights)
  // Otherwise a flight without points is deleted when its neighbours are recomputed.
  const { rows: mixed } = await sql<{ drone_id: string }>`
    select sortie.drone_id from sortie
    join account on account.id = sortie.operator_id
    left join track_chunk chunk on chunk.drone_id = sortie.drone_id
      and chunk.sortie_id = sortie.id
    group by sortie.drone_id, (sortie.start_at at time zone account.time_zone)::date
    having count(chunk.id) not in (0, count(*))`.execute(database.db)
  expect(mixed).toEqual([])
})

test('has campaigns in every state, with flights that count and some that do not', async () => {
  const tasks = await database.db
    .selectFrom('unified_task')
    .innerJoin('unified_task_sum as sums', 'sums.task_id', 'unified_task.id')
    .select(['state', 'ground', 'sums.sortie_count', 'sums.covered_m2', 'unified_task.target_m2'])
    .orderBy('unified_task.id')
    .execute()
  expect(new Set(tasks.map(({ state }) => state))).toEqual(new Set(['draft', 'open', 'closed']))
  for (const task of tasks.filter(({ state }) => state === 'closed'))
    expect(task.sortie_count).toBeGreaterThan(100)
  expect(tasks.some(({ ground, covered_m2 }) => ground === 'plots' && covered_m2 > 0)).toBe(true)
  const late = await database.db
    .selectFrom('unified_task_left_out')
    .where('why', '=', 'closed')
    .selectAll()
    .execute()
  expect(late.length).toBeGreaterThan(0)
})

test('has a year of subsidies: paid seasons, an approved one, and a proposed one with objections', async () => {
  const subsidies = await database.db
    .selectFrom('subsidy')
    .where('region_code', '=', '156410526')
    .select(['state', 'seasons', 'total_minor', 'proposed_at'])
    .orderBy('proposed_at')
    .execute()
  expect(subsidies.map(({ state }) => state)).toEqual([
    ...Array<string>(4).fill('paid'),
    'approved',
    'proposed',
  ])
  // Each pays for its own season.
  expect(new Set(subsidies.map(({ seasons }) => seasons)).size).toBe(subsidies.length)
  expect(Math.min(...subsidies.map(({ total_minor }) => total_minor))).toBeGreaterThan(1_000_000)
  expect(nowMs - subsidies[0]!.proposed_at!.getTime()).toBeGreaterThan(250 * 86_400_000)
  const objections = await database.db
    .selectFrom('subsidy_objection')
    .select('state')
    .distinct()
    .orderBy('state')
    .execute()
  expect(objections.map(({ state }) => state)).toEqual(['declined', 'open', 'upheld'])
})

test('a campaign over a region covers its plots once, and little outside them', async () => {
  const { rows } = await sql<{
    name: string
    plots: number
    covered: number
    repeated: number
    outside: number
    half: number
  }>`
    select task.name, count(*)::int as plots, sums.covered_m2 / sum(plot.area_m2) as covered,
      sums.repeated_m2 / sums.covered_m2 as repeated, sums.outside_m2 / sums.flown_m2 as outside,
      count(*) filter (where ground.covered_m2 < 0.75 * plot.area_m2)::int as half
    from unified_task task
    join unified_task_sum sums on sums.task_id = task.id
    join unified_task_ground ground on ground.task_id = task.id
    join plot on plot.id = ground.plot_id
    where task.ground = 'region' and sums.sortie_count > 0
    group by task.id, sums.task_id order by task.id`.execute(database.db)
  expect(rows).toHaveLength(3)
  for (const { name, plots, covered, repeated, outside, half } of rows) {
    expect(plots, name).toBeGreaterThan(200)
    expect(covered, name).toBeGreaterThan(0.85)
    expect(covered, name).toBeLessThan(0.99)
    expect(repeated, name).toBeLessThan(0.1)
    expect(outside, name).toBeLessThan(0.2)
    expect(half, name).toBeGreaterThan(0)
  }
})

test('fields of campaigns overlap neither each other nor any plot', () => {
  const { plots, campaignFields } = buildWorld()
  const all = [...plots, ...campaignFields.map(({ plot }) => plot)]
    .map(({ ring }) => polygonBounds([ring]))
    .toSorted((a, b) => a.minLng - b.minLng)
  const drawn = new Set(campaignFields.map(({ plot }) => polygonBounds([plot.ring]).minLng))
  const overlapping = all.flatMap((one, i) => {
    const over = []
    for (let k = i + 1; k < all.length && all[k]!.minLng < one.maxLng; k++)
      if (
        all[k]!.minLat < one.maxLat &&
        all[k]!.maxLat > one.minLat &&
        (drawn.has(one.minLng) || drawn.has(all[k]!.minLng))
      )
        over.push([one, all[k]])
    return over
  })
  expect(overlapping).toEqual([])
})

test('group plans were flown as planned, and one continues without its third drone', async () => {
  const plans = await database.db
    .selectFrom('group_plan')
    .where('state', '<>', 'ready')
    .selectAll()
    .execute()
  expect(new Set(plans.map(({ state }) => state))).toEqual(new Set(['done', 'flying']))
  const scope = { kind: 'all' } as const
  for (const { id, state } of plans) {
    const plan = (await findGroupPlan(database.db, scope, id))!
    const flights = await flightsOfPlan(database.db, scope, id, 100)
    const drones = await dronesOfPlan(database.db, scope, id)
    const flownNum = drones.reduce((sum, { done_sortie_num }) => sum + done_sortie_num, 0)
    // other flights of its drones are not part of the plan
    if (state === 'done') expect(flights.length, plan.name).toBe(flownNum)
    else expect(flights.length, plan.name).toBe(drones.length)
    const ofRoute = plan.route.shares.flatMap(({ sorties }) => sorties.flatMap((one) => one.strips))
    const [row] = compareDoses({
      plots: plan.settings.grounds,
      strips: state === 'done' ? ofRoute : plan.done,
      doseZones: [],
      doseLHa: plan.settings.doseLHa,
      widthM: plan.settings.width,
      flights: await Promise.all(
        flights.map((flight) => readStoredPoints(database.db, flight.drone_id, flight)),
      ),
    })
    expect(Math.abs(row!.sprayedL / row!.plannedL - 1), plan.name).toBeLessThan(0.03)
    expect(Math.abs(row!.sprayedM2 / row!.plannedM2 - 1), plan.name).toBeLessThan(0.03)
    if (state === 'flying')
      expect(drones.map(({ status }) => status)).toEqual(['waiting', 'out', 'waiting'])
  }
})
