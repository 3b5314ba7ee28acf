// Several drones over a plot: planning, commands, and replanning when one drops out.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groupControlRoutes } from '@swath/contract/campaigns/group-control'
import type { GroupPlan, GroupPlanDetail } from '@swath/contract/campaigns/group-plans'
import { LocalPlane } from '@swath/domain/lng-lat'
import { insertRegions } from '../../../platform/auth/testing.queries.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { insertFlight } from '../../flights/flights/testing-rows.queries.ts'
import { groupControlHandlers } from './group-control.routes.ts'
import { flightsOfPlan } from './group-drones.queries.ts'

const nowMs = Date.parse('2026-11-20T04:00:00Z')
const own = await ownTestDatabase(insertRegions)
let console_: Awaited<ReturnType<typeof open>>
const open = () => openConsole(own, groupControlRoutes, groupControlHandlers, nowMs)
beforeAll(async () => {
  console_ = await open()
})
afterAll(() => console_.close())

const plane = new LocalPlane(120.1, 30.2)
const at = (x: number, y: number): [number, number] => {
  const [lng, lat] = plane.fromPlane(x, y)
  return [lng, lat]
}
const field = [at(0, 0), at(240, 0), at(240, 160), at(0, 160), at(0, 0)]

let worlds = 0
/** An operator with a plot and three drones. */
const world = async () => {
  const person = await console_.person({ type: 'operator', can_create_sub: true })
  const maker = await console_.person({ type: 'manufacturer' })
  const number = ++worlds
  const modelId = uuidv7(nowMs)
  await own.db
    .insertInto('drone_model')
    .values({
      id: modelId,
      manufacturer_id: maker.account.id,
      name: `Model ${number}`,
      shape: 'six',
      power: 'electric',
      tank_l: 30,
      swath_width_m: 5,
    })
    .execute()
  const droneIds = [1, 2, 3].map((i) => `GRP-${number}-${i}`)
  await own.db
    .insertInto('drone')
    .values(
      droneIds.map((id, i) => ({
        id,
        name: `North ${i + 1}`,
        model_id: modelId,
        manufacturer_id: maker.account.id,
        operator_id: person.account.id,
        tenant_id: null,
        spray_width_m: 5,
        region_code: '156330106',
      })),
    )
    .execute()
  const blockId = uuidv7(nowMs)
  await own.db
    .insertInto('plot')
    .values({
      id: blockId,
      account_id: person.account.id,
      name: 'East Dam',
      region_code: '156330106',
      parts: JSON.stringify([[field]]),
      bounds: '((120.1,30.2),(120.2,30.3))',
      area_m2: 38_400,
      created_by: person.id,
    })
    .execute()
  return { person, droneIds, blockId }
}
type World = Awaited<ReturnType<typeof world>>

const asked = ({ blockId, droneIds }: World, change: object = {}) => ({
  block: [blockId],
  home: at(-20, -20),
  droneCount: 3,
  drones: droneIds.map((droneId) => ({ droneId, tankL: 30, enduranceS: 700, speed: 5 })),
  width: 5,
  height: 3,
  transitHeightM: 6,
  separationM: 8,
  doseLHa: 60,
  ...change,
})
const put = (one: World, change: object = {}) =>
  console_.ask<GroupPlanDetail>(one.person, 'putGroupRoute', {
    body: { name: 'Dam, spring', ...asked(one, change) },
  })
const commandsOf = (droneId: string) =>
  own.db
    .selectFrom('command')
    .selectAll()
    .where('drone_id', '=', droneId)
    .orderBy('number')
    .execute()
const control = (person: TestPerson, plan: string, droneIds: string[], action: string) =>
  console_.ask<{ told: { droneId: string; refusal: string | null }[]; detail: GroupPlanDetail }>(
    person,
    'controlGroup',
    { body: { plan, droneIds, action } },
  )
const status = (
  person: TestPerson,
  { plan, version }: GroupPlanDetail,
  droneId: string,
  droneStatus: string,
  brokeOffAt: [number, number] | null = null,
) =>
  console_.ask<GroupPlanDetail>(person, 'patchGroupDroneStatus', {
    body: { plan, droneIds: [droneId], droneStatus, brokeOffAt, version },
  })

describe('a plan', () => {
  test('is computed, stored with its figures, and listed', async () => {
    const one = await world()
    const plan = await put(one)
    expect(plan).toMatchObject({ name: 'Dam, spring', state: 'ready', plotNames: 'East Dam' })
    expect(plan.drones.map(({ droneStatus }) => droneStatus)).toEqual([
      'waiting',
      'waiting',
      'waiting',
    ])
    const litres = plan.route.shares.map(({ sprayL }) => sprayL)
    expect(Math.max(...litres) - Math.min(...litres)).toBeLessThan(0.006 * 5 * 240)
    const { items } = await console_.ask<{ items: GroupPlan[] }>(one.person, 'listGroupPlans', {
      query: { plotName: 'dam' },
    })
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ droneCount: 3, sprayL: plan.route.totals.sprayL })
  })

  test('can be previewed without storing it, and is refused if nothing fits', async () => {
    const one = await world()
    const route = await console_.ask<GroupPlanDetail['route']>(one.person, 'previewGroupRoute', {
      body: asked(one),
    })
    expect(route.shares).toHaveLength(3)
    const kept = own.db.selectFrom('group_plan').select('id')
    expect(await kept.where('account_id', '=', one.person.account.id).execute()).toEqual([])
    expect(
      await console_.refusal(one.person, 'previewGroupRoute', {
        body: asked(one, { home: at(-9_000, 0) }),
      }),
    ).toEqual([400, 'group_plan_too_far'])
  })

  test('cannot use a plot or drone of another account', async () => {
    const one = await world()
    const other = await world()
    for (const change of [{ block: [other.blockId] }, { drones: asked(other).drones }])
      expect(
        await console_.refusal(one.person, 'previewGroupRoute', { body: asked(one, change) }),
      ).toEqual([404, 'not_found'])
  })
})

/** Sets the result of a drone's newest command. */
const answer = async (droneId: string, state: 'done' | 'refused' | 'expired', reason?: string) => {
  const { id } = (await commandsOf(droneId)).at(-1)!
  await own.db
    .updateTable('command')
    .set({ state, reason: reason ?? null })
    .where('id', '=', id)
    .execute()
}
/** A flight between these seconds from now, which sprays all of its planned area or less. */
const fly = async (
  droneId: string,
  fromS: number,
  toS: number,
  flown: { open?: boolean; coveredM2?: number } = {},
): Promise<void> => {
  const { manufacturer_id, operator_id } = await own.db
    .selectFrom('drone')
    .where('id', '=', droneId)
    .select(['manufacturer_id', 'operator_id'])
    .executeTakeFirstOrThrow()
  await insertFlight(
    own.db,
    {
      id: droneId,
      manufacturerId: manufacturer_id,
      operatorId: operator_id,
      tenantId: null,
      regionCode: '156330106',
    },
    {
      startMs: console_.clock.now() + fromS * 1_000,
      durationS: toS - fromS,
      coveredM2: 40_000,
      ...flown,
    },
  )
}
const countFlown = async (plan: string): Promise<number> =>
  (await flightsOfPlan(own.db, { kind: 'all' }, plan, 100)).length

const read = (person: TestPerson, plan: string) =>
  console_.ask<GroupPlanDetail>(person, 'getGroupPlan', { params: { plan } })

/** Sends the route, gives the start command, and has the drone carry out both. */
const takeOff = async (one: World, plan: string, droneId: string): Promise<void> => {
  for (const action of ['send', 'start']) {
    await control(one.person, plan, [droneId], action)
    await answer(droneId, 'done')
  }
}

describe('the progress of a plan follows from its flights', () => {
  const stateOf = ({ drones }: GroupPlanDetail) =>
    drones.map(({ droneStatus, doneSortieNum }) => [droneStatus, doneSortieNum])

  test('a plan is done when every drone has flown its share, without anyone reporting it', async () => {
    const one = await world()
    // One flight per drone.
    const { plan, route } = await put(one, { doseLHa: 10 })
    expect(route.shares.map(({ sorties }) => sorties.length)).toEqual([1, 1, 1])
    for (const droneId of one.droneIds) await takeOff(one, plan, droneId)
    for (const droneId of one.droneIds) await fly(droneId, 5, 500, { open: true })
    expect(stateOf(await read(one.person, plan))).toEqual([
      ['flying', 0],
      ['flying', 0],
      ['flying', 0],
    ])
    const [first, second, third] = one.droneIds
    for (const droneId of [first, second])
      await own.db.deleteFrom('sortie').where('drone_id', '=', droneId!).execute()
    await fly(first!, 5, 500)
    await fly(second!, 5, 500)
    const two = await read(one.person, plan)
    expect([two.state, stateOf(two)]).toEqual([
      'flying',
      [
        ['done', 1],
        ['done', 1],
        ['flying', 0],
      ],
    ])
    await own.db.deleteFrom('sortie').where('drone_id', '=', third!).execute()
    await fly(third!, 5, 500)
    expect((await read(one.person, plan)).state).toBe('done')
    const { items } = await console_.ask<{ items: GroupPlan[] }>(one.person, 'listGroupPlans', {
      query: { state: 'done' },
    })
    expect(items.map((row) => row.plan)).toEqual([plan])
    const waiting = await put(one, { doseLHa: 10 })
    const all = await console_.ask<{ items: GroupPlan[]; stats: object }>(
      one.person,
      'listGroupPlans',
      { query: { state: 'ready' } },
    )
    expect([all.items.map((row) => row.plan), all.stats]).toEqual([
      [waiting.plan],
      { flying: 0, ready: 1, done: 1 },
    ])
    const sorted = await console_.ask<{ items: GroupPlan[] }>(one.person, 'listGroupPlans')
    expect(sorted.items.map((row) => row.state)).toEqual(['ready', 'done'])
  })

  test('a drone that refused to take off has flown nothing, whatever status a person sets', async () => {
    const one = await world()
    const { plan } = await put(one, { doseLHa: 10 })
    const [first] = one.droneIds
    await control(one.person, plan, [first!], 'send')
    await answer(first!, 'done')
    const { detail } = await control(one.person, plan, [first!], 'start')
    await answer(first!, 'refused', 'the route is longer than a battery lasts')
    expect(
      await console_.refusal(one.person, 'patchGroupDroneStatus', {
        body: { plan, droneIds: [first], droneStatus: 'landed', version: detail.version },
      }),
    ).toEqual([409, 'group_plan_not_flown'])
    expect(stateOf(await read(one.person, plan))[0]).toEqual(['sent', 0])
    // Nor do its strips count as done when others take them over.
    const after = await status(one.person, detail, first!, 'out', [...field[0]!])
    expect(after.done).toEqual([])
  })

  test('a flight that sprayed half is shown as interrupted until someone resolves it', async () => {
    const one = await world()
    const { plan, route } = await put(one, { doseLHa: 10 })
    const [first] = one.droneIds
    await takeOff(one, plan, first!)
    const halfM2 = (route.shares[0]!.sprayM * 5) / 2
    await fly(first!, 5, 300, { coveredM2: halfM2 / 1.1 })
    const interrupted = await read(one.person, plan)
    expect(stateOf(interrupted)[0]).toEqual(['interrupted', 0])
    const after = await status(one.person, interrupted, first!, 'broken-off')
    const doneM = after.done.reduce((sum, { from, to }) => {
      const [a, b] = [plane.toPlane(from), plane.toPlane(to)]
      return sum + Math.hypot(b[0] - a[0], b[1] - a[1])
    }, 0)
    // As much as its flight sprayed.
    expect(doneM / route.shares[0]!.sprayM).toBeCloseTo(0.5, 2)
    expect(stateOf(after)[0]).toEqual(['waiting', 0])
    expect(after.route.coverage!.dryM2).toBeLessThan(0.02 * after.route.coverage!.groundM2)
  })

  test('a flight counts once, even if a person reports it too', async () => {
    const one = await world()
    const made = await put(one, { doseLHa: 60 })
    const [first] = one.droneIds
    expect(made.route.shares[0]!.sorties.length).toBeGreaterThan(2)
    await takeOff(one, made.plan, first!)
    await fly(first!, 5, 400)
    const flown = await read(one.person, made.plan)
    expect(stateOf(flown)[0]).toEqual(['waiting', 1])
    expect(stateOf(await status(one.person, flown, first!, 'landed'))[0]).toEqual(['waiting', 1])
    await control(one.person, made.plan, [first!], 'send')
    // The new route is still being sent, so the earlier flight is not counted for it.
    expect(stateOf(await read(one.person, made.plan))[0]).toEqual(['sent', 1])
    await answer(first!, 'expired')
    expect(stateOf(await read(one.person, made.plan))[0]).toEqual(['waiting', 1])
  })
})

describe('commands of a drone', () => {
  test('are shown with the result; a drone that refused to start does not count as flying', async () => {
    const one = await world()
    const { plan } = await put(one)
    const [first, second] = one.droneIds
    const drones = async () => (await read(one.person, plan)).drones
    await control(one.person, plan, [first!, second!], 'send')
    expect((await drones())[0]).toMatchObject({
      droneStatus: 'sent',
      told: { action: 'send', state: 'waiting', reason: null },
    })
    await answer(first!, 'done')
    await answer(second!, 'expired')
    await control(one.person, plan, [first!], 'start')
    expect((await drones())[0]!.droneStatus).toBe('flying')
    await answer(first!, 'refused', 'already in the air')
    expect((await drones()).map(({ droneStatus, told }) => [droneStatus, told?.state])).toEqual([
      ['sent', 'refused'],
      ['waiting', 'expired'],
      ['waiting', undefined],
    ])
    // No drone flies for the plan, so it can be deleted.
    await answer(first!, 'done')
    expect(await console_.refusal(one.person, 'deleteGroupPlan', { params: { plan } })).toEqual([
      409,
      'group_plan_flying',
    ])
    await control(one.person, plan, [first!], 'send')
    await answer(first!, 'refused', 'too far')
    await console_.ask(one.person, 'deleteGroupPlan', { params: { plan } })
  })

  test('if every drone fails its command, the plan is ready again, in the list too', async () => {
    const one = await world()
    const { plan } = await put(one)
    const [first, second] = one.droneIds
    const states = async () => {
      const detail = await console_.ask<GroupPlanDetail>(one.person, 'getGroupPlan', {
        params: { plan },
      })
      const listed = async (state: string) =>
        (
          await console_.ask<{ items: GroupPlan[] }>(one.person, 'listGroupPlans', {
            query: { state },
          })
        ).items.map((row) => row.state)
      return [detail.state, await listed('ready'), await listed('flying')]
    }
    const ready = ['ready', ['ready'], []]
    const underWay = ['flying', [], ['flying']]
    await control(one.person, plan, [first!, second!], 'send')
    expect(await states()).toEqual(underWay)
    await answer(first!, 'refused', 'no free memory')
    expect(await states()).toEqual(underWay)
    await answer(second!, 'expired')
    expect(await states()).toEqual(ready)
    // After a flight for the plan, a refusal between two flights reverts nothing.
    await control(one.person, plan, [first!], 'send')
    await answer(first!, 'done')
    await control(one.person, plan, [first!], 'start')
    await answer(first!, 'done')
    await fly(first!, 5, 400)
    await control(one.person, plan, [first!], 'send')
    await answer(first!, 'refused', 'tank is empty')
    expect(await states()).toEqual(underWay)
  })

  test('the flights of the plan are listed; a new plan has none', async () => {
    const one = await world()
    const { plan } = await put(one)
    const [first] = one.droneIds
    await control(one.person, plan, [first!], 'send')
    await answer(first!, 'done')
    // Before the start command, after it, and another flight later.
    await fly(first!, -900, -600)
    expect(await countFlown(plan)).toBe(0)
    console_.clock.set(console_.clock.now() + 1_000)
    await control(one.person, plan, [first!], 'start')
    await fly(first!, 5, 400)
    expect(await countFlown(plan)).toBe(0)
    await answer(first!, 'done')
    await fly(first!, 3_000, 3_400)
    expect(await countFlown(plan)).toBe(1)
    const detail = await console_.ask<GroupPlanDetail>(one.person, 'getGroupPlan', {
      params: { plan },
    })
    await put(one, { plan, version: detail.version })
    expect(await countFlown(plan)).toBe(0)
  })

  test('without a start command, the flight that follows its route belongs to the plan', async () => {
    const one = await world()
    const { plan } = await put(one)
    const [first] = one.droneIds
    await control(one.person, plan, [first!], 'send')
    await answer(first!, 'done')
    await fly(first!, 60, 400)
    await fly(first!, 800, 1_400)
    expect(await countFlown(plan)).toBe(1)
  })
})

describe('drones of a plan', () => {
  test('get the route of their next flight, with one result per drone', async () => {
    const one = await world()
    const plan = await put(one)
    const { told, detail } = await control(one.person, plan.plan, one.droneIds, 'send')
    expect(told.map(({ refusal }) => refusal)).toEqual([null, null, null])
    expect(detail.state).toBe('flying')
    const [command] = await commandsOf(one.droneIds[0]!)
    expect(command).toMatchObject({ type: 'uploadRoute', state: 'waiting' })
    const { points, speedMs, widthM } = command!.arguments as {
      points: { heightM: number; pumpOn: boolean; doseLHa?: number }[]
      speedMs: number
      widthM: number
    }
    expect({ speedMs, widthM }).toEqual({ speedMs: 5, widthM: 5 })
    expect(points.some(({ pumpOn, doseLHa }) => pumpOn && doseLHa === 60)).toBe(true)
    // The route begins and ends above the takeoff position.
    expect(points[0]!.heightM).toBe(points.at(-1)!.heightM)
  })

  test('that get no command get the reason, as nothing is left', async () => {
    const one = await world()
    const plan = await put(one, { drones: asked(one).drones, cuts: [0, 0] })
    const [first] = one.droneIds
    expect(plan.drones[0]!.droneStatus).toBe('done')
    const { told } = await control(one.person, plan.plan, [first!], 'send')
    expect(told[0]!.refusal).toMatch(/No strips left/)
    expect(await commandsOf(first!)).toEqual([])
  })

  test('can drop out: the others take over the rest from where the flight was interrupted', async () => {
    const one = await world()
    const plan = await put(one, { doseLHa: 18 })
    const { detail } = await control(one.person, plan.plan, one.droneIds, 'send')
    await answer(one.droneIds[1]!, 'done')
    await fly(one.droneIds[1]!, 5, 200, { open: true })
    const strips = plan.route.shares[1]!.sorties[0]!.strips
    const middle = strips[Math.floor(strips.length / 2)]!
    const after = await status(one.person, detail, one.droneIds[1]!, 'out', [
      middle.from[0],
      middle.from[1],
    ])
    expect(after.drones.map(({ droneStatus }) => droneStatus)).toEqual(['sent', 'out', 'sent'])
    const lengthOf = (all: readonly { from: readonly number[]; to: readonly number[] }[]) =>
      all.reduce((sum, { from, to }) => {
        const [a, b] = [from, to].map(([lng, lat]) => plane.toPlane([lng!, lat!]))
        return sum + Math.hypot(b![0] - a![0], b![1] - a![1])
      }, 0)
    const left = after.route.shares.flatMap(({ sorties }) => sorties.flatMap((s) => s.strips))
    expect(lengthOf(after.done) + lengthOf(left)).toBeCloseTo(plan.route.totals.sprayM, 0)
    expect(lengthOf(left)).toBeGreaterThan(0)
    expect(after.route.shares).toHaveLength(2)
    // A flying drone lands first, and then gets the first flight of the new plan.
    await answer(one.droneIds[0]!, 'done')
    await fly(one.droneIds[0]!, 5, 400)
    const landed = await read(one.person, plan.plan)
    expect(landed.drones[0]).toMatchObject({ droneStatus: 'waiting', doneSortieNum: 0 })
  })

  test('of two people who edit a plan, the second gets a conflict', async () => {
    const one = await world()
    const plan = await put(one)
    const { detail } = await control(one.person, plan.plan, one.droneIds, 'send')
    await answer(one.droneIds[0]!, 'done')
    await fly(one.droneIds[0]!, 5, 200, { open: true })
    await status(one.person, detail, one.droneIds[0]!, 'landed')
    expect(
      await console_.refusal(one.person, 'patchGroupDroneStatus', {
        body: {
          plan: plan.plan,
          droneIds: [one.droneIds[1]],
          droneStatus: 'landed',
          version: detail.version,
        },
      }),
    ).toEqual([409, 'conflict'])
    expect(
      await console_.refusal(one.person, 'deleteGroupPlan', { params: { plan: plan.plan } }),
    ).toEqual([409, 'group_plan_flying'])
  })
})
