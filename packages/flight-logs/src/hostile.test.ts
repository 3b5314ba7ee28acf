import { describe, expect, it } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import { parseCsvHeader } from './csv/csv-columns.ts'
import { readFlightLog } from './read-flight-log.ts'
import { Definitions } from './ulog/definitions.ts'
import { RecordFormat } from './dataflash/value-types.ts'
import { packed, concat } from './testing-flight.ts'
import { ulogHead, ulogMessage } from './testing-ulog.ts'
import { writeZip } from '@swath/file-syntax/zip-writer'

const utf8 = new TextEncoder()
const POINT = '<trkpt lat="47.3" lon="8.5"><time>2026-01-01T00:00:00Z</time></trkpt>'

describe('XML', () => {
  it('neither expands entities nor fetches them', async () => {
    const declarations = Array.from(
      { length: 20 },
      (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`,
    ).join('')
    const bomb = `<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY e0 "ha"><!ENTITY x SYSTEM "file:///etc/passwd">${declarations}]><gpx><trk><name>&e20; &x;</name><trkseg>${POINT}</trkseg></trk></gpx>`
    const log = await readFlightLog(utf8.encode(bomb))
    expect(log!.points.length).toBe(1)
    expect(log!.report.notes).toContain('entities_refused')
  })

  it('stops at a depth and at a size', async () => {
    const deep = await readFlightLog(utf8.encode(`<gpx>${'<a>'.repeat(200_000)}`))
    expect(deep!.report.notes).toContain('too_deep')
    async function* endless() {
      yield utf8.encode('<gpx><trk><name>')
      for (let i = 0; i < 40; i++) yield utf8.encode('x'.repeat(1_048_576))
    }
    expect((await readFlightLog(endless()))!.report.notes).toContain('too_large')
  })

  it('is not slowed by closing tags without opening tags', async () => {
    const startMs = performance.now()
    await readFlightLog(utf8.encode(`<gpx>${'<a>'.repeat(900)}${'</b>'.repeat(500_000)}`))
    expect(performance.now() - startMs).toBeLessThan(5_000 * slowness())
  })
})

describe('CSV', () => {
  it('it searches for a unit only in titles, not in other text of a first line', () => {
    expect(parseCsvHeader(['lat (deg)', 'lng [deg]', '('.repeat(1_000_000)])?.columns).toHaveLength(
      3,
    )
  })
})

describe('declared sizes', () => {
  it('ULog formats that contain themselves or claim more than a message holds are harmless', () => {
    const definitions = new Definitions()
    definitions.define('a:uint64_t timestamp;b inner;')
    definitions.define('b:a inner;')
    definitions.define('wide:uint64_t timestamp;float[99999] values;')
    definitions.define('empty:')
    definitions.define('many:empty[65535] nothing;')
    for (let i = 0; i < 20; i++) definitions.define(`n${i}:n${i + 1}[10] inner;`)
    definitions.define('n20:uint8_t x;')
    for (const name of ['a', 'wide', 'many', 'n0', 'missing'])
      expect(definitions.layout(name)).toBeNull()
  })

  it('DataFlash formats with a wrong length or type are rejected', () => {
    expect(RecordFormat.of(140, 'GPS', 200, 'QBI', 'TimeUS,Status,GMS')).toBeNull()
    expect(RecordFormat.of(140, 'GPS', 16, 'QBI?', 'TimeUS,Status,GMS,X')).toBeNull()
    expect(RecordFormat.of(140, 'GPS', 16, 'QBI', 'TimeUS,Status,GMS')).not.toBeNull()
  })

  it('an appended offset far outside the file is ignored', async () => {
    const log = await readFlightLog(
      concat([...ulogHead(20_000_000, 2 ** 40), ulogMessage('S', packed('u64', 0))]),
    )
    expect(log!.format).toBe('ulog')
  })

  it('data after an appended offset is read, and the record that the crash truncated is skipped', async () => {
    const head = concat(ulogHead())
    const cut = ulogMessage(
      'L',
      concat([
        Uint8Array.of(54),
        packed('u64', 21_000_000),
        utf8.encode('cut off here by a crash'),
      ]),
    ).subarray(0, 20)
    const again = concat(ulogHead(20_000_000, head.length + cut.length))
    const place = ulogMessage(
      'D',
      concat([
        packed(
          'u16 u64 u64 f64 f64 f32 f32 u8 u8',
          0,
          21_000_000,
          1_767_225_600_000_000,
          39.9,
          116.39,
          5,
          0,
          6,
          20,
        ),
      ]),
    )
    const log = await readFlightLog(concat([again, cut, place]))
    expect(log!.points.length).toBe(1)
    expect(log!.report).toMatchObject({ bytesSkipped: 20, badRecords: 0 })
  })

  it('it stops a zip that unpacks to more than its limit; a damaged one has no points', async () => {
    const parts: Uint8Array[] = []
    for await (const part of writeZip([
      {
        name: 'a.kml',
        content: concat([utf8.encode('<kml>'), new Uint8Array(140_000_000).fill(32)]),
      },
    ]))
      parts.push(part)
    expect((await readFlightLog(parts))!.report.notes).toContain('too_large')
    expect((await readFlightLog(concat(parts).subarray(0, 60)))!.report.notes).toContain(
      'not_this_format',
    )
  })

  it('a line without end, and a table of ten thousand columns', async () => {
    async function* line() {
      yield utf8.encode('lat,lng,time\n47.3,8.5,2026-01-01T00:00:00Z\n')
      for (let i = 0; i < 20; i++) yield utf8.encode('1,'.repeat(500_000))
    }
    expect((await readFlightLog(line()))!.points.length).toBe(1)
    const wide = `lat,lng,time,${'x,'.repeat(10_000)}\n47.3,8.5,2026-01-01T00:00:00Z,${'1,'.repeat(10_000)}\n`
    expect((await readFlightLog(utf8.encode(wide)))!.series.length).toBeLessThanOrEqual(1_024)
  })
})
