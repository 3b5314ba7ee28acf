// Plans for several drones from end to end: created by a call, sent over MQTT, flown by the
// simulator's model, reported over MQTT. The stored flights match the plan, and no two drones come
// close to each other.
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupControlRoutes } from '@swath/contract/campaigns/group-control'
import type { GroupPlanDetail } from '@swath/contract/campaigns/group-plans'
import { LocalPlane, type LngLat } from '@swath/domain/lng-lat'
import { CommandDesk, emptyMemory } from '../../../simulator/src/command-desk.ts'
import { coveredOnGridM2, type Pass } from '../../../simulator/src/covered-truth.ts'
import { Door } from '../../../simulator/src/door.ts'
import type { DroneAbility } from '../../../simulator/src/fleet.ts'
import type { Flight } from '../../../simulator/src/flight-plan.ts'
import { flyRoute, improvise, type Route } from '../../../simulator/src/improvise.ts'
import { flySortie } from '../../../simulator/src/sortie-messages.ts'
import { groupControlHandlers } from '../modules/campaigns/group-control/group-control.routes.ts'
import { startGateway, type Gateway } from '../gateway/gateway.ts'
import { issueDeviceSecret } from '../gateway/mqtt/public.ts'
import { unpackPoints } from '../gateway/tracks/public.ts'
import { insertRegions } from '../platform/auth/testing.queries.ts'
import { settableClock } from '../platform/clock/clock.ts'
import { ownTestDatabase } from '../platform/database/testing-file.ts'
import { uuidv7 } from '../platform/database/uuid.ts'
import { createEventBus } from '../platform/events/events.ts'
import { openConsole, type TestPerson } from '../platform/http/testing-console.ts'
import { eventually } from '../platform/testing-eventually.ts'

const startMs = Date.UTC(2026, 10, 20, 4)
const separationM = 8
const widthM = 5
const own = await ownTestDatabase(insertRegions)
const clock = settableClock(startMs)
let console_: Awaited<ReturnType<typeof open>>
let gateway: Gateway
const open = () => openConsole(own, groupControlRoutes, groupControlHandlers, startMs)

beforeAll(async () => {
  console_ = await open()
  gateway = await startGateway({
    db: own.db,
    clock,
    config: { host: '127.0.0.1', mqttPort: 0 },
    events: createEventBus(),
    log: pino({ level: process.env['LOG'] ?? 'silent' }),
    limits: {
      messagesPerS: 1e6,
      messageBurst: 1e6,
      pointsPerS: 1e7,
      pointBurst: 1e7,
      waitMs: 10_000,
    },
  })
})
afterAll(async () => {
  await gateway.stop()
  await console_.close()
})

const plane = new LocalPlane(120.1, 30.2)
const at = (x: number, y: number): LngLat => plane.fromPlane(x, y)
const field = [at(0, 0), at(180, 10), at(200, 100), at(100, 140), at(10, 110), at(0, 0)]
const hole = [at(90, 50), at(105, 50), at(105, 65), at(90, 65), at(90, 50)]
const ability: DroneAbility = {
  tankL: 31,
  swathWidthM: 6,
  spraySpeedMs: 6,
  transitSpeedMs: 8,
  enduranceS: 660,
  doseLHa: 15,
  heightM: 3,
}

/** A drone that receives a route over MQTT and keeps it until the start command. */
class RouteDrone {
  readonly droneId: string
  readonly #door: Door
  route: Route | null = null
  isStarted = false
  #sorties = 0

  constructor(droneId: string, secret: string) {
    this.droneId = droneId
    const desk = new CommandDesk({
      memory: emptyMemory(),
      save: () => undefined,
      answer: (answer) =>
        void this.#door.publish('reply', Buffer.from(JSON.stringify({ v: 1, ...answer }))),
      obey: (command) => {
        if (command.type === 'uploadRoute')
          this.route = command.points.map((one) => ({
            ...one,
            speedMs: command.speedMs,
            widthM: command.widthM,
          }))
        else if (command.type === 'start') this.isStarted = true
        else return { refused: 'not here' }
        return 'done'
      },
      onState: () => undefined,
      now: () => clock.now(),
    })
    this.#door = new Door({
      url: `mqtt://127.0.0.1:${gateway.mqttPort}`,
      droneId,
      secret,
      window: 100,
      onCommand: (payload) => desk.hear(payload),
    })
    this.#door.open()
  }

  get connected(): boolean {
    return this.#door.connected
  }

  flightFrom(place: LngLat): Flight {
    const flown = flyRoute(this.route!, place, ability)
    if (!flown.ok) throw new Error(flown.reason)
    return flown.flight
  }

  /** Sends all reports of a flight at once, as after a gap in the link. */
  async tell(flight: Flight, atMs: number): Promise<void> {
    const { transmissions } = flySortie({
      drone: { droneId: this.droneId, pilotId: null, chemical: null, legacy: false, batch: 5 },
      plot: null,
      flight,
      zones: [],
      startMs: atMs,
      boot: `b${this.#sorties}`,
      number: ++this.#sorties,
      seed: `${this.droneId} ${this.#sorties}`,
    })
    clock.set(Math.max(clock.now(), Math.ceil(transmissions.at(-1)!.atMs) + 1_000))
    await Promise.all(
      transmissions.map(({ topic, message }) =>
        this.#door.publish(
          topic,
          Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)),
        ),
      ),
    )
    this.route = null
    this.isStarted = false
  }

  close(): void {
    this.#door.close()
  }
}

/** The console's clock follows the gateway's, which is later than all previous reports. */
const bothClocks = (): void => console_.clock.set(clock.now())

type World = { person: TestPerson; drones: RouteDrone[]; blockId: string }
let worlds = 0

const world = async (count: number): Promise<World> => {
  const { db } = own
  bothClocks()
  const person = await console_.person({ type: 'operator', can_create_sub: true })
  const maker = await console_.person({ type: 'manufacturer' })
  const number = ++worlds
  const [modelId, blockId] = [uuidv7(startMs), uuidv7(startMs)]
  await db
    .insertInto('drone_model')
    .values({
      id: modelId,
      manufacturer_id: maker.account.id,
      name: `Model ${number}`,
      shape: 'six',
      power: 'electric',
      tank_l: 30,
      swath_width_m: widthM,
    })
    .execute()
  const secrets = Array.from({ length: count }, (_, i) => ({
    id: `PLN-${number}-${i + 1}`,
    ...issueDeviceSecret(),
  }))
  await db
    .insertInto('drone')
    .values(
      secrets.map(({ id }) => ({
        id,
        name: id,
        model_id: modelId,
        manufacturer_id: maker.account.id,
        operator_id: person.account.id,
        spray_width_m: widthM,
        region_code: '156330106',
        activation: 2 as const,
      })),
    )
    .execute()
  await db
    .insertInto('drone_credential')
    .values(
      secrets.map(({ id, hash }) => ({ drone_id: id, id: uuidv7(startMs), secret_hash: hash })),
    )
    .execute()
  await db
    .insertInto('plot')
    .values({
      id: blockId,
      account_id: person.account.id,
      name: 'East Dam',
      region_code: '156330106',
      parts: JSON.stringify([[field, hole]]),
      bounds: '((120.1,30.2),(120.2,30.3))',
      area_m2: 20_000,
      created_by: person.id,
    })
    .execute()
  const drones = secrets.map(({ id, secret }) => new RouteDrone(id, secret))
  await eventually(() => drones.every((drone) => drone.connected))
  return { person, drones, blockId }
}

const control = (person: TestPerson, plan: string, droneIds: string[], action: string) =>
  console_.ask<{ told: { refusal: string | null }[]; detail: GroupPlanDetail }>(
    person,
    'controlGroup',
    { body: { plan, droneIds, action } },
  )
const status = (
  person: TestPerson,
  { plan, version }: GroupPlanDetail,
  droneId: string,
  droneStatus: string,
  brokeOffAt: LngLat | null = null,
) =>
  console_.ask<GroupPlanDetail>(person, 'patchGroupDroneStatus', {
    body: { plan, droneIds: [droneId], droneStatus, brokeOffAt, version },
  })

/** Sends and starts the plan's next flights; returns the drones that fly, with route and start. */
const beginRound = async ({ person, drones }: World, plan: GroupPlanDetail, baseMs: number) => {
  const waiting = plan.drones.filter(({ droneStatus }) => droneStatus === 'waiting')
  const ids = waiting.map(({ droneId }) => droneId!)
  const flying = drones.filter(({ droneId }) => ids.includes(droneId))
  const sent = await control(person, plan.plan, ids, 'send')
  expect(sent.told.every(({ refusal }) => refusal === null)).toBe(true)
  await eventually(() => flying.every(({ route }) => route !== null))
  const { told, detail } = await control(person, plan.plan, ids, 'start')
  expect(told.every(({ refusal }) => refusal === null)).toBe(true)
  await eventually(() => flying.every(({ isStarted }) => isStarted))
  const flights = waiting.map(({ droneId, share, doneSortieNum }) => {
    const { place, sorties } = plan.route.shares[share!]!
    const drone = drones.find((one) => one.droneId === droneId)!
    const flight = drone.flightFrom([place[0]!, place[1]!])
    const startS = sorties[Math.max(0, doneSortieNum)]!.startS
    return { drone, flight, atMs: baseMs + (startS - flight.takeoffS) * 1_000 }
  })
  return { flights, detail }
}

/**
 * Flies until the plan is finished; `dropOut` breaks off its first flight half-way and returns
 * home.
 */
const flyPlan = async (one: World, made: GroupPlanDetail, dropOut: RouteDrone | null) => {
  let plan = made
  let isOut = dropOut === null
  let baseMs = clock.now() + 60_000
  for (let round = 0; plan.state !== 'done'; round++) {
    if (round > 30) throw new Error('The plan does not end')
    bothClocks()
    // sessions expire within the hours that a plan takes, and control of a drone within a minute
    const person = await console_.colleague(one.person, {})
    const { flights, detail } = await beginRound({ ...one, person }, plan, baseMs)
    plan = detail
    const landing: RouteDrone[] = []
    for (const { drone, flight, atMs } of flights) {
      if (drone !== dropOut || isOut) {
        await drone.tell(flight, atMs)
        landing.push(drone)
        continue
      }
      const short = improvise(flight, flight.durationS / 2, { type: 'return' })
      if (!short.ok) throw new Error(short.reason)
      await drone.tell(short.flight, atMs)
      const [x, y] = short.flight.passes.at(-1)!.to
      plan = await status(person, plan, drone.droneId, 'out', short.flight.frame.toLngLat(x, y))
      isOut = true
    }
    const isAnew = plan.route.shares.length !== detail.route.shares.length
    // no event reports the landing: it is detected from the points
    await gateway.drain()
    await eventually(async () => {
      plan = await console_.ask<GroupPlanDetail>(person, 'getGroupPlan', {
        params: { plan: plan.plan },
      })
      return landing.every(({ droneId }) => {
        const drone = plan.drones.find((row) => row.droneId === droneId)!
        return drone.droneStatus === 'waiting' || drone.droneStatus === 'done'
      })
    })
    // the drones of the new plan start it together
    if (isAnew) baseMs = clock.now() + 60_000
  }
  return plan
}

const storedOf = async (drones: readonly RouteDrone[]) => {
  await gateway.drain()
  clock.set(clock.now() + 600_000)
  await gateway.drain()
  const rows = await own.db
    .selectFrom('track_chunk')
    .select(['drone_id', 'columns'])
    .where('sortie_id', 'is not', null)
    .where(
      'drone_id',
      'in',
      drones.map(({ droneId }) => droneId),
    )
    .orderBy('from_at')
    .execute()
  return rows.map(({ drone_id, columns }) => ({ droneId: drone_id, points: unpackPoints(columns) }))
}
type Stored = Awaited<ReturnType<typeof storedOf>>

const passesOf = (stored: Stored): Pass[] =>
  stored.flatMap(({ points }) =>
    Array.from({ length: points.length - 1 }, (_, i): Pass | null =>
      points.pumpOn[i] === 1
        ? {
            from: plane.toPlane([points.lng[i]!, points.lat[i]!]),
            to: plane.toPlane([points.lng[i + 1]!, points.lat[i + 1]!]),
            swathWidthM: widthM,
          }
        : null,
    ).filter((pass) => pass !== null),
  )
const plannedOf = ({ route, done }: GroupPlanDetail): Pass[] =>
  [...done, ...route.shares.flatMap(({ sorties }) => sorties.flatMap(({ strips }) => strips))].map(
    ({ from, to }) => ({
      from: plane.toPlane([from[0]!, from[1]!]),
      to: plane.toPlane([to[0]!, to[1]!]),
      swathWidthM: widthM,
    }),
  )

/** The minimum distance of two drones in the air at any second, from stored points. */
const nearestM = (stored: Stored): number => {
  const bySecond = new Map<number, { droneId: string; x: number; y: number; z: number }[]>()
  for (const { droneId, points } of stored)
    for (let i = 0; i < points.length; i++) {
      if (!(points.heightM[i]! >= 0.5)) continue
      const [x, y] = plane.toPlane([points.lng[i]!, points.lat[i]!])
      const second = Math.round(points.tMs[i]! / 1_000)
      const there = bySecond.get(second) ?? []
      bySecond.set(second, [...there, { droneId, x, y, z: points.heightM[i]! }])
    }
  let least = Infinity
  for (const fixes of bySecond.values())
    for (const [i, a] of fixes.entries())
      for (const b of fixes.slice(i + 1))
        if (a.droneId !== b.droneId)
          least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z))
  return least
}

test.each([
  [1, false],
  [3, false],
  [8, false],
  [3, true],
] as const)(
  '%i drones with refills and wind, one dropping out: %s; covered as planned, no two drones close',
  async (count, dropsOut) => {
    const one = await world(count)
    try {
      const made = await console_.ask<GroupPlanDetail>(one.person, 'putGroupRoute', {
        body: {
          name: `Dam ${count}`,
          block: [one.blockId],
          home: at(-25, -25),
          droneCount: count,
          drones: one.drones.map(({ droneId }) => ({
            droneId,
            tankL: 30,
            enduranceS: 600,
            speed: 5,
          })),
          width: widthM,
          height: 3,
          transitHeightM: 6,
          separationM,
          doseLHa: 120,
          windFromDeg: 60,
        },
      })
      expect(made.route.totals.refillNum).toBeGreaterThan(0)
      const planned = coveredOnGridM2(plannedOf(made))
      const plan = await flyPlan(one, made, dropsOut ? one.drones[1]! : null)
      expect(plan.state).toBe('done')
      const stored = await storedOf(one.drones)
      expect(Math.abs(coveredOnGridM2(passesOf(stored)) / planned - 1)).toBeLessThan(0.01)
      expect(nearestM(stored)).toBeGreaterThanOrEqual(separationM)
    } finally {
      for (const drone of one.drones) drone.close()
    }
  },
  120_000,
)
