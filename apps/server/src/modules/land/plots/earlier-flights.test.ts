// A plot that is drawn after its flights: recomputed records equal those if it had existed before.
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { plotRoutes, type PlotDetail } from '@swath/contract/land/plots'
import { coverInTurn } from '@swath/domain/plot-ground'
import { ringsOfParts } from '@swath/domain/plot-parts'
import { decodeStrips } from '@swath/domain/spray-strips'
import { startGateway, type Gateway } from '../../../gateway/gateway.ts'
import { createPostgresLog } from '../../../gateway/ingest-log/public.ts'
import { checkRecordChain } from '../../../gateway/recompute/public.ts'
import { seedFleet } from '../../../gateway/testing.seed.ts'
import { settableClock } from '../../../platform/clock/clock.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { createEventBus } from '../../../platform/events/events.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { findFlights } from './earlier-flights.ts'
import { plotHandlers } from './plots.routes.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 5, 1, 1)
const drawnMs = start + 30 * dayMs
const droneId = 'EF-0'

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
const clock = settableClock(start)
let console_: Awaited<ReturnType<typeof openConsole<typeof plotRoutes>>>
let farmer: TestPerson
let gateway: Gateway

beforeEach(async () => {
  for (const table of [
    'plot',
    'plot_ground_change',
    'work_record',
    'sortie',
    'track_chunk',
    'device_event',
    'recompute',
    'drone_total',
  ] as const)
    await db.deleteFrom(table).execute()
  await seedFleet(db, 'EF', 1)
  clock.set(start)
  console_ = await openConsole(database, plotRoutes, plotHandlers, drawnMs)
  farmer = await console_.person({ type: 'farmer', region_code: '156330100' })
  gateway = await startGateway({
    db,
    clock,
    config: { host: '127.0.0.1', mqttPort: 0 },
    events: createEventBus(),
    log: pino({ level: 'silent' }),
    door: false,
  })
  return async () => {
    await gateway.stop()
    await console_.close()
  }
})

const metreLng = 1 / 96_262
const metreLat = 1 / 110_861

/**
 * Four lanes of 120 m in alternating directions. Their points have no width, so that the drone's
 * applies.
 */
const fly = async (fromMs: number): Promise<void> => {
  const points = Array.from({ length: 4 * 25 + 40 }, (_, i) => {
    const flown = i - 20
    const isUp = flown >= 0 && flown < 100
    const [lane, along] = [Math.floor(flown / 25), flown % 25]
    const x = isUp ? (lane % 2 === 0 ? along : 24 - along) * 5 : 0
    return {
      t: fromMs + i * 1000,
      lng: 120.15 + x * metreLng,
      lat: 30.25 + (isUp ? lane * 5 : 0) * metreLat,
      height: isUp ? 3 : 0,
      speed: isUp ? 5 : 0,
      heading: 90,
      flow: isUp ? 2.4 : 0,
      pump: isUp,
    }
  })
  const log = createPostgresLog(db)
  clock.set(fromMs + points.length * 1000)
  for (let from = 0; from < points.length; from += 20)
    await log.append({
      receivedAtMs: clock.now(),
      droneId,
      kind: 'track',
      refusal: '',
      bytes: Buffer.from(
        JSON.stringify({ v: 1, boot: `k${fromMs}`, seq: from, pts: points.slice(from, from + 20) }),
      ),
    })
  await gateway.drain()
  clock.set(clock.now() + 600_000)
  await gateway.drain()
  await log.close()
}

/** The western half of the flown area. */
const half = (eastM = 60): [number, number][][][] => {
  const [west, east] = [120.15 - 10 * metreLng, 120.15 + eastM * metreLng]
  const [south, north] = [30.25 - 10 * metreLat, 30.25 + 30 * metreLat]
  return [
    [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  ]
}
const draw = (parts = half()) =>
  console_.ask<PlotDetail>(farmer, 'createPlot', { body: { blockName: 'Late field', parts } })
const read = (blockId: string) =>
  console_.ask<PlotDetail>(farmer, 'getPlot', { params: { blockId } })

const workedOut = async (): Promise<void> => {
  await gateway.drain()
  // The gateway's own jobs may still be processing the last of them.
  await expect.poll(() => db.selectFrom('flight_again').selectAll().execute()).toEqual([])
}
const findAll = async (): Promise<void> => {
  clock.set(drawnMs)
  await findFlights({ db, clock }, new AbortController().signal)
  await workedOut()
}

const dump = async () => ({
  sorties: await db.selectFrom('sortie').selectAll().orderBy('start_at').execute(),
  records: await db.selectFrom('work_record').selectAll().orderBy('start_at').execute(),
  sprayings: await db
    .selectFrom('plot_spraying')
    .selectAll()
    .orderBy('start_at')
    .orderBy('plot_id')
    .execute(),
  tracks: await db
    .selectFrom('track_chunk')
    .selectAll()
    .where('sortie_id', 'is not', null)
    .orderBy('from_at')
    .execute(),
  totals: await db.selectFrom('drone_total').selectAll().execute(),
})
const plotsOfRecords = async () => (await dump()).records.map(({ plot_id: plotId }) => plotId)

test('is assigned to its flights: measurements stay, the plot’s owner is added', async () => {
  await fly(start)
  await fly(start + 3 * 3_600_000)
  await fly(start + 10 * dayMs)
  const before = await dump()
  expect(before.records.map(({ plot_id }) => plot_id)).toEqual([null, null, null])

  const { blockId, earlierFlights } = await draw()
  expect(earlierFlights).toEqual({ isLookedFor: true, leftNum: 0 })
  clock.set(drawnMs)
  await findFlights({ db, clock }, new AbortController().signal)
  expect((await read(blockId)).earlierFlights.isLookedFor).toBe(false)
  await workedOut()
  expect((await read(blockId)).earlierFlights).toEqual({ isLookedFor: false, leftNum: 0 })

  const after = await dump()
  expect(after.records.map(({ plot_id }) => plot_id)).toEqual([blockId, blockId, blockId])
  expect(after.records[0]!.outside_plot_ratio).toBeGreaterThan(0.4)
  expect(after.sprayings).toHaveLength(3)
  const rings = ringsOfParts(half())
  for (const { strips, covered_m2: coveredM2 } of after.sprayings) {
    const kept = [{ strips: decodeStrips(strips!)! }]
    expect(coverInTurn({ rings, areaM2: 2_800 }, kept)[0]).toBeCloseTo(coveredM2, -1)
    expect(strips!.length).toBeLessThan(100)
  }
  const measured = ({ records, tracks, totals, sorties }: typeof after) => ({
    tracks,
    totals,
    sorties: sorties.map(({ region_code: _region, ...sortie }) => sortie),
    records: records.map(
      ({
        plot_id: _plot,
        outside_plot_ratio: _outside,
        crop_id: _crop,
        region_code: _region,
        previous_hash: _previous,
        hash: _hash,
        ...record
      }) => record,
    ),
  })
  expect(measured(after)).toEqual(measured(before))
  for (const atATime of [1, 2, 3, undefined])
    expect(await checkRecordChain(db, droneId, atATime)).toEqual({ checked: 3, broken: [] })

  // Deleting plots removes them from their flights.
  await console_.ask(farmer, 'forceDeletePlots', { query: { blockIds: blockId } })
  await findAll()
  expect(await dump()).toEqual(before)
})

test('a drone’s changed width does not change the area of earlier flights when a plot is drawn', async () => {
  await fly(start)
  const before = (await dump()).records[0]!
  await db.updateTable('drone').set({ spray_width_m: 9 }).where('id', '=', droneId).execute()
  const { blockId } = await draw()
  await findAll()
  const after = (await dump()).records[0]!
  expect([after.plot_id, after.covered_m2, after.width_m]).toEqual([
    blockId,
    before.covered_m2,
    before.width_m,
  ])
  await db.updateTable('drone').set({ spray_width_m: 5 }).where('id', '=', droneId).execute()
})

test('flights older than 400 days, and those that sprayed elsewhere, are unchanged', async () => {
  await fly(drawnMs - 401 * dayMs)
  await fly(drawnMs - 399 * dayMs)
  const { blockId } = await draw()
  const far = half().map((rings) =>
    rings.map((ring) => ring.map(([lng, lat]): [number, number] => [lng + 0.01, lat])),
  )
  await draw(far)
  await findAll()
  expect(await plotsOfRecords()).toEqual([null, blockId])
  expect(gateway.counters.recomputedPoints).toBeGreaterThan(0)
})

test('a flight whose track is gone keeps its record and stored ground', async () => {
  await fly(start)
  await draw()
  await findAll()
  await db.deleteFrom('track_chunk').where('sortie_id', 'is not', null).execute()
  const before = await dump()
  expect(before.sprayings).toHaveLength(1)
  // The other half of the flown area.
  await draw(
    half().map((rings) =>
      rings.map((ring) => ring.map(([lng, lat]): [number, number] => [lng + 71 * metreLng, lat])),
    ),
  )
  await findAll()
  expect(await dump()).toEqual(before)
})

test('a new shape applies from then on; a corrected one also to earlier flights', async () => {
  await fly(start)
  const drawn = await draw()
  await findAll()
  const outside = async () => (await dump()).records[0]!.outside_plot_ratio!
  const once = await outside()
  const change = (given: object) =>
    console_.ask<PlotDetail>(farmer, 'updatePlot', {
      params: { blockId: drawn.blockId },
      body: { blockName: 'Late field', ...given },
    })
  console_.clock.set(drawnMs + 60_000)
  const changed = await change({ parts: half(200) })
  expect(changed.formerShapes).toHaveLength(1)
  await findAll()
  expect(await outside()).toBe(once)

  // The first shape was wrong from the start: drawn again, and corrected.
  await console_.ask(farmer, 'forceDeletePlots', { query: { blockIds: drawn.blockId } })
  const again = await draw()
  await findAll()
  expect(await outside()).toBe(once)
  const corrected = await console_.ask<PlotDetail>(farmer, 'updatePlot', {
    params: { blockId: again.blockId },
    body: { blockName: 'Late field', parts: half(200), correctsGround: true },
  })
  expect(corrected).toMatchObject({ formerShapes: [], shapeFrom: again.shapeFrom })
  await findAll()
  expect(await outside()).toBe(0)
})
