// Small files of every kind that people send, and the result of each.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FileNote, ReadFile, ReadFeature } from './feature.ts'
import { keptPlots, keptZones } from './limits.ts'
import type { ReadOptions } from './read-geometry.ts'
import { readBytes } from './testing-files.ts'

const readInput = (name: string, options: Partial<ReadOptions> = {}): Promise<ReadFile> =>
  readBytes(readFileSync(join(import.meta.dirname, 'testing-inputs', name)), {
    kept: name.startsWith('ed269') ? keptZones : keptPlots,
    ...options,
  })
const areas = ({ features }: ReadFile) => features.map(({ areaM2 }) => Math.round(areaM2))
const reasons = ({ features }: ReadFile) =>
  features.flatMap(({ problems }) => problems.map(({ reason }) => reason))
const ringCount = ({ shape }: ReadFeature) =>
  shape?.kind === 'polygon' ? shape.parts.flat().length : 0

describe('fields', () => {
  test.each([
    ['iso-hole-own-polygon.xml', [122_999], []],
    ['iso-hole-same-polygon.xml', [122_999], []],
    ['iso-external-pfd.zip', [128_347], []],
    ['iso-external-customer.zip', [128_347], []],
    ['kml-three-in-zip.zip', [128_347, 128_334, 128_322], ['several_layers']],
    ['kmz-doc-and-more.kmz', [128_347, 128_334], ['several_layers']],
    ['zip-in-zip.zip', [128_347, 128_334], ['several_layers']],
    ['kml-trailing-commas.kml', [128_347], []],
    ['kml-trailing-commas3.kml', [128_347], []],
    ['kml-trailing-comma-each-line.kml', [128_347], []],
    ['kml-blank-behind-commas.kml', [128_347], []],
    ['kml-multigeometry.kml', [256_681], []],
    ['geojsonl.geojsonl', [128_347, 128_334, 128_322], []],
    ['geojson-nested-fc.geojson', [128_347, 128_334, 128_322], []],
    ['geojson-102100.geojson', [128_377], []],
    ['esri.json', [128_347], []],
  ] as const)('%s', async (name, wanted, notes) => {
    const file = await readInput(name)
    expect(areas(file)).toEqual(wanted)
    expect(file.notes).toEqual(notes)
    for (const { shape } of file.features) expect(shape).not.toBeNull()
  })

  test('holes in separate areas belong to the field', async () => {
    const { features } = await readInput('iso-hole-own-polygon.xml')
    expect(features.map(ringCount)).toEqual([3])
  })

  test.each(['iso-external-pfd.zip', 'iso-external-customer.zip'])(
    '%s: the customer of another file',
    async (name) => {
      const { features } = await readInput(name)
      expect(features[0]).toMatchObject({ name: 'East 7', properties: { customer: 'Li' } })
    },
  )

  test('places separated by semicolons are not read as numbers', async () => {
    expect(reasons(await readInput('kml-semicolon-tuples.kml'))).toEqual(['not_a_number'])
  })

  test.each([
    ['topo.json', 'TopoJSON'],
    ['openair.txt', 'OpenAir'],
    ['poly-mission-planner.poly', 'Mission Planner polygon'],
    ['fence-plain.txt', 'list of coordinates'],
  ])('%s is refused by its name', async (name, format) => {
    await expect(readInput(name)).rejects.toMatchObject({
      problem: 'other_format',
      about: [format],
    })
  })

  const places = (country: string, [west, south]: readonly [number, number]) => ({
    at: ([lng, lat]: readonly [number, number]) =>
      Math.abs(lng - west) < 5 && Math.abs(lat - south) < 5 ? country : null,
    home: 'CN',
  })

  test('latitude may be first if the position as read is at sea, and the swapped one on land', async () => {
    const countries = places('IN', [75, 30])
    const asRead = await readInput('traccar-india.csv', { countries })
    expect(asRead.notes).toEqual(['swap_suspected'])
    expect(asRead.noteDetails).toEqual({ swap_suspected: ['IN'] })
    expect(asRead.features.map(({ name }) => name)).toEqual(['Ludhiana field', 'Second'])
    const swapped = await readInput('traccar-india.csv', { countries, isSwapped: true })
    const { shape } = swapped.features[0]!
    const [[lng, lat]] = (shape?.kind === 'polygon' ? shape.parts[0]![0]! : [[0, 0]]) as [
      [number, number],
    ]
    expect([Math.round(lng * 100), Math.round(lat * 100)]).toEqual([7585, 3090])
    expect(swapped.notes).toEqual([])
  })

  test('a circle of Traccar begins with its latitude', async () => {
    const { features } = await readInput('traccar-circle.csv')
    expect(features[0]!.shape).toEqual({ kind: 'circle', center: [75.85, 30.9], radiusM: 120.5 })
  })

  test('points with a distance round them are circles', async () => {
    const { features, notes } = await readInput('geojson-buffer-points.geojson')
    expect(features[0]!.shape).toEqual({ kind: 'circle', center: [10.1, 50.1], radiusM: 150 })
    expect(notes).toEqual(['radius_unit_missing'])
  })

  test('Korean names without a declared encoding are decoded by their letters and location', async () => {
    const file = await readInput('shp-korean-no-cpg.zip')
    expect(file.encoding).toBe('euc-kr')
    expect(file.features).toHaveLength(10)
    expect(file.features.slice(0, 2).map(({ name }) => name)).toEqual(['북쪽 논 1', '금산 인삼밭'])
    expect(file.noteDetails).toEqual({ encoding_guessed: ['euc-kr'] })
    const chosen = await readInput('shp-korean-no-cpg.zip', { encoding: 'gb18030' })
    expect(chosen.features[0]!.name).toBe('合率 稠 1')
  })
})

describe('zones', () => {
  const limitsOf = ({ features: [feature] }: ReadFile) => {
    const { lowerM, lowerReference, upperM, upperReference } = feature!.zone!
    return [lowerM, lowerReference, upperM, upperReference]
  }
  test.each([
    ['ed269-flight-levels.json', [1_676.4, 'sea', 2_895.6, 'sea'], [], ['pressure_height']],
    ['ed269-feet.json', [0, 'ground', 121.92, 'ground'], [], []],
    ['ed269-feet-circle.json', [0, 'ground', 121.92, 'ground'], ['radius_in_feet'], []],
    ['ed269-circle-latlon-text.json', [0, 'ground', 120, 'ground'], [], []],
    ['ed269-bom.json', [0, 'ground', 120, 'ground'], [], []],
    ['ed269-no-limits.json', [0, 'ground', null, 'ground'], [], []],
    ['ed269-unlimited.json', [0, 'ground', null, 'ground'], [], []],
    ['ed269-polygon-not-wrapped.json', [0, 'ground', 120, 'ground'], [], []],
    ['ed269-upper-below-lower.json', [500, 'ground', 120, 'ground'], [], ['upper_below_lower']],
    ['ed269-world-outside.json', [0, 'ground', 120, 'ground'], [], ['crossing_date_line']],
    ['ed269-schedule.json', [0, 'ground', 120, 'ground'], ['zone_missing'], []],
  ] as const)('%s', async (name, limits, notes, problems) => {
    const file = await readInput(name)
    expect(limitsOf(file)).toEqual(limits)
    expect(file.notes).toEqual(notes)
    expect(reasons(file)).toEqual(problems)
    expect(file.features[0]!.shape === null).toBe(
      name.includes('upper-below') || name.includes('world'),
    )
  })

  test('hours are converted to UTC', async () => {
    const { features } = await readInput('ed269-schedule.json')
    expect(features[0]!.zone!.windows).toEqual([
      { days: [1, 2], startTime: '21:00', endTime: '05:00' },
      { days: [1, 2, 3, 4, 5, 6, 7], startTime: '00:00', endTime: '00:00' },
    ])
  })

  const radiusOf = ({ features: [feature] }: ReadFile) =>
    feature!.shape?.kind === 'circle' ? feature!.shape.radiusM : null
  test('a radius is in the unit of its volume, or in a chosen one', async () => {
    expect(radiusOf(await readInput('ed269-feet-circle.json'))).toBe(1_000)
    const said = await readInput('ed269-feet-circle.json', { radiusUnit: 'm' })
    expect(radiusOf(said)).toBe(3_280.84)
    expect(said.notes satisfies readonly FileNote[]).toEqual([])
  })
})
