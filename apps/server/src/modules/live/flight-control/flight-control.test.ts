// Drones that can receive commands now, and a drone's stored route. Results of commands:
// features/commands, gateway/obedience.test.ts.
import { beforeEach, expect, test } from 'vitest'
import {
  flightControlRoutes,
  type ControlDrone,
  type ControlDroneDetail,
} from '@swath/contract/live/flight-control'
import { orderCommand } from '../../../gateway/commands/testing-commands.queries.ts'
import { createLiveState, type LiveState } from '../../../gateway/live/live-state.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import {
  insertDroneRow,
  insertModel,
  insertState,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { flightControlHandlers } from './flight-control.routes.ts'

const now = Date.parse('2026-06-14T18:00:00Z')
type Drones = { items: ControlDrone[]; total: number }

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let live: LiveState
let console_: Awaited<ReturnType<typeof openConsole<typeof flightControlRoutes>>>
let maker: TestPerson
let team: TestPerson
let modelId: string

beforeEach(async () => {
  console_ = await openConsole(
    database,
    flightControlRoutes,
    (services) => {
      live = createLiveState(services)
      return flightControlHandlers(services, live)
    },
    now,
  )
  maker = await console_.person({ type: 'manufacturer', can_create_sub: true })
  team = await console_.person({ type: 'operator', operator_type: 'team', can_create_sub: true })
  modelId = await insertModel(db, maker.account.id, 'Hexa 30')
  return async () => {
    live.stop()
    await console_.close()
  }
})

const seen = async (
  name: string,
  flight: 'ground' | 'flying' | 'spraying' | 'offline',
  given: Partial<Parameters<typeof insertDroneRow>[1]> = {},
) => {
  const drone = await insertDroneRow(db, {
    modelId,
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
    name,
    ...given,
  })
  await insertState(db, drone.id, {
    flight,
    lastMs: now - (flight === 'offline' ? 60_000 : 1_000),
    lng: 120,
    lat: 30,
  })
  return drone
}
const list = (person: TestPerson, query: Record<string, string> = {}) =>
  console_.ask<Drones>(person, 'listControlDrones', { query })

test('listControlDrones: online drones, those in the air first, with the actions of each caller', async () => {
  await seen('Bravo', 'ground')
  await seen('Charlie', 'spraying')
  await seen('Delta', 'flying')
  await seen('Echo', 'offline')
  await seen('Strange', 'flying', {
    operatorId: (await console_.person({ type: 'operator' })).account.id,
  })
  await live.load()
  const { items, total } = await list(team)
  expect([items.map(({ droneName, flight }) => [droneName, flight]), total]).toEqual([
    [
      ['Charlie', 'spraying'],
      ['Delta', 'flying'],
      ['Bravo', 'ground'],
    ],
    3,
  ])
  expect(items[0]!.can).toEqual({ command: true, lock: true })
  expect((await list(maker)).items.find(({ droneName }) => droneName === 'Charlie')!.can).toEqual({
    command: false,
    lock: true,
  })
  expect(
    (await list(team, { state: 'air', search: 'del' })).items.map(({ droneName }) => droneName),
  ).toEqual(['Delta'])
  expect((await list(team, { state: 'ground' })).items.map(({ droneName }) => droneName)).toEqual([
    'Bravo',
  ])
})

test('listControlDrones: without the sub-account right there is no flight control', async () => {
  const plain = await console_.person({ type: 'operator', operator_type: 'team' })
  expect(await console_.refusal(plain, 'listControlDrones', {})).toEqual([403, 'forbidden'])
})

test('getControlDrone: the last route that the drone accepted; drones of others do not exist', async () => {
  const drone = await seen('Bravo', 'offline')
  await live.load()
  const one = (person = team) =>
    console_.ask<ControlDroneDetail>(person, 'getControlDrone', { query: { droneId: drone.id } })
  expect(await one()).toMatchObject({
    flight: 'offline',
    locked: false,
    modelName: 'Hexa 30',
    route: null,
  })
  const upload = async (name: string, state: 'done' | 'refused'): Promise<void> => {
    const points = [
      [120, 30],
      [120.001, 30],
    ].map((at) => ({ at, heightM: 3, pumpOn: true }))
    const id = await orderCommand(db, {
      droneId: drone.id,
      accountId: team.account.id,
      type: 'uploadRoute',
      arguments: { name, points },
      nowMs: now,
    })
    await db
      .updateTable('command')
      .set({ state, sent_at: new Date(now), ended_at: new Date(now) })
      .where('id', '=', id)
      .execute()
  }
  await upload('East', 'done')
  await upload('West', 'refused')
  expect((await one()).route).toMatchObject({
    name: 'East',
    points: [{ at: [120, 30], heightM: 3, pumpOn: true }, { at: [120.001, 30] }],
  })
  const stranger = await console_.person({
    type: 'operator',
    operator_type: 'team',
    can_create_sub: true,
  })
  expect(
    await console_.refusal(stranger, 'getControlDrone', { query: { droneId: drone.id } }),
  ).toEqual([404, 'not_found'])
})
