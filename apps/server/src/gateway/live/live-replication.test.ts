import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import { systemClock } from '../../platform/clock/clock.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { createEventBus } from '../../platform/events/events.ts'
import { pino } from 'pino'
import { decodeLiveBatch, encodeLiveBatch } from './live-batch.ts'
import { createLiveState } from './live-state.ts'
import { seedFleet, type TestFleet } from '../testing.seed.ts'
import { startSplit, type SplitInstallation } from '../testing.split.ts'

const own = await ownTestDatabase()
let fleet: TestFleet
beforeAll(async () => {
  fleet = await seedFleet(own.db, 'SP', 5)
})

const point = (t: number, place: object = {}) => ({
  tMs: t,
  lng: 120.1500001,
  lat: -30.25,
  heightM: 3.1,
  speedMs: 6.03,
  headingDeg: 359.99,
  flowLMin: null,
  pumpOn: true,
  swathWidthM: 5.5,
  tankL: 12.4,
  batteryPercent: 87,
  linkPercent: 92,
  fix: 3,
  satellites: 21,
  mode: 3,
  boot: 'a',
  seq: 1,
  ...place,
})

describe('updates sent to other processes', () => {
  const newState = async () => {
    const live = createLiveState({
      db: own.db,
      clock: systemClock,
      events: createEventBus(),
      log: pino({ level: 'silent' }),
    })
    await live.load()
    return live
  }

  test('arrive unchanged, and older ones have no effect', async () => {
    const [here, there] = [await newState(), await newState()]
    const nowMs = Date.now()
    const tell = () => there.apply(decodeLiveBatch(encodeLiveBatch(here.takeHeard())))
    here.hear('SP-0', nowMs)
    here.move('SP-0', point(nowMs), 'spraying', nowMs)
    here.hear('SP-1', nowMs) // without a position
    tell()
    const { slot: _, dirty: __, ...shared } = here.get('SP-0')!
    expect(there.get('SP-0')).toMatchObject(shared)
    expect(there.get('SP-1')).toMatchObject({ lastMessageMs: nowMs, lng: NaN, tMs: NaN })
    expect(
      there
        .within({ minLng: 120, minLat: -31, maxLng: 121, maxLat: -30 }, () => true)
        .map((drone) => drone.droneId),
    ).toEqual(['SP-0'])
    expect(here.takeHeard()).toEqual([])
    expect(there.takeHeard()).toEqual([]) // it is not forwarded
    expect(there.takeDirty()).toEqual([]) // nor does the receiver write it to the database

    there.hear('SP-0', nowMs + 2_000)
    there.move('SP-0', point(nowMs + 2_000, { lng: 120.2 }), 'flying', nowMs + 2_000)
    here.hear('SP-0', nowMs + 1_000)
    here.move('SP-0', point(nowMs + 1_000), 'spraying', nowMs + 1_000)
    here.leave('SP-0')
    tell()
    expect(there.get('SP-0')).toMatchObject({
      lng: 120.2,
      phase: 'flying',
      gone: false,
      lastMessageMs: nowMs + 2_000,
    })

    here.hear('SP-1', nowMs)
    here.move('SP-1', point(nowMs), 'flying', nowMs)
    tell()
    here.land('SP-1')
    tell()
    expect(there.get('SP-1')).toMatchObject({ phase: 'ground', pumpOn: false, tMs: nowMs })
    here.markSimulated('SP-1')
    tell()
    expect(there.get('SP-1')!.simulated).toBe(true)
    here.land('SP-1')
    tell()
    expect(there.get('SP-1')!.simulated).toBe(false)
    for (const live of [here, there]) live.stop()
  })

  test('bytes of another version are ignored, and truncated ones are rejected', () => {
    expect(decodeLiveBatch(Buffer.from([9, 1, 2, 3]))).toEqual([])
    expect(() =>
      decodeLiveBatch(Buffer.concat([encodeLiveBatch([]), Buffer.from([4, 65])])),
    ).toThrow(RangeError)
  })
})

describe('two processes on one database, without NATS', () => {
  let split: SplitInstallation
  beforeAll(async () => {
    split = await startSplit(own.db, own.url)
  })
  afterAll(async () => {
    await split?.stop()
  })

  test('the process without device connections shows a drone within six seconds', async () => {
    const startMs = Date.now()
    await split.publish(fleet.drones[2]!, 'track', {
      v: 1,
      boot: 'a',
      seq: 0,
      pts: [{ t: startMs, lng: 120.3, lat: 30.3, height: 3, speed: 5, pump: true }],
    })
    await expect.poll(() => split.viewer.liveState.get('SP-2')?.lng, { interval: 50 }).toBe(120.3)
    // a checkpoint every five seconds, a query every second
    expect(Date.now() - startMs).toBeLessThan(6_000 + 500 * slowness())
    const drone = split.viewer.liveState.get('SP-2')!
    expect(split.viewer.liveState.flight(drone)).toBe('spraying')
  })

  test('a drone created by another process is found', async () => {
    await own.db
      .insertInto('drone')
      .columns([
        'id',
        'name',
        'model_id',
        'manufacturer_id',
        'operator_id',
        'spray_width_m',
        'region_code',
        'activation',
      ])
      .expression(
        own.db
          .selectFrom('drone')
          .select((eb) => [
            eb.val('SP-NEW').as('id'),
            'name',
            'model_id',
            'manufacturer_id',
            'operator_id',
            'spray_width_m',
            'region_code',
            'activation',
          ])
          .where('id', '=', 'SP-4'),
      )
      .execute()
    await own.db
      .insertInto('drone_state')
      .values({
        drone_id: 'SP-NEW',
        last_message_at: new Date(),
        last_point_at: new Date(),
        lng: 120.4,
        lat: 30.4,
        flight: 'flying',
      })
      .execute()
    await expect.poll(() => split.viewer.liveState.get('SP-NEW')?.lng).toBe(120.4)
  })

  test('a live alarm is sent once, one found later is not sent', async () => {
    const emitted: string[] = []
    split.viewerEvents.on('anomaly', ({ anomalyId }) => emitted.push(anomalyId))
    const alarm = (n: number, replayed: boolean) => ({
      drone_id: 'SP-3',
      id: `01890000-0000-7000-8000-0000000000${n}`,
      sortie_id: '01890000-0000-7000-8000-000000000099',
      type: 1 as const,
      level: 1 as const,
      cause: `zone ${n}`,
      at: new Date(),
      lng: 120,
      lat: 30,
      replayed,
      manufacturer_id: fleet.manufacturerId,
    })
    await own.db
      .insertInto('anomaly')
      .values([alarm(11, false), alarm(12, true)])
      .execute()
    await expect.poll(() => emitted).toEqual([alarm(11, false).id])
    await own.db.insertInto('anomaly').values(alarm(13, false)).execute()
    await expect.poll(() => emitted).toEqual([alarm(11, false).id, alarm(13, false).id])
  })
})
