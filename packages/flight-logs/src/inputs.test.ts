// One flight of 70 points as many programs write it: 07:30:00, 66 s in the air, 295 m. Each is read
// with its positions and times, reports its ambiguities, or is refused by its name.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { writeZip } from '@swath/file-syntax/zip-writer'
import type { LogFormat, LogNote, ReadOptions, TimeReading } from './flight-log.ts'
import { detectFlights } from './log-preview.ts'
import { concat } from './testing-flight.ts'
import { readFlightLog } from './read-flight-log.ts'

const folder = new URL('../testing-inputs/', import.meta.url)
const utf8 = new TextEncoder()

const read = async (bytes: Uint8Array | string, options: ReadOptions = {}) => {
  const log = await readFlightLog(typeof bytes === 'string' ? utf8.encode(bytes) : bytes, options)
  if (log === null) throw new Error('not a log')
  const { flights } = detectFlights(log.points, { defaultSwathWidthM: 5 })
  return {
    ...log,
    start: log.points.length === 0 ? null : new Date(log.points.tMs[0]!).toISOString(),
    flights: flights.map(({ record }) => [
      Math.round(record.durationS),
      Math.round(record.distanceM),
    ]),
  }
}
const readInput = (name: string, options?: ReadOptions) =>
  read(readFileSync(new URL(name, folder)), options)

const morning = '2026-09-14T07:30:00.000Z'
const inChina = '2026-09-13T23:30:00.000Z'
const assumed = { timeZone: 'Asia/Shanghai', isZoneAssumed: true, isOrderAssumed: false }

const inputs: readonly (readonly [string, LogFormat, string, Partial<TimeReading> | null])[] = [
  ['log-dji-converter-date-time.csv', 'csv', inChina, { ...assumed, dateOrder: 'mdy' }],
  ['log-dji-converter-updatetime.csv', 'csv', inChina, assumed],
  ['log-litchi.csv', 'csv', morning, null],
  ['log-litchi-feet.csv', 'csv', morning, null],
  ['log-csv-unit-row.csv', 'csv', morning, null],
  ['log-csv-us-dates.csv', 'csv', inChina, { ...assumed, dateOrder: 'mdy' }],
  ['log-csv-dmy.csv', 'csv', inChina, assumed],
  ['log-csv-date-and-time-columns.csv', 'csv', inChina, assumed],
  ['log-csv-deg1e7.csv', 'csv', morning, null],
  ['log-csv-local-with-offset-words.csv', 'csv', morning, assumed],
  ['log-csv.zip', 'zip', morning, null],
  ['log-gpx-offset.gpx', 'gpx', inChina, null],
  ['log-gpx-nozone.gpx', 'gpx', '2026-09-14T15:30:00.000Z', null],
]

describe('logs of other programs', () => {
  it.each(inputs)('%s is read as %s from %s', async (name, format, start, times) => {
    const log = await readInput(name)
    expect([log.format, log.start, log.points.length]).toEqual([format, start, 70])
    if (times === null) expect(log.report.times).toBeNull()
    else expect(log.report.times).toMatchObject(times)
    expect([log.points.lng[0], log.points.lat[0]]).toEqual([120.7, 30.5])
    expect(log.report).toMatchObject({ badRecords: 0, withoutTime: 0, notUnderstood: [] })
    expect(log.flights).toHaveLength(1)
    const [durationS, distanceM] = log.flights[0]!
    expect(Math.abs(durationS! - 66)).toBeLessThanOrEqual(2)
    expect(Math.abs(distanceM! - 295)).toBeLessThanOrEqual(6)
  })

  it('log-two-gpx.zip contains both logs, each named', async () => {
    const log = await readInput('log-two-gpx.zip')
    expect(log.format).toBe('zip')
    expect(log.report.documents).toEqual(
      ['a.gpx', 'b.gpx'].map((name) => ({ name, format: 'gpx', points: 70, problem: null })),
    )
    expect(log.points.length + log.report.repeatedPoints).toBe(140)
  })

  it.each([
    ['log-dji.srt', 'srt'],
    ['log.nmea', 'nmea'],
    ['log.igc', 'igc'],
    ['log-dataflash-text.log', 'dataflash-text'],
  ] as const)('%s is refused as %s', async (name, format) => {
    const log = await readInput(name)
    expect([log.format, log.points.length]).toEqual([format, 0])
    expect(log.report.notes).toContain('format_not_read')
  })
})

/** The flight as a table: a row of cells for each second. */
const table = (header: string, row: (second: number, lat: number) => string): string =>
  [
    header,
    ...Array.from({ length: 70 }, (_, s) => row(s, 30.5 + Math.max(0, s - 5) * 4.5e-5)),
  ].join('\n')
const two = (value: number): string => String(value).padStart(2, '0')
const at = (second: number): string => `07:${two(30 + Math.floor(second / 60))}:${two(second % 60)}`
const timed = (header: string, time: (second: number) => string): string =>
  table(`${header},latitude,longitude,height`, (s, lat) => `${time(s)},${lat.toFixed(7)},120.7,3`)

describe('times in tables', () => {
  const zoneless: ReadonlySet<string> = new Set([
    'microseconds behind the second',
    'fourteen digits',
    'a month by name',
    'a Chinese date',
    'a day and a clock without marks',
    'the day first, as the header states',
  ])
  it.each([
    [
      'microseconds behind the second',
      'datetime',
      (s: number) => `2026-09-14 ${at(s)}.000123`,
      inChina,
    ],
    ['µs since 1970', 'timestamp', (s: number) => `${1_789_371_000 + s}000123`, morning],
    ['ns since 1970', 'timestamp', (s: number) => `${1_789_371_000 + s}000123456`, morning],
    [
      'ms since 1970 in a column of ms',
      'time(ms)',
      (s: number) => `${1_789_371_000 + s}000`,
      morning,
    ],
    ['an offset behind the time', 'time', (s: number) => `2026-09-14 ${at(s)} +0800`, inChina],
    ['UTC+8 behind the time', 'time', (s: number) => `2026-09-14 ${at(s)} UTC+8`, inChina],
    ['GMT+08:00 in the header', 'time (GMT+08:00)', (s: number) => `2026-09-14 ${at(s)}`, inChina],
    [
      'a zone in the header',
      'time [Asia/Tokyo]',
      (s: number) => `2026-09-14 ${at(s)}`,
      '2026-09-13T22:30:00.000Z',
    ],
    [
      'Beijing time in the header',
      'time(Beijing time)',
      (s: number) => `2026-09-14 ${at(s)}`,
      inChina,
    ],
    [
      'JST behind the time',
      'time',
      (s: number) => `2026-09-14 ${at(s)} JST`,
      '2026-09-13T22:30:00.000Z',
    ],
    ['compact', 'time', (s: number) => `20260914T${at(s).replaceAll(':', '')}Z`, morning],
    ['fourteen digits', 'time', (s: number) => `20260914${at(s).replaceAll(':', '')}`, inChina],
    ['a month by name', 'time', (s: number) => `14 Sep 2026 ${at(s)}`, inChina],
    ['a Chinese date', '时间', (s: number) => `2026年9月14日 ${at(s)}`, inChina],
    [
      'a day and a clock with a zone',
      'date,time_utc',
      (s: number) => `14/09/2026,${at(s)}`,
      morning,
    ],
    [
      'a day and a clock without marks',
      'date,time',
      (s: number) => `2026-09-14,${at(s).replaceAll(':', '')}`,
      inChina,
    ],
    [
      'the day first, as the header states',
      'date (dd/mm/yyyy),time',
      (s: number) => `04/09/2026,${at(s)}`,
      '2026-09-03T23:30:00.000Z',
    ],
  ] as const)('%s', async (name, header, time, start) => {
    const log = await read(timed(header, time))
    expect([log.points.length, log.start?.slice(0, 19)]).toEqual([70, start.slice(0, 19)])
    expect(log.report.times?.isOrderAssumed ?? false).toBe(false)
    expect(log.report.times?.isZoneAssumed ?? false).toBe(zoneless.has(name))
  })

  it('it reports an ambiguous order of day and month where both fit every row, and uses the chosen one', async () => {
    const text = timed('datetime', (s) => `04/09/2026 ${at(s)}`)
    expect((await read(text)).report.times).toMatchObject({ isOrderAssumed: true })
    const dayFirst = await read(text, { dateOrder: 'dmy', timeZone: 'UTC' })
    expect([dayFirst.start, dayFirst.report.times]).toEqual([
      '2026-09-04T07:30:00.000Z',
      { timeZone: 'UTC', isZoneAssumed: false, dateOrder: 'dmy', isOrderAssumed: false },
    ])
    expect((await read(text, { dateOrder: 'mdy', timeZone: 'UTC' })).start).toBe(
      '2026-04-09T07:30:00.000Z',
    )
  })

  it('it prefers the column in UTC to the local one, in any order', async () => {
    const log = await read(
      timed(
        'datetime(local),datetime(utc)',
        (s) => `2026-09-14 15:${at(s).slice(3)},2026-09-14 ${at(s)}`,
      ),
    )
    expect([log.start, log.report.times]).toEqual([morning, null])
  })

  it('reports zones and units that it does not understand', async () => {
    const zone = await read(timed('time', (s) => `2026-09-14 ${at(s)} CST`))
    expect([zone.start, zone.report.notUnderstood]).toEqual([inChina, ['CST']])
    const unit = await read(
      table('time(utc),lat,lon,height(fathoms)', (s, lat) => `2026-09-14 ${at(s)},${lat},120.7,3`),
    )
    expect(unit.report.notUnderstood).toEqual(['height(fathoms)'])
    expect(unit.points.heightM[0]).toBeNaN()
  })

  it('it reports that times of day have no date', async () => {
    const log = await read(timed('time', at))
    expect([log.points.length, log.report.withoutTime]).toEqual([0, 70])
    expect(log.report.notes).toContain('times_without_date')
  })

  it('it uses the units of a row below the header', async () => {
    const log = await read(
      table(
        'time,lat,lon,height\nUTC,deg,deg,ft',
        (s, lat) => `2026-09-14 ${at(s)},${lat},120.7,10`,
      ),
    )
    expect([log.start, log.report.times, log.report.badRecords]).toEqual([morning, null, 0])
    expect(log.points.heightM[0]).toBeCloseTo(3.048)
  })

  it('it uses Beijing time for clocks in Xinjiang', async () => {
    const log = await read(
      table('time,lat,lon', (s) => `2026-09-14 ${at(s)},43.8,${87.6 + s * 1e-5}`),
    )
    expect([log.start, log.report.times?.timeZone]).toEqual([inChina, 'Asia/Shanghai'])
  })

  it('it reports an ambiguous zone of texts in JSON and KML too', async () => {
    const json = await read(
      JSON.stringify([{ lat: 30.5, lng: 120.7, time: '2026-09-14 07:30:00' }]),
    )
    expect([json.start, json.report.times?.isZoneAssumed]).toEqual([inChina, true])
    const kml = await read(track('2026-09-14T07:30:', ''))
    expect([kml.start, kml.report.times?.isZoneAssumed]).toEqual([inChina, true])
  })
})

const track = (time: string, zone = 'Z'): string =>
  `<kml><Document><Placemark><gx:Track>${Array.from(
    { length: 60 },
    (_, s) =>
      `<when>${time}${two(s)}${zone}</when><gx:coord>120.7 ${30.5 + s * 4.5e-5} 43</gx:coord>`,
  ).join('')}</gx:Track></Placemark></Document></kml>`

const zip = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  for await (const part of writeZip(
    Object.entries(files).map(([name, content]) => ({
      name,
      content: typeof content === 'string' ? utf8.encode(content) : content,
    })),
  ))
    parts.push(part)
  return concat(parts)
}

describe('archives', () => {
  it('a KMZ returns the tracks of all its documents, and reports those that are not logs', async () => {
    const log = await read(
      await zip({
        'doc.kml': track('2026-09-14T07:30:'),
        'files/second.kml': track('2026-09-14T07:50:'),
        'files/icon.png': 'x',
        'notes.txt': 'flown by Li',
        'drawing.kml':
          '<kml><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></kml>',
      }),
    )
    expect([log.format, log.points.length]).toEqual(['kmz', 120])
    expect(log.report.documents).toEqual([
      { name: 'doc.kml', format: 'kml', points: 60, problem: null },
      { name: 'files/second.kml', format: 'kml', points: 60, problem: null },
      { name: 'notes.txt', format: null, points: 0, problem: 'not_a_log' },
      { name: 'drawing.kml', format: 'kml', points: 0, problem: 'no_times' },
    ])
  })

  it('both tracks of one document are read', async () => {
    const both =
      track('2026-09-14T07:30:').replace('</Document></kml>', '') +
      track('2026-09-14T07:50:').replace('<kml><Document>', '')
    expect((await read(await zip({ 'doc.kml': both }))).points.length).toBe(120)
  })

  it('logs of several kinds are joined; archives in it are read, deeper ones are reported', async () => {
    const inner = await zip({ 'doc.kml': track('2026-09-14T07:50:') })
    const deep = await zip({ 'in.zip': await zip({ 'in.zip': inner }) })
    const log = await read(
      await zip({
        'a.csv': timed('time(utc)', (s) => `2026-09-14 ${at(s)}`),
        'b.kmz': inner,
        'c.zip': deep,
        'd.igc': readFileSync(new URL('log.igc', folder)),
      }),
    )
    expect(log.points.length).toBe(130)
    expect(
      log.report.documents.map(({ name, format, points, problem }) => [
        name,
        format,
        points,
        problem,
      ]),
    ).toEqual([
      ['a.csv', 'csv', 70, null],
      ['b.kmz', 'kmz', 60, null],
      ['c.zip', 'zip', 0, 'nested_archive' satisfies LogNote],
      ['d.igc', 'igc', 0, 'format_not_read' satisfies LogNote],
    ])
  })

  it('a workbook is refused by its name', async () => {
    const log = await read(await zip({ '[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<x/>' }))
    expect([log.format, log.report.notes]).toEqual([
      'excel',
      expect.arrayContaining(['format_not_read']),
    ])
  })
})
