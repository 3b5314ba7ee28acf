// Two people at the flight control of one drone: the server checks control with each command.
import { beforeEach, expect, test } from 'vitest'
import { commandRoutes, type Command } from '@swath/contract/live/commands'
import { flightControlRoutes, type DroneControl } from '@swath/contract/live/flight-control'
import { createLiveState, type LiveState } from '../../../gateway/live/live-state.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { commandHandlers } from '../commands/commands.routes.ts'
import { insertDroneRow, insertModel } from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { flightControlHandlers } from './flight-control.routes.ts'

const now = Date.parse('2026-06-14T18:00:00Z')
const routes = { ...flightControlRoutes, ...commandRoutes }
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let live: LiveState
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let ann: TestPerson
let ben: TestPerson
let droneId: string

beforeEach(async () => {
  console_ = await openConsole(
    database,
    routes,
    (services) => {
      live = createLiveState(services)
      return { ...flightControlHandlers(services, live), ...commandHandlers(services) }
    },
    now,
  )
  ann = await console_.person(
    { type: 'operator', operator_type: 'team', can_create_sub: true },
    { name: 'Ann' },
  )
  ben = await console_.colleague(ann, { user_type: 4, name: 'Ben' })
  const maker = await console_.person({ type: 'manufacturer' })
  const drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.account.id),
    manufacturerId: maker.account.id,
    operatorId: ann.account.id,
    name: 'North 1',
  })
  droneId = drone.id
  return async () => {
    live.stop()
    await console_.close()
  }
})

const command = () => ({ body: { droneId, command: { type: 'hold' } } })
const send = (person: TestPerson) => console_.ask<Command>(person, 'sendCommand', command())
type Step = 'takeDroneControl' | 'keepDroneControl' | 'handOverDroneControl' | 'leaveDroneControl'
const step = (person: TestPerson, what: Step) =>
  console_.ask<DroneControl>(person, what, { body: { droneId } })
const inWords = ({ holder, queue }: DroneControl): string =>
  [holder?.userName ?? '-', ...queue.map(({ userName }) => userName)].join(' ')

test('the first command takes control, and no one else can send commands for a minute', async () => {
  const given = await send(ann)
  expect(await console_.refusal(ben, 'sendCommand', command())).toEqual([409, 'drone_steered'])
  expect(
    await console_.refusal(ben, 'cancelCommand', { body: { droneId, commandId: given.commandId } }),
  ).toEqual([409, 'drone_steered'])
  const response = await console_.send('sendCommand', command(), ben)
  expect(response.json<{ message: string }>().message).toContain('Ann')
  console_.clock.set(now + 59_000)
  await send(ann)
  console_.clock.set(now + 118_000)
  expect(await console_.refusal(ben, 'sendCommand', command())).toEqual([409, 'drone_steered'])
  console_.clock.set(now + 120_000)
  await send(ben)
})

test('a person who requests control is queued, and gets it when it is handed over or released', async () => {
  await step(ann, 'takeDroneControl')
  expect(inWords(await step(ben, 'takeDroneControl'))).toBe('Ann Ben')
  expect(await console_.refusal(ben, 'handOverDroneControl', { body: { droneId } })).toEqual([
    409,
    'conflict',
  ])
  expect(inWords(await step(ann, 'handOverDroneControl'))).toBe('Ben')
  expect(await console_.refusal(ann, 'sendCommand', command())).toEqual([409, 'drone_steered'])
  await step(ann, 'takeDroneControl')
  expect(inWords(await step(ben, 'leaveDroneControl'))).toBe('Ann')
  await send(ann)
})

test('without a heartbeat of the person in control, the next in the queue gets it', async () => {
  await step(ann, 'takeDroneControl')
  await step(ben, 'takeDroneControl')
  console_.clock.set(now + 40_000)
  await step(ben, 'keepDroneControl')
  console_.clock.set(now + 61_000)
  const seen = await console_.ask<DroneControl>(ann, 'getDroneControl', { query: { droneId } })
  expect(inWords(seen)).toBe('Ben')
  expect(await console_.refusal(ann, 'sendCommand', command())).toEqual([409, 'drone_steered'])
})

test('of two simultaneous commands, one is accepted', async () => {
  const both = await Promise.all(
    [ann, ben].map((person) => console_.send('sendCommand', command(), person)),
  )
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a viewer cannot take control, and for other accounts the drone does not exist', async () => {
  const watcher = await console_.colleague(ann, { user_type: 4, rights: [] })
  expect(await console_.refusal(watcher, 'takeDroneControl', { body: { droneId } })).toEqual([
    403,
    'forbidden',
  ])
  const stranger = await console_.person({
    type: 'operator',
    operator_type: 'team',
    can_create_sub: true,
  })
  expect(await console_.refusal(stranger, 'getDroneControl', { query: { droneId } })).toEqual([
    404,
    'not_found',
  ])
})
