import { Buffer } from 'node:buffer'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  flightLogRoutes,
  logPieceBytes,
  type FlightLogDetail,
  type FlightLogRow,
} from '@swath/contract/flights/flight-logs'
import { MU_M2 } from '@swath/domain/units'
import { noZonesInForce } from '@swath/domain/zones-in-force'
import { agriculturalFlight } from '@swath/flight-logs/testing-flight'
import { buildLogFile, TEST_FORMATS, TEST_LOGS } from '@swath/flight-logs/testing-logs'
import { recomputeNext } from '../../../gateway/recompute/recompute.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { insertDroneRow, insertModel, type TestDrone } from '../flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { flightLogHandlers } from './flight-logs.routes.ts'
import { removeForgottenLogs } from './log-cleanup.ts'
import { sendPiece, upload, type LogConsole } from './testing-uploads.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const day = 86_400_000
const startMs = now - day
/** Four strips of 48 m, 5.5 m wide. */
const flight = agriculturalFlight({ startMs, lanes: 4, laneM: 48 })

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let folder: string
let console_: LogConsole
let maker: TestPerson
let team: TestPerson
let modelId: string
let drone: TestDrone

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swath-logs-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  console_ = await openConsole(
    database,
    flightLogRoutes,
    (services) => flightLogHandlers(services),
    now,
    { dataFolder: folder },
  )
  maker = await console_.person({ type: 'manufacturer', name: 'Alpha Works' })
  team = await console_.person({ type: 'operator', operator_type: 'team', name: 'Green Team' })
  modelId = await insertModel(db, maker.account.id)
  drone = await insertDroneRow(db, {
    modelId,
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
  })
  return () => console_.close()
})

const buildLogBytes = (format: (typeof TEST_FORMATS)[number], moments = flight) =>
  buildLogFile(TEST_LOGS[format](moments))
const readDetail = (logId: string, person = team) =>
  console_.ask<FlightLogDetail>(person, 'getFlightLog', { params: { logId } })
const choose = (logId: string, oprId: string | null = null, person = team) =>
  console_.ask<FlightLogDetail>(person, 'chooseFlightLog', {
    params: { logId },
    body: { droneId: drone.id, oprId },
  })
const workOut = async () => {
  while (await recomputeNext(db, { nowMs: console_.clock.now(), zones: noZonesInForce }));
}
/** Uploads, accepts and recomputes, as a person and the pipeline do. */
const bring = async (
  fileName: string,
  bytes: Uint8Array,
  oprId: string | null = null,
): Promise<FlightLogDetail> => {
  const { logId } = await upload(console_, team, fileName, bytes, drone.id)
  await choose(logId, oprId)
  await console_.ask(team, 'acceptFlightLog', { params: { logId } })
  await workOut()
  return readDetail(logId)
}
/** All rows derived from the drone's stored data. */
const outcome = async () => ({
  sorties: await db
    .selectFrom('sortie')
    .selectAll()
    .where('drone_id', '=', drone.id)
    .orderBy('start_at')
    .execute(),
  records: await db
    .selectFrom('work_record')
    .selectAll()
    .where('drone_id', '=', drone.id)
    .orderBy('start_at')
    .execute(),
  tracks: await db
    .selectFrom('track_chunk')
    .selectAll()
    .where('drone_id', '=', drone.id)
    .orderBy('from_at')
    .orderBy('id')
    .execute(),
  total: await db.selectFrom('drone_total').selectAll().where('drone_id', '=', drone.id).execute(),
})
const readAudit = async (person: TestPerson): Promise<string[]> =>
  (
    await db
      .selectFrom('audit_log')
      .select('action')
      .where('account_id', '=', person.account.id)
      .orderBy('number')
      .execute()
  ).map(({ action }) => action)
const storedKeys = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

describe('createFlightLog, appendFlightLog', () => {
  test('a modification time with a fraction is refused without a server error', async () => {
    expect(
      await console_.refusal(team, 'createFlightLog', {
        body: { fileName: 'a.gpx', bytes: 10, modifiedMs: 1.5 },
      }),
    ).toEqual([400, 'invalid_input'])
  })

  test('a file arrives in pieces, each at the requested offset; an interrupted upload continues where it stopped', async () => {
    const bytes = Buffer.concat([
      buildLogBytes('gpx'),
      Buffer.from(`<!--${' '.repeat(2 * logPieceBytes)}-->`),
    ])
    const begun = await console_.ask<FlightLogRow>(team, 'createFlightLog', {
      body: { fileName: 'long.gpx', bytes: bytes.length, modifiedMs: 1 },
    })
    expect(begun).toMatchObject({
      status: 'uploading',
      receivedBytes: 0,
      can: { append: true, accept: false, delete: true },
    })
    const piece = (index: number) =>
      bytes.subarray(index * logPieceBytes, (index + 1) * logPieceBytes)
    expect((await sendPiece(console_, team, begun.logId, 0, piece(0))).json()).toMatchObject({
      receivedBytes: logPieceBytes,
      status: 'uploading',
    })
    // Starting the same file again returns the bytes received so far; another file is a new upload.
    expect(
      await console_.ask(team, 'createFlightLog', {
        body: { fileName: 'long.gpx', bytes: bytes.length, modifiedMs: 1 },
      }),
    ).toMatchObject({ logId: begun.logId, receivedBytes: logPieceBytes })
    expect(
      (
        await console_.ask<FlightLogRow>(team, 'createFlightLog', {
          body: { fileName: 'long.gpx', bytes: bytes.length, modifiedMs: 2 },
        })
      ).logId,
    ).not.toBe(begun.logId)
    // A repeated piece, or one from further ahead, changes nothing.
    expect((await sendPiece(console_, team, begun.logId, 0, piece(0))).json()).toMatchObject({
      receivedBytes: logPieceBytes,
    })
    expect(
      (await sendPiece(console_, team, begun.logId, 2 * logPieceBytes, piece(2))).json(),
    ).toMatchObject({ receivedBytes: logPieceBytes })
    expect(
      (await sendPiece(console_, team, begun.logId, logPieceBytes, piece(1).subarray(1))).json(),
    ).toMatchObject({ code: 'log_piece_wrong' })
    expect(
      (
        await sendPiece(console_, team, begun.logId, logPieceBytes, Buffer.alloc(logPieceBytes + 1))
      ).json(),
    ).toMatchObject({ code: 'payload_too_large' })
    expect(
      (await sendPiece(console_, team, begun.logId, logPieceBytes, piece(1))).json(),
    ).toMatchObject({ receivedBytes: 2 * logPieceBytes })
    expect(
      (await sendPiece(console_, team, begun.logId, 2 * logPieceBytes, piece(2))).json(),
    ).toMatchObject({
      receivedBytes: bytes.length,
      status: 'reading',
      can: { append: false, delete: false },
    })
    const read = await upload(console_, team, 'other.gpx', buildLogBytes('gpx'))
    expect(read.status).toBe('ready')
    expect(await readDetail(begun.logId)).toMatchObject({
      status: 'ready',
      format: 'gpx',
      pointCount: flight.length,
    })
    const original = await console_.send(
      'downloadFlightLog',
      { params: { logId: begun.logId } },
      team,
    )
    expect(original.rawPayload.equals(bytes)).toBe(true)
    expect(original.headers['content-disposition']).toContain('attachment; filename="long.gpx"')
  })

  test('limits for length, waiting logs and logs per hour are explained', async () => {
    const begin = (bytes: number, fileName = 'a.gpx') =>
      console_.refusal(team, 'createFlightLog', { body: { fileName, bytes } })
    expect(await begin(200 * 1024 * 1024 + 1)).toEqual([413, 'log_too_large'])
    const reply = await console_.send(
      'createFlightLog',
      { body: { fileName: 'a', bytes: 3e9 }, language: 'th' },
      team,
    )
    expect(reply.json()).toMatchObject({ message: expect.stringContaining('200 MB') as string })
    expect(await begin(0)).toEqual([400, 'invalid_input'])
    for (let i = 0; i < 100; i++) expect((await begin(10, `${i}.gpx`))[0]).toBe(200)
    expect(await begin(10, 'one more')).toEqual([409, 'logs_waiting'])
    await db
      .updateTable('flight_log')
      .set({ status: 'accepted' })
      .where('account_id', '=', team.account.id)
      .execute()
    for (let i = 0; i < 200; i++) {
      await begin(10, `${i}.tlog`)
      if (i % 50 === 49)
        await db
          .updateTable('flight_log')
          .set({ status: 'accepted' })
          .where('account_id', '=', team.account.id)
          .execute()
    }
    expect(await begin(10, 'again')).toEqual([429, 'too_many_requests'])
  })

  test('of 20 concurrent uploads for the last waiting slot one succeeds', async () => {
    for (let i = 0; i < 99; i++)
      await console_.ask(team, 'createFlightLog', { body: { fileName: `${i}.gpx`, bytes: 10 } })
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        console_.refusal(team, 'createFlightLog', { body: { fileName: `x${i}`, bytes: 10 } }),
      ),
    )
    expect(outcomes.filter(([status]) => status === 200)).toHaveLength(1)
  })
})

describe('getFlightLog: what was read', () => {
  test.each(TEST_FORMATS)(
    '%s: one flight with its figures, recognised by content and not by name',
    async (format) => {
      const read = await upload(console_, team, 'renamed.txt', buildLogBytes(format), drone.id)
      expect(read).toMatchObject({
        status: 'ready',
        problem: null,
        droneId: drone.id,
        proposedBy: 'person',
        sortieCount: 1,
        knownPoints: 0,
        isOld: false,
        sameFile: null,
      })
      const [sortie] = read.sorties
      // Four strips of 48 m at 6 m/s and four moves of 5.5 m in 3 s: as planned for the flight, not
      // computed from its points.
      expect(Math.abs(sortie!.distanceM - (4 * 48 + 4 * 5.5))).toBeLessThan(12)
      // A landing that heights do not show is detected later.
      expect(Math.abs(sortie!.durationS - (4 * 8 + 4 * 3))).toBeLessThan(
        ['gpx', 'ulog'].includes(format) ? 20 : 9,
      )
      if (sortie!.sprayArea > 0)
        expect(Math.abs(sortie!.sprayArea * MU_M2 - 4 * 48 * 5.5)).toBeLessThan(150)
      const { tracks } = await console_.ask<{ tracks: { lng: number[] }[] }>(
        team,
        'getFlightLogTracks',
        { params: { logId: read.logId } },
      )
      expect(tracks).toHaveLength(1)
      expect(tracks[0]!.lng.length).toBeGreaterThan(150)
    },
  )

  test('damage is counted by reason: clocks of 1970, 0/0, out of range, a future clock, stray bytes, a truncated file', async () => {
    const damaged = agriculturalFlight({ startMs, nowhereEvery: 50, unsetClocks: 3 })
    const lines = TEST_LOGS.gpx(damaged)
    const odd = Buffer.from(
      `<trkpt lat="95" lon="10"><time>2026-06-14T04:00:00Z</time></trkpt><trkpt lat="30" lon="120"><time>2027-01-01T00:00:00Z</time></trkpt>`,
    )
    const read = await upload(
      console_,
      team,
      'damaged.gpx',
      Buffer.concat([...lines.head, ...lines.records, odd]),
      drone.id,
    )
    expect(read.report).toMatchObject({
      nullIsland: Math.floor(damaged.length / 50),
      outOfRange: 1,
      withoutTime: 3,
    })
    expect(read.rejected).toEqual({ clock_future: 1 })
    expect(read.sortieCount).toBe(1)
    const tlog = buildLogBytes('tlog')
    const broken = Buffer.concat([
      tlog.subarray(0, 20_000),
      Buffer.from('garbage that is no record'),
      tlog.subarray(20_000, tlog.length - 5),
    ])
    const cut = await upload(console_, team, 'cut.tlog', broken, drone.id)
    expect(cut.report!.bytesSkipped).toBeGreaterThan(20)
    expect(cut.report!.truncatedAtByte).not.toBeNull()
    expect(cut.sortieCount).toBe(1)
  })

  test.each([
    ['text', Buffer.from('no log at all'), 'not_a_log'],
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), 'not_a_log'],
    [
      'a KML of places without times',
      Buffer.from(
        '<kml><Placemark><LineString><coordinates>1,2,3 4,5,6</coordinates></LineString></Placemark></kml>',
      ),
      'no_points',
    ],
  ] as const)('%s: unreadable, and the reason is stated', async (_what, bytes, problem) => {
    const read = await upload(console_, team, 'x.bin', bytes, drone.id)
    expect(read).toMatchObject({
      status: 'unreadable',
      problem,
      sorties: [],
      can: { accept: false, choose: false, delete: true },
    })
    expect(
      await console_.refusal(team, 'acceptFlightLog', { params: { logId: read.logId } }),
    ).toEqual([409, 'log_not_ready'])
    expect(
      await console_.refusal(team, 'getFlightLogTracks', { params: { logId: read.logId } }),
    ).toEqual([409, 'log_not_ready'])
  })

  test('characters that the database cannot store are replaced in the file’s metadata', async () => {
    const table = `time,lat,lon,height(fath\0m)\n2026-06-01T00:00:00Z,30,120,3\n`
    const read = await upload(console_, team, 'x.csv', Buffer.from(table), drone.id)
    expect(read.report!.notUnderstood).toEqual(['height(fath\uFFFDm)'])
    const json = Buffer.from(
      `{"serial":"a\\ud800","points":[{"lat":30,"lng":120,"time":"2026-06-01T00:00:00Z"}]}`,
    )
    expect((await upload(console_, team, 'x.json', json, drone.id)).status).toBe('ready')
  })

  test('a known but unsupported format is named when it is refused', async () => {
    const nmea = Buffer.from('$GPRMC,073000.00,A,3030.0000,N,12042.0000,E,0.0,0.0,140926,,*3A\n')
    expect(await upload(console_, team, 'x.txt', nmea, drone.id)).toMatchObject({
      status: 'unreadable',
      problem: 'format_not_read',
      format: 'nmea',
    })
  })

  test('a serial number in the log or the file name suggests the drone, if the person may import for it', async () => {
    const bySerial = await insertDroneRow(db, {
      modelId,
      manufacturerId: maker.account.id,
      operatorId: team.account.id,
      rack_no: '001900413438510433373937',
    })
    await insertDroneRow(db, { modelId, manufacturerId: maker.account.id, rack_no: 'whatever' })
    const read = await upload(
      console_,
      team,
      `2026-06-14 ${drone.id.toLowerCase()}.gpx`,
      buildLogBytes('gpx'),
    )
    expect(read).toMatchObject({ droneId: drone.id, proposedBy: 'file_name' })
    const dataflash = await upload(console_, team, 'x.bin', buildLogBytes('dataflash'))
    if (dataflash.identity?.serial) {
      await db
        .updateTable('drone')
        .set({ rack_no: dataflash.identity.serial })
        .where('id', '=', bySerial.id)
        .execute()
      expect(await upload(console_, team, 'y.bin', buildLogBytes('dataflash'))).toMatchObject({
        droneId: bySerial.id,
        proposedBy: 'serial',
      })
    }
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    expect(await upload(console_, stranger, `${drone.id}.gpx`, buildLogBytes('gpx'))).toMatchObject(
      { droneId: null, proposedBy: null, status: 'ready' },
    )
  })

  test('a log from many years ago is accepted, with a warning', async () => {
    const read = await upload(
      console_,
      team,
      'old.gpx',
      buildLogBytes('gpx', agriculturalFlight({ startMs: Date.parse('2018-08-08T14:00:00Z') })),
      drone.id,
    )
    expect(read).toMatchObject({ isOld: true, sortieCount: 1, rejected: {} })
  })
})

/** Its flight as a table whose times have no zone. */
const buildTable = (time: (iso: string) => string, shiftMs = 0): Buffer =>
  Buffer.from(
    [
      'time,lat,lon,height,speed',
      ...flight.map(
        ({ tMs, lat, lng, heightM, speedMs }) =>
          `${time(new Date(tMs + shiftMs).toISOString())},${lat},${lng},${heightM},${speedMs}`,
      ),
    ].join('\n'),
  )
const again = async (logId: string, body: object): Promise<FlightLogDetail> => {
  await console_.ask(team, 'readFlightLogAgain', { params: { logId }, body })
  for (;;) {
    const detail = await readDetail(logId)
    if (detail.status !== 'reading') return detail
    await new Promise((resolve) => void setTimeout(resolve, 20))
  }
}

describe('readFlightLogAgain: ambiguities in the file’s times', () => {
  test('the time zone is guessed from the place, marked as assumed, and can be changed', async () => {
    const table = buildTable((iso) => iso.slice(0, 19).replace('T', ' '))
    const read = await upload(console_, team, 'local.csv', table, drone.id)
    const { timeZone } = read.report!.times!
    expect(read.report!.times).toMatchObject({ isZoneAssumed: true, isOrderAssumed: false })
    expect(timeZone).not.toBe('UTC')
    const asUtc = await again(read.logId, { timeZone: 'UTC' })
    expect(asUtc.report!.times).toMatchObject({ timeZone: 'UTC', isZoneAssumed: false })
    expect(asUtc).toMatchObject({ status: 'ready', droneId: drone.id, sortieCount: 1 })
    expect(Math.floor(Date.parse(asUtc.startTime!) / 1000)).toBe(Math.floor(startMs / 1000))
    // A zone that puts the flight in the future can be corrected by another.
    const ahead = await again(read.logId, { timeZone: 'Etc/GMT+12' })
    expect(ahead.status).toBe('ready')
    expect((await again(read.logId, { timeZone: 'UTC' })).startTime).toBe(asUtc.startTime)
    expect(
      await console_.refusal(team, 'readFlightLogAgain', {
        params: { logId: read.logId },
        body: { timeZone: 'Mars/Olympus' },
      }),
    ).toEqual([400, 'invalid_input'])
  })

  test('a log with an ambiguous order of day and month cannot be accepted until a person chooses', async () => {
    const table = buildTable(
      (iso) => `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} ${iso.slice(11, 19)}`,
      -7 * day,
    )
    const read = await upload(console_, team, 'days.csv', table, drone.id)
    expect(read.report!.times).toMatchObject({ isOrderAssumed: true })
    expect(read.can.accept).toBe(false)
    const params = { logId: read.logId }
    expect(await console_.refusal(team, 'acceptFlightLog', { params })).toEqual([
      409,
      'log_times_open',
    ])
    const chosen = await again(read.logId, { timeZone: 'UTC', dateOrder: 'dmy' })
    expect(chosen.can.accept).toBe(true)
    expect(chosen.startTime!.slice(0, 10)).toBe(
      new Date(startMs - 7 * day).toISOString().slice(0, 10),
    )
    await console_.ask(team, 'acceptFlightLog', { params })
    expect(await console_.refusal(team, 'readFlightLogAgain', { params, body: {} })).toEqual([
      409,
      'log_not_ready',
    ])
  })
})

/** Points of the drone in tracks that the pipeline set aside. */
const countInWorker = async (): Promise<number> => {
  const { count } = await db
    .selectFrom('track_chunk')
    .where('drone_id', '=', drone.id)
    .where('rejected', '=', true)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('point_count'), eb.lit(0)).as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

describe('the preview equals the result of accepting', () => {
  /** A second drone 1 km away, or the same one with a clock that is half a second off. */
  const elsewhere = flight
    .filter((_, i) => i % 3 === 0)
    .map((moment) => ({ ...moment, tMs: moment.tMs + 500, lat: moment.lat + 0.01 }))

  test('a log with two clocks: counts the points that will be set aside', async () => {
    const both = buildLogBytes('gpx', [...flight, ...elsewhere])
    const { logId, rejected } = await upload(console_, team, 'two.gpx', both, drone.id)
    expect(rejected).toEqual({ impossible_jump: elsewhere.length })
    await console_.ask(team, 'acceptFlightLog', { params: { logId } })
    await workOut()
    expect(await countInWorker()).toBe(elsewhere.length)
  })

  test('counts points set aside among the stored data of the drone, and in the log', async () => {
    await bring('first.gpx', buildLogBytes('gpx'))
    const less = await upload(console_, team, 'less.gpx', buildLogBytes('gpx', elsewhere), drone.id)
    expect([less.rejected, less.displacedPoints]).toEqual([
      { impossible_jump: elsewhere.length },
      0,
    ])
    const twice = [...flight, ...flight.map((one) => ({ ...one, tMs: one.tMs + 100 }))].map(
      (one) => ({ ...one, lat: one.lat + 0.01 }),
    )
    const more = await upload(console_, team, 'more.gpx', buildLogBytes('gpx', twice), drone.id)
    expect([more.rejected, more.displacedPoints]).toEqual([{}, flight.length])
    await console_.ask(team, 'acceptFlightLog', { params: { logId: more.logId } })
    await workOut()
    expect(await countInWorker()).toBe(flight.length)
  })
})

describe('acceptFlightLog', () => {
  test('the pipeline makes the sortie and its record, marked as from a log, with the pilot', async () => {
    const pilot = await console_.colleague(team, { name: 'Li Wei', user_type: 2 })
    const read = await upload(
      console_,
      team,
      'flight.jsonl',
      buildLogBytes('device json'),
      drone.id,
    )
    const pilots = await console_.ask<{ items: { userName: string; isPilot: boolean }[] }>(
      team,
      'getFlightLogPilots',
      { query: { droneId: drone.id } },
    )
    expect(pilots.items[0]).toMatchObject({ userName: 'Li Wei', isPilot: true })
    expect(await choose(read.logId, pilot.id)).toMatchObject({
      oprName: 'Li Wei',
      can: { accept: true },
    })
    const accepted = await console_.ask<FlightLogDetail>(team, 'acceptFlightLog', {
      params: { logId: read.logId },
    })
    expect(accepted).toMatchObject({
      status: 'accepted',
      isPending: true,
      acceptedByName: expect.any(String) as string,
      can: { accept: false, choose: false },
    })
    await workOut()
    const done = await readDetail(read.logId)
    const [sortie] = read.sorties
    expect(done).toMatchObject({
      isPending: false,
      records: [
        {
          durationS: sortie!.durationS,
          distanceM: sortie!.distanceM,
          sprayArea: sortie!.sprayArea,
          sprayL: sortie!.sprayL,
        },
      ],
    })
    const { sorties, records } = await outcome()
    expect([sorties.length, records.length]).toEqual([1, 1])
    expect(sorties[0]).toMatchObject({
      id: done.records[0]!.sortieId,
      pilot_id: pilot.id,
      state: 'closed',
    })
    expect(records[0]!.pilot_id).toBe(pilot.id)
    expect(await readAudit(team)).toEqual(['flight-log.upload', 'flight-log.accept'])
    // Accepted twice, as by a double click.
    expect(
      await console_.ask(team, 'acceptFlightLog', { params: { logId: read.logId } }),
    ).toMatchObject({ status: 'accepted' })
    await workOut()
    expect(await outcome()).toEqual({
      sorties,
      records,
      tracks: expect.anything() as unknown,
      total: expect.anything() as unknown,
    })
    expect(await readAudit(team)).toHaveLength(2)
  })

  test.each(TEST_FORMATS)('%s: accepting the same file twice changes nothing', async (format) => {
    const bytes = buildLogBytes(format)
    await bring('once', bytes)
    const once = await outcome()
    expect(once.sorties).toHaveLength(1)
    const again = await upload(console_, team, 'twice', bytes, drone.id)
    expect(again.sameFile).toMatchObject({ fileName: 'once', status: 'accepted' })
    expect(again.knownPoints).toBe(again.pointCount)
    expect(again.sorties[0]).toMatchObject({
      knownPoints: again.sorties[0]!.pointCount,
      repeats: [{ sortieId: once.sorties[0]!.id }],
    })
    await console_.ask(team, 'acceptFlightLog', { params: { logId: again.logId } })
    await workOut()
    expect(await outcome()).toEqual(once)
  })

  test.each(TEST_FORMATS)(
    '%s: cut in half, in either order, the result is the same',
    async (format) => {
      const log = TEST_LOGS[format](flight)
      const middle = log.records.length >> 1
      const halves = [
        buildLogFile({ head: log.head, records: log.records.slice(0, middle) }),
        buildLogFile({ head: log.head, records: log.records.slice(middle) }),
      ]
      await bring('second half', halves[1]!)
      await bring('first half', halves[0]!)
      expect((await outcome()).sorties).toHaveLength(1)
      await bring('whole', buildLogFile(log))
      const inParts = await outcome()
      // Another drone of the account makes the same flight, and its log is accepted too.
      const [first, other] = [
        drone,
        await insertDroneRow(db, {
          modelId,
          manufacturerId: maker.account.id,
          operatorId: team.account.id,
        }),
      ]
      drone = other
      await bring('whole at once', buildLogFile(log))
      const whole = await outcome()
      drone = first
      const figures = ({ sorties, records, tracks }: typeof whole) => ({
        sorties: sorties.map(({ id: _id, drone_id: _drone, ...row }) => row),
        columns: tracks.map(({ columns }) => columns),
        records: records.map(({ sortie_id: _id, drone_id: _drone, hash: _hash, ...row }) => row),
      })
      expect(figures(inParts)).toEqual(figures(whole))
      drone = other
      await bring('first half again', halves[0]!)
      await bring('second half again', halves[1]!)
      expect(await outcome()).toEqual(whole)
    },
  )

  test.each(['gpx', 'device json', 'airdata csv'] as const)(
    '%s: shuffled and repeated rows change nothing',
    async (format) => {
      await bring('in order', buildLogBytes(format))
      const once = await outcome()
      const log = TEST_LOGS[format](flight)
      let seed = 7
      const random = () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff
      const records = [...log.records, ...log.records.filter((_, i) => i % 3 === 0)]
        .map((record) => ({ record, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ record }) => record)
      await bring('shuffled', buildLogFile({ head: log.head, records }))
      expect(await outcome()).toEqual(once)
    },
  )

  test('data that the drone sent before is not duplicated by its log; the sortie is still marked as live', async () => {
    const live = await bring('as the drone would send it', buildLogBytes('device json'))
    const before = await outcome()
    // As if it had been received by radio.
    await db.deleteFrom('flight_log_sortie').where('drone_id', '=', drone.id).execute()
    const part = TEST_LOGS['device json'](flight)
    const read = await upload(
      console_,
      team,
      'part.jsonl',
      buildLogFile({ head: [], records: part.records.slice(0, 6) }),
      drone.id,
    )
    expect(read.sorties[0]).toMatchObject({ repeats: [{ sortieId: live.records[0]!.sortieId }] })
    await console_.ask(team, 'acceptFlightLog', { params: { logId: read.logId } })
    await workOut()
    expect(await outcome()).toEqual(before)
    expect(
      await db
        .selectFrom('flight_log_sortie')
        .select('known')
        .where('drone_id', '=', drone.id)
        .execute(),
    ).toEqual([{ known: true }])
  })

  test('a log without a drone or a flight cannot be accepted', async () => {
    const read = await upload(console_, team, 'nobody.gpx', buildLogBytes('gpx'))
    expect(
      await console_.refusal(team, 'acceptFlightLog', { params: { logId: read.logId } }),
    ).toEqual([409, 'log_without_drone'])
    const ground = await upload(
      console_,
      team,
      'ground.gpx',
      buildLogBytes('gpx', flight.slice(0, 20)),
      drone.id,
    )
    expect(ground).toMatchObject({ status: 'ready', sortieCount: 0, can: { accept: false } })
    expect(
      await console_.refusal(team, 'acceptFlightLog', { params: { logId: ground.logId } }),
    ).toEqual([409, 'log_without_flight'])
    expect((await outcome()).tracks).toEqual([])
  })

  test('points that cannot be stored are quarantined for the drone’s owner', async () => {
    const lines = TEST_LOGS.gpx(flight)
    await bring(
      'future.gpx',
      Buffer.concat([
        ...lines.head,
        ...lines.records,
        Buffer.from('<trkpt lat="30" lon="120"><time>2027-01-01T00:00:00Z</time></trkpt>'),
      ]),
    )
    expect(
      await db
        .selectFrom('quarantine')
        .select(['topic', 'reason', 'count'])
        .where('drone_id', '=', drone.id)
        .execute(),
    ).toEqual([{ topic: 'log', reason: 'clock_future', count: 1 }])
  })
})

describe('access', () => {
  test('maker, owner and tenant may import a log of the drone; other accounts see neither; governments only read', async () => {
    const renter = await console_.person({ type: 'operator', operator_type: 'team' })
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    const county = await console_.person({ type: 'government', region_code: '156330106' })
    await db
      .updateTable('drone')
      .set({ tenant_id: renter.account.id })
      .where('id', '=', drone.id)
      .execute()
    for (const person of [maker, team, renter])
      expect(
        (await upload(console_, person, 'mine.gpx', buildLogBytes('gpx'), drone.id)).droneId,
      ).toBe(drone.id)
    expect(
      await console_.refusal(stranger, 'createFlightLog', {
        body: { fileName: 'x', bytes: 10, droneId: drone.id },
      }),
    ).toEqual([404, 'not_found'])
    expect(
      await console_.refusal(county, 'createFlightLog', { body: { fileName: 'x', bytes: 10 } }),
    ).toEqual([403, 'forbidden'])
    const own = await upload(console_, stranger, 'x.gpx', buildLogBytes('gpx'))
    expect(
      await console_.refusal(stranger, 'chooseFlightLog', {
        params: { logId: own.logId },
        body: { droneId: drone.id },
      }),
    ).toEqual([404, 'not_found'])
    for (const operation of [
      'getFlightLog',
      'getFlightLogTracks',
      'acceptFlightLog',
      'downloadFlightLog',
      'deleteFlightLog',
    ] as const) {
      for (const logId of [own.logId, crypto.randomUUID()])
        expect(await console_.refusal(team, operation, { params: { logId } }), operation).toEqual([
          404,
          'not_found',
        ])
    }
    expect((await sendPiece(console_, team, own.logId, 0, Buffer.alloc(1))).statusCode).toBe(404)
    expect(
      await console_.refusal(stranger, 'getFlightLogPilots', { query: { droneId: drone.id } }),
    ).toEqual([404, 'not_found'])
    const foreign = await upload(console_, team, 'mine again.gpx', buildLogBytes('gpx'), drone.id)
    expect(
      await console_.refusal(team, 'chooseFlightLog', {
        params: { logId: foreign.logId },
        body: { droneId: drone.id, oprId: stranger.id },
      }),
    ).toEqual([404, 'not_found'])
  })

  test('listFlightLogs: those of the account and those below it; a person of personal scope sees only their own', async () => {
    const sub = await console_.person({
      type: 'operator',
      operator_type: 'team',
      parent: team.account,
    })
    const personal = await console_.colleague(team, {
      name: 'Kim',
      user_type: 4,
      data_scope: 'personal',
    })
    const names = async (person: TestPerson, query: Record<string, string | number> = {}) =>
      (
        await console_.ask<{ items: FlightLogRow[] }>(person, 'listFlightLogs', { query })
      ).items.map(({ fileName }) => fileName)
    for (const [person, fileName] of [
      [team, 'a.gpx'],
      [sub, 'b.tlog'],
      [personal, 'c_100%.gpx'],
    ] as const) {
      await console_.ask(person, 'createFlightLog', { body: { fileName, bytes: 10 } })
      console_.clock.set(console_.clock.now() + 1000)
    }
    expect(await names(team)).toEqual(['c_100%.gpx', 'b.tlog', 'a.gpx'])
    expect(await names(sub)).toEqual(['b.tlog'])
    expect(await names(personal)).toEqual(['c_100%.gpx'])
    expect(await names(maker)).toEqual([])
    expect(await names(team, { sortParam: 'fileName', pageSize: 2, currentPage: 1 })).toEqual([
      'a.gpx',
      'b.tlog',
    ])
    expect(await names(team, { fileName: '0%' })).toEqual(['c_100%.gpx'])
    expect(await names(team, { status: 'ready' })).toEqual([])
    const { stats } = await console_.ask<{ stats: object }>(team, 'listFlightLogs', {
      query: { status: 'ready' },
    })
    expect(stats).toEqual({ uploading: 3, reading: 0, ready: 0, unreadable: 0, accepted: 0 })
    expect(await names(team, { createdByName: 'Kim' })).toEqual(['c_100%.gpx'])
    expect(
      await names(team, {
        startTime: new Date(now + 500).toISOString(),
        endTime: new Date(now + 1500).toISOString(),
      }),
    ).toEqual(['b.tlog'])
  })
})

describe('deleteFlightLog', () => {
  test('deletes the file at every stage; sorties of an accepted log remain and stay marked', async () => {
    const empty = (await storedKeys()).length
    const ready = await upload(console_, team, 'ready.gpx', buildLogBytes('gpx'), drone.id)
    expect((await storedKeys()).length).toBeGreaterThan(empty)
    await console_.ask(team, 'deleteFlightLog', { params: { logId: ready.logId } })
    expect((await storedKeys()).length).toBe(empty)
    const begun = await console_.ask<FlightLogRow>(team, 'createFlightLog', {
      body: { fileName: 'half.gpx', bytes: logPieceBytes + 10 },
    })
    await sendPiece(console_, team, begun.logId, 0, Buffer.alloc(logPieceBytes))
    await console_.ask(team, 'deleteFlightLog', { params: { logId: begun.logId } })
    expect((await storedKeys()).length).toBe(empty)
    const accepted = await bring('accepted.gpx', buildLogBytes('gpx'))
    const before = await outcome()
    await console_.ask(team, 'deleteFlightLog', { params: { logId: accepted.logId } })
    expect(await outcome()).toEqual(before)
    expect(
      await db
        .selectFrom('flight_log_sortie')
        .select('known')
        .where('drone_id', '=', drone.id)
        .execute(),
    ).toEqual([{ known: false }])
    expect(await readAudit(team)).toEqual([
      'flight-log.upload',
      'flight-log.cancel',
      'flight-log.upload',
      'flight-log.cancel',
      'flight-log.upload',
      'flight-log.accept',
      'flight-log.delete',
    ])
    expect((await storedKeys()).length).toBe(empty)
  })

  test('removes abandoned uploads: interrupted ones after two days, logs not accepted after thirty', async () => {
    const store = openFileStore(console_.services.config)
    const begun = await console_.ask<FlightLogRow>(team, 'createFlightLog', {
      body: { fileName: 'half.gpx', bytes: 10 },
    })
    const ready = await upload(console_, team, 'ready.gpx', buildLogBytes('gpx'), drone.id)
    const kept = await bring('kept.gpx', buildLogBytes('gpx'))
    console_.clock.set(now + 3 * day)
    await removeForgottenLogs(console_.services, store)
    const left = async () =>
      (
        await db
          .selectFrom('flight_log')
          .select('id')
          .where('account_id', '=', team.account.id)
          .orderBy('created_at')
          .execute()
      ).map(({ id }) => id)
    expect(await left()).not.toContain(begun.logId)
    expect(await left()).toContain(ready.logId)
    console_.clock.set(now + 31 * day)
    await removeForgottenLogs(console_.services, store)
    expect(await left()).toEqual([kept.logId])
  })
})
