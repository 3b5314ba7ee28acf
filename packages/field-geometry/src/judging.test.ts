// Files broken in every way that we have met: reported by row and reason, repaired where possible.
import { describe, expect, test } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import type { LngLat } from '@swath/domain/lng-lat'
import { checkPolygon } from '@swath/domain/polygon'
import { gcj02FromWgs84 } from '@swath/domain/coordinates'
import { writeZip } from '@swath/file-syntax/zip-writer'
import { keptPlots, LIMITS } from './limits.ts'
import { readCsv } from './read/csv.ts'
import { readShapefileLayer } from './read/shapefile.ts'
import { FileBudget, ParsedFeatures } from './parsed-features.ts'
import { testOptions, readBytes, readText, shpOf, square, zipOf } from './testing-files.ts'

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
    // as the Slovak register cuts the feet of masts out of fields of many hectares
    [
      'a hole of the size of a mast’s foot',
      [field, square(100.002, 14.002, 0.000005)],
      [[4]],
      ['tiny_rings'],
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

  test('a sliver next to a field is left out, a sliver alone is no field', async () => {
    const sliver = square(100.5, 14, 0.000005)
    const readParts = async (...coordinates: LngLat[][][]) =>
      (await readText(JSON.stringify({ type: 'MultiPolygon', coordinates }))).features[0]!
    const { shape, problems } = await readParts([sliver], [field])
    expect(shape).toEqual({ kind: 'polygon', parts: [[field]] })
    expect(problems.map(({ reason }) => reason)).toEqual(['tiny_rings'])
    const alone = await readParts([sliver])
    expect(alone.shape).toBeNull()
    expect(alone.problems).toMatchObject([{ reason: 'no_area', isRepaired: false }])
  })

  test('the place where it crosses itself is reported', async () => {
    const { at } = await read([a, c, b, d, a])
    expect(at![0]).toBeCloseTo(100.005, 6)
    expect(at![1]).toBeCloseTo(14.005, 6)
  })

  test('a wrong row affects only itself', async () => {
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

test('positions with the offset of Chinese maps are moved back when a person chooses that', async () => {
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

describe('files crafted to be slow', () => {
  test('a zip bomb ends at the limit', async () => {
    const zeros = new Uint8Array(140_000_000)
    const pieces: Uint8Array[] = []
    for await (const piece of writeZip([{ name: 'a.kml', content: zeros }])) pieces.push(piece)
    await expect(readBytes(Buffer.concat(pieces))).rejects.toMatchObject({ problem: 'too_large' })
  })

  test('false depth, counts and lengths', async () => {
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

  test('nested brackets where none are allowed are ignored', async () => {
    const deep = '['.repeat(500_000) + ']'.repeat(500_000)
    await expect(readText(deep)).rejects.toMatchObject({ problem: 'no_features' })
    const { features } = await readText(
      `{"type":"Feature","properties":{"name":"East","soil":${deep}},"geometry":${JSON.stringify({ type: 'Polygon', coordinates: [field] })}}`,
    )
    expect(features[0]).toMatchObject({ name: 'East', properties: { name: 'East' }, problems: [] })
    const collections = Array.from({ length: 10_000 }).reduce<string>(
      (inner) => `{"type":"GeometryCollection","geometries":[${inner}]}`,
      JSON.stringify({ type: 'Polygon', coordinates: [field] }),
    )
    const { features: nested } = await readText(collections)
    expect(nested[0]!.problems.map(({ reason }) => reason)).toEqual(['empty'])
  })

  test('thousands of rings are not compared for nesting', async () => {
    const rings = Array.from({ length: 20_000 }, (_, i): LngLat[] =>
      square(100 + (i % 150) * 0.0005, 14 + Math.floor(i / 150) * 0.0005, 0.0001),
    )
    const text = JSON.stringify({ type: 'Polygon', coordinates: [...rings, square(100, 14, 0.2)] })
    const startMs = performance.now()
    const { features } = await readText(text)
    expect(features[0]!.problems).toEqual([
      { reason: 'too_many_rings', isRepaired: false, at: null, count: 20_001 },
    ])
    expect(performance.now() - startMs).toBeLessThan(5_000 * slowness())
  })

  test('a comb whose teeth grow shorter is thinned quickly', async () => {
    const teeth = Array.from({ length: 60_000 }, (_, i): LngLat => [
      100 + i * 2e-7,
      14 + (i % 2 === 0 ? 0 : 0.01 * 0.9999 ** i + 1e-6),
    ])
    const startMs = performance.now()
    const found = await read([[100, 13.99], ...teeth, [100 + 0.012, 13.99], [100, 13.99]])
    expect(found.parts![0]![0]).toBeLessThanOrEqual(2_000)
    expect(performance.now() - startMs).toBeLessThan(10_000 * slowness())
  })

  test('a slanting comb of ten thousand corners is read, needles in all directions are refused', async () => {
    const turned = ([x, y]: LngLat): LngLat => [100 + x * 0.8 - y * 0.6, 14 + x * 0.6 + y * 0.8]
    const comb = Array.from({ length: 9_990 }, (_, i): LngLat => [i * 2e-6, i % 2 === 0 ? 0 : 0.01])
    const ring = [...comb, [0.02, -0.001] as LngLat, [0, -0.001] as LngLat].map(turned)
    const needles = Array.from({ length: 200_000 }, (_, i): LngLat => {
      const angle = (i / 200_000) * 6
      const length = i % 2 === 0 ? 1e-4 : 0.01
      return [100 + Math.cos(angle) * length, 14 + Math.sin(angle) * length]
    })
    const startMs = performance.now()
    const { features } = await readText(
      JSON.stringify({ type: 'Polygon', coordinates: [[...ring, ring[0]]] }),
      { kept: keptPlots },
    )
    expect(features[0]!.problems).toEqual([])
    expect((await read([...needles, needles[0]!])).problems).toEqual(['too_complex!'])
    expect(performance.now() - startMs).toBeLessThan(10_000 * slowness())
  })

  test('layers of a zip share the limits of one file', async () => {
    const squares = (count: number): string =>
      JSON.stringify({
        type: 'FeatureCollection',
        features: Array.from({ length: count }, () => ({
          type: 'Feature',
          geometry: { type: 'Polygon', coordinates: [field] },
        })),
      })
    const many = Array.from({ length: 60 }, (_, i) => ({ name: `${i}.json`, content: squares(2) }))
    const first = await readBytes(await zipOf(many))
    expect(first.features).toHaveLength(100)
    expect(first.notes).toContain('too_many_layers')
    const large = ['a', 'b', 'c'].map((name) => ({ name: `${name}.json`, content: squares(9_000) }))
    const second = await readBytes(await zipOf([...large, { name: 'd.json', content: '{}' }]))
    expect(second.features).toHaveLength(20_000)
    expect(second.notes).toEqual(
      expect.arrayContaining(['too_many_features', 'too_many_layers', 'several_layers']),
    )
  })

  test.each([1, 2])('with room for one more, none of %i features is omitted silently', (count) => {
    const budget = () => Object.assign(new FileBudget(), { features: LIMITS.features - 1 })
    const wkt = Array.from(
      { length: count },
      () => 'POLYGON((100 14, 100.01 14, 100 14.01, 100 14))',
    )
    const lines = new ParsedFeatures(budget())
    readCsv(`${wkt.join('\n')}\n\n`, lines)
    const table = new ParsedFeatures(budget())
    readCsv(`name,wkt\n${wkt.map((text) => `A,"${text}"`).join('\n')}\n`, table)
    const shapes = readShapefileLayer(
      { name: 'f', shp: shpOf(wkt.map(() => [field])), dbf: null, prj: null, cpg: null },
      { encoding: '', isOnly: true, budget: budget(), countries: testOptions.countries },
    )
    for (const { features, notes } of [lines, table, shapes]) {
      expect(features).toHaveLength(1)
      expect(notes.has('too_many_features')).toBe(count > 1)
    }
  })

  test('more windows than a zone stores become all hours, and long texts are cut', async () => {
    const { features } = await readText(
      JSON.stringify({
        features: [
          {
            identifier: 'Z9',
            name: 'Market',
            message: 'm'.repeat(100_000),
            applicability: [
              {
                permanent: 'YES',
                schedule: Array.from({ length: 21 }, () => ({
                  day: ['MON'],
                  startTime: '08:00Z',
                  endTime: '09:00Z',
                })),
              },
            ],
            geometry: [
              { horizontalProjection: { type: 'Circle', center: [100, 14], radius: 500 } },
            ],
          },
        ],
      }),
    )
    expect(features[0]!.zone!.windows).toEqual([])
    expect(features[0]!.zone!.message).toHaveLength(1_000)
  })

  test('a ring that crosses itself ten thousand times is rejected quickly', async () => {
    const zigzag = Array.from({ length: 10_000 }, (_, i): LngLat => [
      100 + ((i * 7919) % 10_007) * 1e-6,
      14 + ((i * 104_729) % 10_009) * 1e-6,
    ])
    const startMs = performance.now()
    const found = await read([...zigzag, zigzag[0]!])
    expect(found.parts).toBeNull()
    expect(performance.now() - startMs).toBeLessThan(5_000 * slowness())
  })

  test('other data is reported as not geometry', async () => {
    for (const text of ['hello', '', '<html></html>', 'a,b\n1,2\n'])
      await expect(readText(text)).rejects.toMatchObject({ problem: 'not_geometry' })
    await expect(readText('{"type":"FeatureCollection"')).rejects.toMatchObject({
      problem: 'damaged',
    })
    await expect(readBytes(await zipOf([{ name: 'a.png', content: 'x' }]))).rejects.toMatchObject({
      problem: 'not_geometry',
    })
  })

  test('other known formats of fields are reported by name', async () => {
    const gml =
      '<?xml version="1.0"?><wfs:FeatureCollection xmlns:gml="http://www.opengis.net/gml">'
    for (const text of ['SQLite format 3\0', 'PAR1', 'AC1032', gml])
      await expect(readText(text), text).rejects.toMatchObject({ problem: 'other_format' })
    for (const name of ['a/b.gpkg', 'c.gdb/a00000001.gdbtable', 'parcels.gml'])
      await expect(readBytes(await zipOf([{ name, content: 'x' }])), name).rejects.toMatchObject({
        problem: 'other_format',
      })
  })
})
