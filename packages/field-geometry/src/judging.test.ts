// Files broken in every way that we have met: named by row and reason, repaired where they can be.
import { describe, expect, test } from 'vitest'
import type { LngLat } from '@swath/domain/lng-lat'
import { checkPolygon } from '@swath/domain/polygon'
import { gcj02FromWgs84 } from '@swath/domain/coordinates'
import { writeZip } from '@swath/file-syntax/zip-writer'
import { readBytes, readText, shpOf, square, zipOf } from './testing-files.ts'

const read = async (...rings: readonly (readonly (readonly number[])[])[]) => {
  const { features } = await readText(JSON.stringify({ type: 'Polygon', coordinates: rings }))
  const { shape, problems, areaM2 } = features[0]!
  const parts = shape?.kind === 'polygon' ? shape.parts : []
  for (const part of parts) expect(checkPolygon(part)).toEqual({ ok: true })
  return {
    areaM2,
    parts: shape === null ? null : parts.map((part) => part.map((ring) => ring.length - 1)),
    problems: problems.map(({ reason, isRepaired }) => (isRepaired ? reason : `${reason}!`)),
    at: problems.find(({ isRepaired }) => !isRepaired)?.at ?? null,
  }
}
const byText = (one: string, other: string): number => one.localeCompare(other)
const field = square(100, 14, 0.01)
const [a, b, c, d] = field as [LngLat, LngLat, LngLat, LngLat]

describe('twelve ways to be broken', () => {
  test.each([
    ['not closed', [[a, b, c, d]], [[4]], ['unclosed']],
    ['corners twice', [[a, a, b, c, c, c, d, a]], [[4]], ['duplicate_points']],
    ['a spike', [[a, b, c, [100.02, 14.02], c, d, a]], [[4]], ['spike']],
    [
      'the hole before its outline',
      [[...square(100.002, 14.002, 0.001)], field],
      [[4, 4]],
      ['ring_order'],
    ],
    [
      'parts that touch in a corner',
      [[a, b, c, [100.02, 14.01], [100.02, 14.02], [100.01, 14.02], c, d, a]],
      [[4], [4]],
      ['self_touching'],
    ],
    [
      'a hole that hangs on the outline',
      [[a, b, c, d, [100, 14.006], [100.004, 14.007], [100.004, 14.003], [100, 14.006], a]],
      [[5, 3]],
      ['self_touching'],
    ],
    [
      'a small loop where the pen slipped',
      [
        [
          a,
          b,
          [100.01, 14.005],
          [100.01002, 14.00502],
          [100.00998, 14.00502],
          [100.01, 14.00501],
          c,
          d,
          a,
        ],
      ],
      null,
      null,
    ],
  ] as const)('%s is put right', async (_what, rings, parts, problems) => {
    const found = await read(...rings)
    if (parts !== null)
      expect(found.parts?.map(String).toSorted(byText)).toEqual(parts.map(String).toSorted(byText))
    if (problems !== null) expect(found.problems).toEqual(problems)
    expect(found.parts).not.toBeNull()
  })

  test.each([
    ['crosses itself', [[a, c, b, d, a]], 'self_crossing!'],
    ['two corners', [[a, b, a]], 'too_few_points!'],
    ['a line there and back', [[a, b, c, b, a]], 'too_few_points!'],
    ['no number', [[a, b, [null, 14], a]], 'not_a_number!'],
    ['off the earth', [[a, b, c, [100, 214], a]], 'out_of_range!'],
    ['nothing', [[]], 'empty!'],
    ['a hole outside', [field, square(100.02, 14, 0.001)], 'hole_outside!'],
    ['a hole across the outline', [field, square(100.009, 14.005, 0.004)], 'hole_crossing!'],
    [
      'holes over each other',
      [field, square(100.002, 14.002, 0.003), square(100.004, 14.004, 0.003)],
      'holes_overlap!',
    ],
    [
      'the date line',
      [
        [
          [179, 14],
          [-179, 14],
          [-179, 15],
          [179, 14],
        ],
      ],
      'crossing_date_line!',
    ],
    ['a continent', [square(90, 0, 20)], 'too_large!'],
  ] as const)('%s is refused and named', async (_what, rings, problem) => {
    const found = await read(...(rings as readonly (readonly (readonly number[])[])[]))
    expect(found.parts).toBeNull()
    expect(found.problems).toContain(problem)
  })

  test('where it crosses itself is told', async () => {
    const { at } = await read([a, c, b, d, a])
    expect(at![0]).toBeCloseTo(100.005, 6)
    expect(at![1]).toBeCloseTo(14.005, 6)
  })

  test('a wrong row beside a right one costs itself alone', async () => {
    const { features } = await readText(
      `name,wkt\nGood,"POLYGON((100 14,100.01 14,100.01 14.01,100 14))"\nPoint,POINT(1 2)\nBroken,"POLYGON((100 14,100"\nAlso good,"POLYGON((101 14,101.01 14,101.01 14.01,101 14))"\n`,
    )
    expect(features.map(({ row, name, shape }) => [row, name, shape !== null])).toEqual([
      [1, 'Good', true],
      [2, 'Point', false],
      [3, 'Broken', false],
      [4, 'Also good', true],
    ])
  })

  test('a Shapefile wound the other way round, its rings in any order', async () => {
    const { features } = await readBytes(
      shpOf([[square(100.002, 14.002, 0.002).toReversed(), field, square(100.02, 14, 0.01)]]),
    )
    const { shape } = features[0]!
    expect(shape?.kind === 'polygon' && shape.parts.map((part) => part.length)).toEqual([2, 1])
  })

  test('an island in a pond is ground again', async () => {
    const [pond, island] = [square(100.002, 14.002, 0.006), square(100.004, 14.004, 0.002)]
    const { features } = await readBytes(shpOf([[island, pond, field]]))
    const { shape } = features[0]!
    expect(shape?.kind === 'polygon' && shape.parts.map((part) => part.length)).toEqual([2, 1])
  })

  test('a coast of 20,000 corners is thinned, and hardly changed', async () => {
    const ring = Array.from({ length: 20_000 }, (_, i): LngLat => {
      const angle = (2 * Math.PI * i) / 20_000
      const far = 0.05 * (1 + 0.0005 * Math.sin(300 * angle))
      return [100 + far * Math.cos(angle), 14 + far * Math.sin(angle)]
    })
    const found = await read([...ring, ring[0]!])
    expect(found.problems).toEqual(['too_many_corners'])
    expect(found.parts![0]![0]).toBeLessThan(2_000)
    const exact = Math.PI * 0.05 ** 2 * 110_650 * 111_320 * Math.cos((14 * Math.PI) / 180)
    expect(Math.abs(found.areaM2 / exact - 1)).toBeLessThan(0.01)
  })
})

test('positions offset as Chinese maps are moved back when a person says so', async () => {
  const truth = square(120.1, 30.2, 0.01)
  const offset = truth.map(gcj02FromWgs84)
  const text = JSON.stringify({ type: 'Polygon', coordinates: [offset] })
  const { features } = await readText(text, { shift: 'gcj02' })
  const { shape } = features[0]!
  const ring = shape?.kind === 'polygon' ? shape.parts[0]![0]! : []
  for (const [lng, lat] of truth)
    expect(
      Math.min(...ring.map((place) => Math.hypot(place[0] - lng, place[1] - lat))),
    ).toBeLessThan(2e-8)
})

describe('files made to cost', () => {
  test('a zip bomb ends at the limit', async () => {
    const zeros = new Uint8Array(140_000_000)
    const pieces: Uint8Array[] = []
    for await (const piece of writeZip([{ name: 'a.kml', content: zeros }])) pieces.push(piece)
    await expect(readBytes(Buffer.concat(pieces))).rejects.toMatchObject({ problem: 'too_large' })
  })

  test('depth, counts and lengths that lie', async () => {
    await expect(readText(`<kml>${'<Folder>'.repeat(200_000)}`)).rejects.toMatchObject({
      problem: 'no_features',
    })
    const lying = Buffer.from(shpOf([[field]]))
    lying.writeInt32LE(0x7fffffff, 100 + 8 + 40)
    const { features } = await readBytes(lying)
    expect(features[0]!.problems[0]).toMatchObject({ reason: 'unreadable_row', isRepaired: false })
    const entities = '<!DOCTYPE kml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    const { notes } = await readText(
      `<?xml version="1.0"?>${entities}<kml><Placemark><name>&b;</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${field.map((p) => p.join(',')).join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`,
    )
    expect(notes).toContain('entities_refused')
  })

  test('a ring that crosses itself ten thousand times is given up in time', async () => {
    const zigzag = Array.from({ length: 10_000 }, (_, i): LngLat => [
      100 + ((i * 7919) % 10_007) * 1e-6,
      14 + ((i * 104_729) % 10_009) * 1e-6,
    ])
    const startMs = performance.now()
    const found = await read([...zigzag, zigzag[0]!])
    expect(found.parts).toBeNull()
    expect(performance.now() - startMs).toBeLessThan(5_000)
  })

  test('what is no geometry is said to be none', async () => {
    for (const text of ['hello', '', '<html></html>', 'a,b\n1,2\n'])
      await expect(readText(text)).rejects.toMatchObject({ problem: 'not_geometry' })
    await expect(readText('{"type":"FeatureCollection"')).rejects.toMatchObject({
      problem: 'damaged',
    })
    await expect(readBytes(await zipOf([{ name: 'a.png', content: 'x' }]))).rejects.toMatchObject({
      problem: 'not_geometry',
    })
  })
})
