// The simulator's drones and the server together: drones fly as the console orders.
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Command } from '@swath/domain/command'
import { runFleet, type Run } from '../../../../simulator/src/fleet-runner.ts'
import { rectanglePlot, sampleAbility } from '../../../../simulator/src/simulator-samples.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { createEventBus } from '../../platform/events/events.ts'
import { eventually } from '../../platform/testing-eventually.ts'
import { startGateway, type Gateway } from '../gateway.ts'
import { orderCommand, stateOfCommand } from '../commands/testing-commands.queries.ts'
import { seedFleet, type TestFleet } from '../testing.seed.ts'

const own = await ownTestDatabase()
let fleet: TestFleet
let gateway: Gateway
let run: Run
const events = createEventBus()

beforeAll(async () => {
  fleet = await seedFleet(own.db, 'OB', 3)
  gateway = await startGateway({
    db: own.db,
    clock: systemClock,
    config: { host: '127.0.0.1', mqttPort: 0 },
    events,
    log: pino({ level: 'silent' }),
  })
  run = runFleet({
    mqttUrl: `mqtt://127.0.0.1:${gateway.mqttPort}`,
    httpUrl: null,
    seed: 'obedience',
    speed: 4,
    durationS: null,
    truthPath: null,
    memoryPath: null,
    fleet: {
      seed: 1,
      zones: [],
      drones: fleet.drones.map(({ droneId, secret }, i) => {
        const plot = rectanglePlot([120 + i / 100, 30.2], 200, 60)
        return {
          droneId,
          secret,
          home: plot.takeoff!,
          model: sampleAbility,
          plots: [plot],
          pilotId: null,
          chemical: null,
          shift: { fromHourUtc: 0, toHourUtc: 0 },
          schedule: i === 2 ? ('standby' as const) : ('work' as const),
          legacy: false,
          batch: 1,
          faultShare: 0,
        }
      }),
    },
  })
})
afterAll(async () => {
  run?.stop()
  await gateway?.stop()
})

const order = async (droneId: string, type: Command['type'], given: object = {}) => {
  if (type === 'lock' || type === 'unlock')
    await own.db
      .updateTable('drone')
      .set({ locked: type === 'lock' })
      .where('id', '=', droneId)
      .execute()
  const id = await orderCommand(own.db, {
    droneId,
    accountId: fleet.operatorId,
    type,
    arguments: given,
    nowMs: Date.now(),
  })
  events.emit('commandWaiting', { droneId })
  return id
}
const comesTo = (id: string, state: string) =>
  eventually(async () => (await stateOfCommand(own.db, id)).state === state)
const shown = (i: number) => gateway.liveState.get(fleet.drones[i]!.droneId)!
const isAirborne = (i: number): boolean =>
  ['flying', 'spraying'].includes(gateway.liveState.flight(shown(i))) &&
  (shown(i).heightM ?? 0) > 2.5

test('a lock sent during a flight takes effect at the landing, and the drone does not take off again', async () => {
  const { droneId } = fleet.drones[0]!
  await eventually(() => isAirborne(0))
  const lock = await order(droneId, 'lock')
  await comesTo(lock, 'sent')
  const flight = await order(droneId, 'hold')
  await comesTo(flight, 'done') // the drone completes its flight first
  expect([isAirborne(0), (await stateOfCommand(own.db, lock)).state]).toEqual([true, 'sent'])
  const land = await order(droneId, 'land')
  await comesTo(land, 'done')
  await comesTo(lock, 'done')
  // Its answer arrives before the position of the next second.
  await eventually(() => (shown(0).heightM ?? Infinity) < 0.5)
  // Longer than any break between two flights, at this speed.
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  expect(gateway.liveState.flight(shown(0))).toBe('ground')
  const start = await order(droneId, 'start')
  await comesTo(start, 'refused')
  expect(await stateOfCommand(own.db, start)).toEqual({ state: 'refused', reason: 'locked' })
})

test('a lock sent to a drone on the ground takes effect at once', async () => {
  const { droneId } = fleet.drones[2]!
  await eventually(() => gateway.liveState.flight(shown(2)) === 'ground')
  const lock = await order(droneId, 'lock')
  await comesTo(lock, 'done')
  await comesTo(await order(droneId, 'unlock'), 'done')
})

test('an uploaded route starts on command, height and speed can change on the way, and return ends it', async () => {
  const { droneId } = fleet.drones[2]!
  await comesTo(await order(droneId, 'start'), 'refused')
  const { lng, lat } = shown(2)
  const points = [
    [0.0005, 0],
    [0.004, 0],
    [0.004, 0.0006],
    [0.0005, 0.0006],
  ].map(([east, north]) => ({ at: [lng + east!, lat + north!], heightM: 3, pumpOn: true }))
  await comesTo(await order(droneId, 'uploadRoute', { name: 'East side', points }), 'done')
  await comesTo(await order(droneId, 'start'), 'done')
  await eventually(() => gateway.liveState.flight(shown(2)) === 'spraying')
  await comesTo(await order(droneId, 'setHeight', { heightM: 6 }), 'done')
  await comesTo(await order(droneId, 'setSpeed', { speedMs: 3 }), 'done')
  await eventually(
    () =>
      Math.abs((shown(2).heightM ?? 0) - 6) < 0.1 && Math.abs((shown(2).speedMs ?? 0) - 3) < 0.2,
  )
  expect(shown(2)).toMatchObject({ cellsV: expect.any(Array), rollDeg: expect.any(Number), fix: 6 })
  await comesTo(await order(droneId, 'return'), 'done')
  await eventually(() => gateway.liveState.flight(shown(2)) === 'ground')
  expect(Math.abs(shown(2).lng - lng)).toBeLessThan(0.0001)
})

test('hold and pause are done once the drone hovers with its pump off, and resume continues', async () => {
  const { droneId } = fleet.drones[1]!
  const fast = () =>
    gateway.liveState.flight(shown(1)) === 'spraying' && (shown(1).speedMs ?? 0) > 4
  for (const type of ['hold', 'pause'] as const) {
    await eventually(fast)
    const stop = await order(droneId, type)
    await comesTo(stop, 'done')
    // Wait for messages sent before the answer, and for the next measurement.
    const atMs = shown(1).tMs
    await eventually(() => shown(1).tMs > atMs)
    expect(shown(1).speedMs).toBeLessThan(0.6)
    expect(gateway.liveState.flight(shown(1))).toBe('flying')
    await comesTo(await order(droneId, 'resume'), 'done')
  }
  await eventually(fast)
  const [stop, resume] = [await order(droneId, 'pause'), await order(droneId, 'resume')]
  await comesTo(resume, 'done')
  await comesTo(stop, 'refused')
  await eventually(fast)
})

test('an impossible command is refused with the reason', async () => {
  const { droneId } = fleet.drones[2]!
  const [resume, height] = [
    await order(droneId, 'resume'),
    await order(droneId, 'setHeight', { heightM: 4 }),
  ]
  await comesTo(resume, 'refused')
  await comesTo(height, 'refused')
  expect((await stateOfCommand(own.db, height)).reason).toBe('on the ground')
})
