// Exports are read back by third-party programs: togeojson for GPX and KML, isoxml for TASKDATA,
// JSON.parse for GeoJSON.
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gpx, kml } from '@tmcw/togeojson'
import { DOMParser } from '@xmldom/xmldom'
import { ISOXMLManager, TAGS, type ExtendedTimeLog } from 'isoxml'
import type { KyselyPlugin } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import { flightExportRoutes, type FlightExportFormat } from '@swath/contract/flights/flight-exports'
import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  pointsEast,
  readCsv,
  type TestDrone,
} from '../flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { flightExportHandlers } from './flight-exports.routes.ts'
import { offsetMinAt } from './track-files.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hour = 3_600_000
const formats = [
  'gpx',
  'geojson',
  'kml',
  'csv',
  'isoxml',
] as const satisfies readonly FlightExportFormat[]

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof flightExportRoutes>>>
let maker: TestPerson
let team: TestPerson
let modelId: string

beforeEach(async () => {
  console_ = await openConsole(database, flightExportRoutes, flightExportHandlers, now)
  maker = await console_.person({ type: 'manufacturer' })
  team = await console_.person({ type: 'operator', operator_type: 'team' })
  modelId = await insertModel(db, maker.account.id, 'Agri 40')
  return () => console_.close()
})

const insertDrone = (given: Partial<Parameters<typeof insertDroneRow>[1]> = {}) =>
  insertDroneRow(db, {
    modelId,
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
    ...given,
  })
const exported = async (body: object, person = team) => {
  const answer = await console_.send('exportTracks', { body }, person)
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer
}

type Place = Pick<TelemetryPoint, 'tMs' | 'lng' | 'lat'>
const roundPlaces = (points: readonly Place[]) =>
  points.map(({ tMs, lng, lat }) => ({
    tMs,
    lng: Number(lng.toFixed(7)),
    lat: Number(lat.toFixed(7)),
  }))
const parseFeatures = (collection: unknown): Place[][] =>
  (
    collection as {
      features: {
        geometry: { coordinates: number[][] }
        properties: { coordinateProperties: { times: string[] } }
      }[]
    }
  ).features.map(({ geometry, properties }) =>
    geometry.coordinates.map(([lng, lat], i) => ({
      tMs: Date.parse(properties.coordinateProperties.times[i]!),
      lng: lng!,
      lat: lat!,
    })),
  )

/** The positions of each sortie in a file, as read by a third-party program. */
const readBy: Record<FlightExportFormat, (file: Buffer) => Promise<Place[][]>> = {
  gpx: async (file) =>
    parseFeatures(gpx(new DOMParser().parseFromString(file.toString(), 'text/xml') as never)),
  kml: async (file) =>
    parseFeatures(kml(new DOMParser().parseFromString(file.toString(), 'text/xml') as never)),
  geojson: async (file) => parseFeatures(JSON.parse(file.toString())),
  csv: async (file) =>
    Object.values(Object.groupBy(readCsv(file.toString()), (row) => row['sortie']!)).map((rows) =>
      rows!.map((row) => ({
        tMs: Date.parse(row['time(utc)']!),
        lng: Number(row['longitude']),
        lat: Number(row['latitude']),
      })),
    ),
  isoxml: async (file) =>
    (await taskData(file)).logs.map((log) =>
      log
        .parseBinaryFile()
        .timeLogs.map(({ position }) => ({
          tMs: Date.UTC(1980, 0, 1) + position.GpsUtcDate! * 86_400_000 + position.GpsUtcTime!,
          lng: Number(position.PositionEast.toFixed(7)),
          lat: Number(position.PositionNorth.toFixed(7)),
        })),
    ),
}

const taskData = async (file: Buffer) => {
  const manager = new ISOXMLManager()
  await manager.parseISOXMLFile(new Uint8Array(file), 'application/zip')
  // The standard has names in capitals; this reader expects lower-case extensions of time logs.
  expect(
    manager
      .getWarnings()
      .filter((warning) => !/^Letter case of filename TLG\d{5}\.(bin|xml) /.test(warning)),
  ).toEqual([])
  const tasks = manager.rootElement.attributes.Task!
  return {
    manager,
    tasks,
    logs: tasks.flatMap((task) => (task.attributes.TimeLog ?? []) as ExtendedTimeLog[]),
  }
}

describe('exportTracks', () => {
  const season = async (): Promise<{
    drone: TestDrone
    ids: string[]
    points: TelemetryPoint[][]
  }> => {
    const drone = await insertDrone({ name: 'North & <South>' })
    const starts = [now - 50 * hour, now - 20 * hour, now - 2 * hour]
    const points = starts.map((startMs, i) =>
      pointsEast(startMs, 700 + i, (row) => ({
        lat: 30.25 + i / 1000,
        heightM: row % 7 === 0 ? null : 3,
        pumpOn: row >= 20,
      })),
    )
    const ids: string[] = []
    for (const [i, startMs] of starts.entries())
      ids.push(await insertFlight(db, drone, { startMs, durationS: 800, points: points[i]! }))
    return { drone, ids, points }
  }

  test.each(formats)(
    '%s: every point of every sortie, as another program reads it, newest first',
    async (format) => {
      const { drone, points } = await season()
      const answer = await exported({ format, droneId: drone.id })
      expect(await readBy[format](answer.rawPayload)).toEqual(points.toReversed().map(roundPlaces))
    },
  )

  test.each(formats)(
    '%s: chosen sorties alone, and one alone, under names that tell drone and day',
    async (format) => {
      const { drone, ids, points } = await season()
      const two = await exported({ format, droneId: drone.id, ids: [ids[0], ids[2]] })
      expect(await readBy[format](two.rawPayload)).toEqual(
        [points[2]!, points[0]!].map(roundPlaces),
      )
      const extension = format === 'isoxml' ? '_TASKDATA.zip' : `.${format}`
      // 13 June 02:00 and 15 June 02:00 UTC are 10:00 in the team's time zone.
      expect(two.headers['content-disposition']).toBe(
        `attachment; filename="${drone.id}_2026-06-13_2026-06-15_2-sorties${extension}"`,
      )
      const one = await exported({ format, droneId: drone.id, ids: [ids[1]] })
      expect(one.headers['content-disposition']).toBe(
        `attachment; filename="${drone.id}_2026-06-14_160000${extension}"`,
      )
      expect(await readBy[format](one.rawPayload)).toEqual([roundPlaces(points[1]!)])
    },
  )

  test('the same filters as the flight list', async () => {
    const { drone, points } = await season()
    const other = await insertDrone({ name: 'Elsewhere', region_code: '764000000' })
    await insertFlight(db, other, {
      startMs: now - 3 * hour,
      points: pointsEast(now - 3 * hour, 30),
    })
    const count = async (filters: object) =>
      (await readBy.geojson((await exported({ format: 'geojson', ...filters })).rawPayload)).length
    expect(await count({})).toBe(4)
    expect(await count({ droneName: 'north' })).toBe(3)
    expect(await count({ region: '764000000' })).toBe(1)
    expect(await count({ workMode: '3' })).toBe(4)
    await expect(count({ workMode: '1' })).rejects.toThrow('nothing_to_export')
    await expect(count({ oddType: '1', source: 'log' })).rejects.toThrow('nothing_to_export')
    expect(await count({ startTime: new Date(now - 20 * hour).toISOString() })).toBe(3)
    expect(
      await count({
        droneId: drone.id,
        endTime: new Date(now - 20 * hour).toISOString(),
        region: '',
      }),
    ).toBe(1)
    const all = await exported({ format: 'csv' })
    expect(all.headers['content-disposition']).toContain(
      '2-drones_2026-06-13_2026-06-15_4-sorties.csv',
    )
    expect(points).toHaveLength(3)
  })

  test('points hidden from tracks are not exported either', async () => {
    const drone = await insertDrone()
    const start = now - 3 * hour
    const odd = pointsEast(
      start,
      6,
      (i) =>
        ({ 1: { lng: 180.1 }, 2: { lat: -90.5 }, 3: { tMs: start }, 4: { lng: NaN } })[i] ?? {},
    ).toSorted((a, b) => a.tMs - b.tMs)
    await insertFlight(db, drone, { startMs: start, durationS: 10, points: odd })
    for (const format of formats)
      expect(
        (await readBy[format]((await exported({ format, droneId: drone.id })).rawPayload))
          .flat()
          .map(({ tMs }) => tMs),
        format,
      ).toEqual([start, start + 5000])
  })

  test('TASKDATA contains drone, field, worker and totals with the identifiers of the standard', async () => {
    const pilot = await console_.colleague(team, { name: '李 "Wei"', user_type: 2 })
    const drone = await insertDrone({ name: 'North', firmware: '2.4.1' })
    const ring: [number, number][] = [
      [120.14, 30.24],
      [120.2, 30.24],
      [120.2, 30.3],
      [120.14, 30.24],
    ]
    const plotId = crypto.randomUUID()
    await database.db
      .insertInto('plot')
      .values({
        id: plotId,
        account_id: team.account.id,
        name: 'East field',
        region_code: '156330106',
        parts: JSON.stringify([[ring]]),
        bounds: '(120.2,30.3),(120.14,30.24)',
        area_m2: 20_000,
      } as never)
      .execute()
    await insertFlight(db, drone, {
      startMs: now - hour,
      durationS: 600,
      coveredM2: 9_000,
      sprayL: 12.5,
      pilotId: pilot.id,
      plotId,
      points: pointsEast(now - hour, 60),
    })
    const { manager, tasks, logs } = await taskData(
      (await exported({ format: 'isoxml', droneId: drone.id })).rawPayload,
    )
    expect(tasks[0]!.attributes.TaskDesignator).toBe('2026/06/15 11:00:00 North')
    expect(
      manager
        .getEntitiesOfTag<never>(TAGS.Partfield)
        .map((field: { attributes: object }) => field.attributes),
    ).toMatchObject([{ PartfieldDesignator: 'East field', PartfieldArea: 20_000 }])
    expect(
      manager
        .getEntitiesOfTag<never>(TAGS.Worker)
        .map((worker: { attributes: object }) => worker.attributes),
    ).toMatchObject([{ WorkerLastName: '李 "Wei"' }])
    expect(
      manager
        .getEntitiesOfTag<never>(TAGS.Device)
        .map((device: { attributes: object }) => device.attributes),
    ).toMatchObject([
      { DeviceDesignator: 'Agri 40', DeviceSoftwareVersion: '2.4.1', DeviceSerialNumber: drone.id },
    ])
    const totals = Object.fromEntries(
      tasks[0]!.attributes.Time![0]!.attributes.DataLogValue!.map(({ attributes }) => [
        parseInt(attributes.ProcessDataDDI, 16),
        attributes.ProcessDataValue,
      ]),
    )
    expect(totals).toMatchObject({ 116: 9_000, 119: 540, 120: 60, 351: 12_500 })
    expect(tasks[0]!.attributes.Time![0]!.attributes.Start).toEqual(new Date(now - hour))
    const values = logs[0]!.getFilledTimeLogs().at(-1)!.values
    // 2.4 L/min in mm³/s, 5.5 m in mm, spraying
    expect(
      Object.entries(values).map(([key, value]) => [parseInt(key.slice(0, 4), 16), value]),
    ).toEqual(
      expect.arrayContaining([
        [37, 40_000],
        [67, 5_500],
        [141, 1],
      ]),
    )
  })

  test('each download is logged, with the name of its file', async () => {
    const { drone, ids } = await season()
    await exported({ format: 'gpx', droneId: drone.id, ids: [ids[0]] })
    const rows = await db
      .selectFrom('audit_log')
      .where('account_id', '=', team.account.id)
      .select(['action', 'object_name', 'user_id', 'details'])
      .execute()
    expect(rows).toEqual([
      {
        action: 'flight.export',
        object_name: `${drone.id}_2026-06-13_100000.gpx`,
        user_id: team.id,
        details: { format: 'gpx', sorties: 1, droneId: drone.id, ids: [ids[0]] },
      },
    ])
  })

  test('selections that are foreign, unknown or invalid return no file', async () => {
    const { drone, ids } = await season()
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    const strangers = await insertDroneRow(db, {
      modelId,
      manufacturerId: maker.account.id,
      operatorId: stranger.account.id,
    })
    const foreign = await insertFlight(db, strangers, {
      startMs: now - hour,
      points: pointsEast(now - hour, 5),
    })
    const refused = (body: object, person = team) =>
      console_.refusal(person, 'exportTracks', { body })
    for (const chosen of [[ids[0], foreign], [ids[0], crypto.randomUUID()], [foreign]])
      expect(await refused({ format: 'gpx', droneId: drone.id, ids: chosen })).toEqual([
        404,
        'not_found',
      ])
    expect(await refused({ format: 'gpx', droneId: strangers.id, ids: [foreign] })).toEqual([
      404,
      'not_found',
    ])
    expect(await refused({ format: 'gpx', droneId: drone.id }, stranger)).toEqual([
      404,
      'nothing_to_export',
    ])
    expect(await refused({ format: 'gpx', droneId: 'NOBODY-1' })).toEqual([
      404,
      'nothing_to_export',
    ])
    expect(await refused({ format: 'gpx', ids })).toEqual([400, 'invalid_input'])
    expect(await refused({ format: 'shp', droneId: drone.id })).toEqual([400, 'invalid_input'])
    expect(await refused({ format: 'gpx', droneId: drone.id, ids: [] })).toEqual([
      400,
      'invalid_input',
    ])
    expect(
      await refused({
        format: 'gpx',
        droneId: drone.id,
        ids: Array.from({ length: 501 }, () => ids[0]),
      }),
    ).toEqual([400, 'invalid_input'])
  })

  test('a selection that exceeds a format is refused with an explanation, before anything is sent', async () => {
    const drone = await insertDrone()
    const sortie = () => ({
      drone_id: drone.id,
      id: crypto.randomUUID(),
      state: 'closed' as const,
      close_reason: 'landing' as const,
      start_at: new Date(now - hour),
      end_at: new Date(now),
      point_count: 0,
      manufacturer_id: maker.account.id,
      operator_id: team.account.id,
    })
    for (const count of [5000, 5000, 1])
      await db
        .insertInto('sortie')
        .values(Array.from({ length: count }, sortie))
        .execute()
    const answer = await console_.send(
      'exportTracks',
      { body: { format: 'gpx', droneId: drone.id }, language: 'zh-CN' },
      team,
    )
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'too_many_sorties',
      message: expect.stringContaining('10000') as unknown,
    })
  })

  test('the first bytes are sent at once, and reading stops when the browser disconnects', async () => {
    const drone = await insertDrone()
    for (let i = 0; i < 60; i++)
      await insertFlight(db, drone, {
        startMs: now - (i + 1) * hour,
        durationS: 3000,
        points: pointsEast(now - (i + 1) * hour, 3000),
      })
    let reads = 0
    const counted: KyselyPlugin = {
      transformQuery: ({ node }) => ((reads += 1), node),
      transformResult: async ({ result }) => result,
    }
    const served = await openConsole(
      database,
      flightExportRoutes,
      (services) => flightExportHandlers({ ...services, readDb: db.withPlugin(counted) }),
      now,
    )
    await served.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = served.server.server.address() as AddressInfo
    for (const format of formats) {
      reads = 0
      const leave = new AbortController()
      const askedMs = performance.now()
      const answer = await fetch(
        `http://localhost:${port}${flightExportRoutes.exportTracks.path}`,
        {
          // Uncompressed: when a compressor frees its input depends on the machine.
          method: 'POST',
          signal: leave.signal,
          headers: {
            'accept-encoding': 'identity',
            'authorization': `Bearer ${team.token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ format, droneId: drone.id }),
        },
      )
      expect(answer.status).toBe(200)
      await answer.body!.getReader().read()
      expect(performance.now() - askedMs, format).toBeLessThan(1000 * slowness())
      leave.abort()
      // The current part is completed, and nothing is sent after it.
      let after
      do {
        after = reads
        await pause(200)
      } while (reads !== after)
      // Small archives are complete before anyone can disconnect.
      if (format !== 'isoxml') expect(after, format).toBeLessThan(60)
    }
    await served.close()
    // More sorties than one query reads.
    expect(
      (
        await readBy.geojson((await exported({ format: 'geojson', droneId: drone.id })).rawPayload)
      ).map((places) => places.length),
    ).toEqual(Array.from({ length: 60 }, () => 3000))
  })
})

test('minutes ahead of UTC, including daylight saving', () => {
  expect(offsetMinAt(Date.parse('2026-06-15T04:00:00.999Z'), 'Asia/Kolkata')).toBe(330)
  expect(offsetMinAt(Date.parse('2026-01-15T04:00:00Z'), 'America/New_York')).toBe(-300)
  expect(offsetMinAt(Date.parse('2026-07-15T04:00:00Z'), 'America/New_York')).toBe(-240)
})
