// Unknown values in zones are reported, and never read less strictly than they may be meant.
import { describe, expect, test } from 'vitest'
import type { ReadFile } from './feature.ts'
import type { ReadOptions } from './read-geometry.ts'
import { readText, square } from './testing-files.ts'

const polygon = { type: 'Polygon', coordinates: [square(10, 50, 0.01)] }
const circle = (radius: unknown) => ({ type: 'Circle', center: [10, 50], radius })
const zoneOf = (zone: object, volume: object = {}, options: Partial<ReadOptions> = {}) =>
  readText(
    JSON.stringify({
      features: [
        {
          identifier: 'Z',
          name: 'Zone',
          restriction: 'PROHIBITED',
          ...zone,
          geometry: [{ horizontalProjection: polygon, ...volume }],
        },
      ],
    }),
    options,
  )
const problemsOf = ({ features }: ReadFile) =>
  features[0]!.problems.map(({ reason, word, isRepaired }) => [reason, word ?? '', isRepaired])
const limitsOf = ({ features }: ReadFile) => {
  const { lowerM, lowerReference, upperM, upperReference } = features[0]!.zone!
  return [lowerM, lowerReference, upperM, upperReference]
}
const radiusOf = ({ features: [feature] }: ReadFile) =>
  feature!.shape?.kind === 'circle' ? feature!.shape.radiusM : null

describe('heights', () => {
  const fathoms = {
    uomDimensions: 'FATHOM',
    lowerLimit: 10,
    lowerVerticalReference: 'AGL',
    upperLimit: 100,
    upperVerticalReference: 'AGL',
  }
  test('in an unknown unit are not imported until a person chooses one', async () => {
    const file = await zoneOf({}, fathoms)
    expect(problemsOf(file)).toEqual([['unknown_height_unit', 'FATHOM', false]])
    expect(file.features[0]!.shape).toBeNull()
    const said = await zoneOf({}, fathoms, { heightUnit: 'ft' })
    expect([limitsOf(said), problemsOf(said)]).toEqual([[3.048, 'ground', 30.48, 'ground'], []])
  })

  test('from an unknown reference are not imported until a person chooses one', async () => {
    const volume = { ...fathoms, uomDimensions: 'M', upperVerticalReference: 'CEILING' }
    const file = await zoneOf({}, volume)
    expect(problemsOf(file)).toEqual([['unknown_reference', 'CEILING', false]])
    const said = await zoneOf({}, volume, { heightReference: 'sea' })
    expect([limitsOf(said), problemsOf(said)]).toEqual([[10, 'ground', 100, 'sea'], []])
  })

  test.each([
    ['FL65', [0, 'ground', 1_981.2, 'sea']],
    ['2000 ft AMSL', [0, 'ground', 609.6, 'sea']],
    ['1,500 FT AGL', [0, 'ground', 457.2, 'ground']],
    ['UNL', [0, 'ground', null, 'ground']],
  ])('as words: %s', async (upperLimit, limits) => {
    expect(limitsOf(await zoneOf({}, { lowerLimit: 'GND', upperLimit }))).toEqual(limits)
  })

  test('without a unit and a reference are metres above the ground, and that is reported', async () => {
    const file = await zoneOf({}, { upperLimit: 120 })
    expect(limitsOf(file)).toEqual([0, 'ground', 120, 'ground'])
    expect(file.notes).toEqual(['height_unit_missing', 'height_reference_missing'])
  })
})

describe('radii', () => {
  test.each([
    ['5 NM', 9_260],
    ['2.5 km', 2_500],
    ['1,200 m', 1_200],
  ])('%s in ED-269', async (radius, metres) => {
    expect(radiusOf(await zoneOf({}, { horizontalProjection: circle(radius) }))).toBe(metres)
  })

  test('members in capitals', async () => {
    const shape = { Type: 'Circle', Center: [10, 50], Radius: 300 }
    const file = await zoneOf({}, { horizontalProjection: shape, uomDimensions: 'M' })
    expect(radiusOf(file)).toBe(300)
  })

  test.each([
    [{ radius: 5, radiusUnit: 'NM' }, 9_260],
    [{ Radius: '5NM' }, 9_260],
    [{ radius_km: 2 }, 2_000],
    [{ 'Radius (ft)': 1_000 }, 304.8],
  ])('%j among the properties of a point', async (properties, metres) => {
    const geometry = { type: 'Point', coordinates: [10, 50] }
    const file = await readText(JSON.stringify({ type: 'Feature', properties, geometry }))
    expect([radiusOf(file), file.notes]).toEqual([metres, []])
  })

  test('in an unknown unit are not imported until a person chooses one', async () => {
    const table = 'name,lng,lat,radius\nTower,10,50,3 leagues\n'
    expect(problemsOf(await readText(table))).toEqual([['unknown_radius_unit', 'leagues', false]])
    expect(radiusOf(await readText(table, { radiusUnit: 'km' }))).toBe(3_000)
  })
})

describe('other words', () => {
  test('a class, reasons, purposes, days, hours and dates', async () => {
    const file = await zoneOf({
      restriction: 'KEEP_OUT',
      reason: ['NOISE', 'UNICORNS', 'DAR'],
      zoneAuthority: [{ name: 'A', purpose: 'TEA' }],
      applicability: [
        {
          permanent: 'NO',
          startDateTime: '01.02.2026',
          endDateTime: '2026-03-01T00:00:00Z',
          schedule: [
            { day: ['MON', 'HOL'], startTime: '08:00Z', endTime: '09:00Z' },
            { day: ['TUE'], startTime: 'SR', endTime: 'SS' },
          ],
        },
      ],
    })
    expect(problemsOf(file)).toEqual([
      ['unknown_class', 'KEEP_OUT', true],
      ['unknown_words', 'UNICORNS', true],
      ['unknown_words', 'TEA', true],
      ['unknown_time', '01.02.2026', true],
      ['unknown_hours', 'HOL', true],
      ['unknown_hours', 'SR–SS', true],
    ])
    expect(file.features[0]!.zone).toMatchObject({
      restriction: 'PROHIBITED',
      reasons: ['NOISE', 'OTHER', 'DAR'],
      validFrom: null,
      validUntil: '2026-03-01T00:00:00.000Z',
      windows: [{ days: [1, 2, 3, 4, 5, 6, 7], startTime: '08:00', endTime: '09:00' }],
    })
  })

  test('a file without any class is reported', async () => {
    expect((await zoneOf({ restriction: undefined })).notes).toEqual(['class_missing'])
  })
})

describe('GeoJSON whose properties follow ED-269', () => {
  const limits = {
    uomDimensions: 'FT',
    lowerLimit: 0,
    lowerVerticalReference: 'AGL',
    upperLimit: 400,
    upperVerticalReference: 'AGL',
  }
  const collection = (properties: object) =>
    readText(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [{ type: 'Feature', properties, geometry: polygon }],
      }),
    )

  test.each([
    ['limits', { name: 'Z', restriction: 'CONDITIONAL', ...limits }],
    ['volumes without ground', { name: 'Z', restriction: 'CONDITIONAL', geometry: [limits] }],
    [
      'volumes with their ground',
      {
        name: 'Z',
        restriction: 'CONDITIONAL',
        geometry: [{ ...limits, horizontalProjection: polygon }],
      },
    ],
  ])('%s', async (_what, properties) => {
    const file = await collection(properties)
    expect(file.features[0]).toMatchObject({
      name: 'Z',
      zone: { restriction: 'CONDITIONAL', lowerM: 0, upperM: 121.92, upperReference: 'ground' },
    })
    expect(file.features[0]!.areaM2).toBeCloseTo(797_383, -2)
  })
})
