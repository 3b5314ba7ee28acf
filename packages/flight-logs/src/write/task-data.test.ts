import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { PointColumns } from '@swath/domain/telemetry-point'
import { samplePoint, T0 } from '@swath/domain/track-samples'
import { XmlScanner } from '@swath/file-syntax/xml-scanner'
import { writeTaskData } from './task-data.ts'
import { testSortie } from './testing-sortie.ts'
import type { WrittenSortie } from './written-sortie.ts'

const OPTIONS = { utcOffsetMinAt: () => 480, softwareVersion: '0.1.0' }
/** 15 L/ha: 3 L/min at 6 m/s and 5.5 m is 3 / (6 × 5.5 × 60) L/m². */
const POINTS = PointColumns.of(
  Array.from({ length: 20 }, (_, i) =>
    samplePoint({
      tMs: T0 + i * 1000,
      lng: 116.39,
      lat: 39.9 + i * 5e-5,
      pumpOn: i >= 5,
      flowLMin: i >= 5 ? 3 : 0,
      seq: i,
    }),
  ),
)
const RECORD = {
  durationS: 19,
  distanceM: 105,
  spraySeconds: 14,
  sprayL: 0.7,
  coveredM2: 460.6,
  sweptM2: 462,
  swathWidthM: 5.5,
  chemical: 'Imidacloprid <70 %>',
}
const PLOT = {
  id: 'p',
  name: 'North & "South"',
  areaM2: 10_000,
  parts: [
    [
      [
        [116, 39],
        [117, 39],
        [117, 40],
        [116, 39],
      ],
    ],
  ] as const,
}

/** Unpacks by the local headers, unlike the reader of KMZ. */
async function unpacked(sorties: readonly WrittenSortie[]): Promise<Map<string, Buffer>> {
  const parts: Uint8Array[] = []
  for await (const part of writeTaskData(sorties, OPTIONS)) parts.push(part)
  const zip = Buffer.concat(parts)
  const files = new Map<string, Buffer>()
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50;) {
    const [method, compressed, nameLength] = [
      zip.readUInt16LE(at + 8),
      zip.readUInt32LE(at + 18),
      zip.readUInt16LE(at + 26),
    ]
    const data = zip.subarray(at + 30 + nameLength, at + 30 + nameLength + compressed)
    files.set(
      zip.toString('utf8', at + 30, at + 30 + nameLength),
      method === 8 ? inflateRawSync(data) : data,
    )
    at += 30 + nameLength + compressed
  }
  return files
}

function parseElements(xml: string): { name: string; attributes: Record<string, string> }[] {
  const found: { name: string; attributes: Record<string, string> }[] = []
  const scanner = new XmlScanner(
    {
      open: (name, attributes) => found.push({ name, attributes: Object.fromEntries(attributes) }),
      close: () => undefined,
    },
    (problem) => {
      throw new Error(problem)
    },
  )
  scanner.push(xml)
  expect(scanner.finish()).toBe(false)
  expect(scanner.mismatches).toBe(0)
  return found
}

const sortie = (changes: Partial<WrittenSortie> = {}) =>
  testSortie(POINTS, {
    record: RECORD,
    pilot: '李',
    customer: 'Farm & Sons',
    plot: PLOT,
    ...changes,
  })

describe('TASKDATA', () => {
  it('writes customer, field, worker, product and device once, however many tasks use them', async () => {
    const elements = parseElements(
      (await unpacked([sortie(), sortie({ id: '2' })])).get('TASKDATA/TASKDATA.XML')!.toString(),
    )
    const count = (name: string) => elements.filter((element) => element.name === name).length
    expect([
      count('CTR'),
      count('PFD'),
      count('WKR'),
      count('PDT'),
      count('DVC'),
      count('TSK'),
      count('TLG'),
    ]).toEqual([1, 1, 1, 1, 1, 2, 2])
    expect(elements[0]!.attributes).toMatchObject({ VersionMajor: '4', DataTransferOrigin: '1' })
    expect(elements.find((element) => element.name === 'PFD')!.attributes).toMatchObject({
      C: 'North & "South"',
      D: '10000',
      E: 'CTR1',
    })
    expect(elements.find((element) => element.name === 'DVC')!.attributes['D']).toMatch(
      /^A00CFF[0-9A-F]{10}$/,
    )
    // every reference resolves
    const ids = new Set(
      elements
        .filter((element) => element.name !== 'TLG')
        .map((element) => element.attributes['A']),
    )
    for (const element of elements) {
      for (const value of Object.values(element.attributes))
        if (/^(CTR|PFD|WKR|PDT|DVC|DET)\d+$/.test(value)) expect(ids).toContain(value)
    }
  })

  it('it writes totals with their identifiers and units, and times with their offset', async () => {
    const elements = parseElements(
      (await unpacked([sortie()])).get('TASKDATA/TASKDATA.XML')!.toString(),
    )
    const totals = Object.fromEntries(
      elements
        .filter((element) => element.name === 'DLV')
        .map(({ attributes }) => [attributes['A'], Number(attributes['B'])]),
    )
    expect(totals).toEqual({
      '0074': 461,
      '0075': 84_000,
      '0077': 14,
      '0078': 5,
      '0050': 1,
      '015F': 700,
    })
    expect(elements.find((element) => element.name === 'TIM')!.attributes).toMatchObject({
      A: '2026-01-01T08:00:00+08:00',
      B: '2026-01-01T08:00:19+08:00',
      C: '19',
      D: '4',
    })
  })

  it('logs one record per point: time, place, fix, and the values that changed', async () => {
    const files = await unpacked([sortie()])
    const header = parseElements(files.get('TASKDATA/TLG00001.XML')!.toString())
    const ddis = header
      .filter((element) => element.name === 'DLV')
      .map((element) => parseInt(element.attributes['A']!, 16))
    expect(header[1]).toEqual({
      name: 'PTN',
      attributes: { A: '', B: '', D: '', G: '', H: '', I: '' },
    })
    const log = files.get('TASKDATA/TLG00001.BIN')!
    const current = new Map<number, number>()
    const rows: {
      localMs: number
      utcMs: number
      lat: number
      lng: number
      status: number
      values: Map<number, number>
    }[] = []
    const day = (days: number, ms: number) => Date.UTC(1980, 0, 1) + days * 86_400_000 + ms
    for (let at = 0; at < log.length;) {
      const row = {
        localMs: day(log.readUInt16LE(at + 4), log.readUInt32LE(at)),
        lat: log.readInt32LE(at + 6) / 1e7,
        lng: log.readInt32LE(at + 10) / 1e7,
        status: log[at + 14]!,
        utcMs: day(log.readUInt16LE(at + 20), log.readUInt32LE(at + 16)),
        values: current,
      }
      const count = log[at + 22]!
      for (let i = 0; i < count; i++)
        current.set(ddis[log[at + 23 + i * 5]!]!, log.readInt32LE(at + 24 + i * 5))
      rows.push({ ...row, values: new Map(current) })
      at += 23 + count * 5
    }
    expect(rows).toHaveLength(20)
    for (const [i, row] of rows.entries())
      expect(row).toMatchObject({
        utcMs: T0 + i * 1000,
        localMs: T0 + i * 1000 + 8 * 3_600_000,
        lng: 116.39,
        lat: expect.closeTo(39.9 + i * 5e-5, 7),
        status: 4,
      })
    expect(Object.fromEntries(rows[0]!.values)).toMatchObject({
      2: 0,
      37: 0,
      67: 5_500,
      141: 0,
      351: 0,
      161: -4,
    })
    expect(Object.fromEntries(rows[19]!.values)).toMatchObject({
      37: 50_000,
      67: 5_500,
      141: 1,
      161: -3,
    })
    // 0.01 mm³/m²: 50,000 mm³/s over 33 m²/s
    expect(rows[19]!.values.get(2)).toBe(151_515)
    // half of the second in which it started, and fourteen whole ones
    expect(rows[19]!.values.get(351)).toBe(725)
  })
})
