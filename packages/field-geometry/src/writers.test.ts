// Written files are read back by third-party readers, and by ours.
import { createRequire } from 'node:module'
import { kml as kmlToGeoJson } from '@tmcw/togeojson'
import { DOMParser } from '@xmldom/xmldom'
import { ISOXMLManager } from 'isoxml'
import { describe, expect, test } from 'vitest'
import type { LngLat } from '@swath/domain/lng-lat'
import { areaM2, type Polygon } from '@swath/domain/polygon'
import { listZipEntries, readZipEntry } from '@swath/file-syntax/zip-reader'
import type { FieldShape, GeometryFormat, ZoneFacts } from './feature.ts'
import { readBytes, square } from './testing-files.ts'
import { geometryWriters } from './write-geometry.ts'
import type { WrittenFeature } from './write/written-feature.ts'

const require = createRequire(import.meta.url)
type ShapeFile = {
  read: (
    shp: Uint8Array,
    dbf: Uint8Array,
    options: { encoding: string },
  ) => Promise<{ features: { properties: Record<string, unknown>; geometry: Geometry }[] }>
}
type Geometry = { type: string; coordinates: LngLat[][] | LngLat[][][] }
const shapefile = require('shapefile') as ShapeFile
const wellknown = require('wellknown') as (text: string) => Geometry | null
type Sum = {
  AddPoint: (lat: number, lng: number) => void
  Compute: (reverse: boolean, sign: boolean) => { area: number }
}
const geodesic = (
  require('geographiclib-geodesic') as {
    Geodesic: { WGS84: { Polygon: (polyline: boolean) => Sum } }
  }
).Geodesic

/** An independent implementation: the area on the ellipsoid. */
const geodesicM2 = (rings: Polygon): number =>
  rings.reduce((sum, ring, i) => {
    const polygon = geodesic.WGS84.Polygon(false)
    for (const [lng, lat] of ring.slice(0, -1)) polygon.AddPoint(lat, lng)
    const { area } = polygon.Compute(false, true)
    return sum + (i === 0 ? 1 : -1) * Math.abs(area)
  }, 0)

/** Outline counter-clockwise, holes clockwise, as stored. */
const hole = (x: number, y: number, side: number) => square(x, y, side).toReversed()
const parts: readonly Polygon[] = [
  [square(100.001, 14.002, 0.01), hole(100.003, 14.004, 0.002)],
  [square(100.02, 14.002, 0.005)],
]
const facts: ZoneFacts = {
  identifier: 'Z1',
  country: 'THA',
  restriction: 'REQ_AUTHORISATION',
  conditions: 'Ask first',
  reasons: ['AIR_TRAFFIC'],
  otherReason: '',
  message: 'Tower below',
  lowerM: 30,
  lowerReference: 'ground',
  upperM: 300,
  upperReference: 'sea',
  validFrom: '2026-01-01T00:00:00.000Z',
  validUntil: '2027-01-01T00:00:00.000Z',
  windows: [{ days: [6, 7], startTime: '17:00', endTime: '23:59' }],
  authorities: [
    {
      name: 'Tower',
      service: '',
      contactName: '',
      siteUrl: 'https://tower.example',
      email: '',
      phone: '+66 1',
      purpose: 'AUTHORIZATION',
    },
  ],
}
const feature = (
  name: string,
  shape: FieldShape,
  zone: ZoneFacts | null = null,
): WrittenFeature => ({
  id: `0190-${name.length}`,
  name,
  shape,
  areaM2: 1000,
  properties: { crop: 'ข้าว', note: 'a "b", <c> & 很好', area: 12.5 },
  zone,
})
const fields = [
  feature('=1+1 田一', { kind: 'polygon', parts }),
  feature('นา 2', { kind: 'polygon', parts: [parts[1]!] }),
]
const zones = [
  feature('Tower', { kind: 'circle', center: [100.5, 13.7], radiusM: 500 }, facts),
  feature('Reserve', { kind: 'polygon', parts: [parts[0]!] }, facts),
]

const write = async (
  format: GeometryFormat,
  features: readonly WrittenFeature[] = fields,
): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of geometryWriters[format].write(features, 'plots'))
    pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}
const unzip = async (zip: Uint8Array, pattern: RegExp): Promise<Buffer> => {
  const entry = listZipEntries(zip)!.find(({ name }) => pattern.test(name))!
  const pieces: Uint8Array[] = []
  for await (const piece of readZipEntry(zip, entry, 1e8)) pieces.push(piece)
  return Buffer.concat(pieces)
}
const polygonsOf = ({ type, coordinates }: Geometry): Polygon[] =>
  (type === 'Polygon' ? [coordinates] : coordinates) as unknown as Polygon[]
/** Rings as sets of corners: readers may begin anywhere and go either way round. */
const corners = (polygons: readonly Polygon[]) =>
  polygons
    .flat()
    .map((ring) =>
      [...new Set(ring.map(([lng, lat]) => `${lng.toFixed(7)},${lat.toFixed(7)}`))]
        .toSorted((a, b) => a.localeCompare(b))
        .join(' '),
    )
    .toSorted((a, b) => a.localeCompare(b))

describe('independent readers see equal geometry and names', () => {
  test('GeoJSON, parsed as JSON', async () => {
    const read = JSON.parse((await write('geojson')).toString()) as {
      features: { geometry: Geometry; properties: Record<string, unknown> }[]
    }
    expect(corners(polygonsOf(read.features[0]!.geometry))).toEqual(corners(parts))
    expect(read.features[1]!.properties).toMatchObject({ name: 'นา 2', crop: 'ข้าว', area: 12.5 })
  })

  test('KML and KMZ, by togeojson', async () => {
    for (const text of [
      (await write('kml')).toString(),
      (await unzip(await write('kmz'), /^doc\.kml$/)).toString(),
    ]) {
      const { features } = kmlToGeoJson(new DOMParser().parseFromString(text, 'text/xml') as never)
      const geometry = features[0]!.geometry as unknown as { geometries?: Geometry[] } & Geometry
      expect(corners((geometry.geometries ?? [geometry]).flatMap(polygonsOf))).toEqual(
        corners(parts),
      )
      expect(features[0]!.properties).toMatchObject({
        name: '=1+1 田一',
        note: 'a "b", <c> & 很好',
      })
    }
  })

  test('Shapefile, by shapefile', async () => {
    const zip = await write('shapefile')
    const { features } = await shapefile.read(
      await unzip(zip, /\.shp$/),
      await unzip(zip, /\.dbf$/),
      { encoding: (await unzip(zip, /\.cpg$/)).toString() },
    )
    expect(corners(polygonsOf(features[0]!.geometry))).toEqual(corners(parts))
    expect(
      features.map(({ properties }) => [
        properties['name'],
        properties['crop'],
        properties['area'],
      ]),
    ).toEqual([
      ['=1+1 田一', 'ข้าว', 12.5],
      ['นา 2', 'ข้าว', 12.5],
    ])
    const index = await unzip(zip, /\.shx$/)
    expect(index.length).toBe(100 + 2 * 8)
  })

  const windings = [false, true].flatMap((outer) =>
    [false, true].map((inner) => ({ outer, inner })),
  )
  const turn = (ring: Polygon[number], isTurned: boolean) => (isTurned ? ring.toReversed() : ring)
  const isClockwise = (ring: Polygon[number]) =>
    ring.slice(1).reduce((sum, [x, y], i) => sum + (x - ring[i]![0]) * (y + ring[i]![1]), 0) > 0

  test.each(windings)(
    'rings are wound as each format requires, however they are stored: $outer, $inner',
    async ({ outer, inner }) => {
      const [[outline, first], [second]] = parts as [Polygon, Polygon]
      const stored = [[turn(outline!, outer), turn(first!, inner)], [turn(second!, outer)]]
      const one = [feature('F', { kind: 'polygon', parts: stored }, facts)]
      const zip = await write('shapefile', one)
      const read = await shapefile.read(await unzip(zip, /\.shp$/), await unzip(zip, /\.dbf$/), {
        encoding: 'utf-8',
      })
      const ringNums = polygonsOf(read.features[0]!.geometry).map((part) => part.length)
      expect(ringNums.toSorted((a, b) => a - b)).toEqual([1, 2])
      const volumes = JSON.parse((await write('ed-269', one)).toString()) as {
        features: { geometry: { horizontalProjection: { coordinates: Polygon } }[] }[]
      }
      const layers = JSON.parse((await write('ed-318', one)).toString()) as {
        features: { geometry: { geometries: { coordinates: Polygon }[] } }[]
      }
      const plain = JSON.parse((await write('geojson', one)).toString()) as {
        features: { geometry: Geometry }[]
      }
      for (const polygons of [
        volumes.features[0]!.geometry.map((volume) => volume.horizontalProjection.coordinates),
        layers.features[0]!.geometry.geometries.map(({ coordinates }) => coordinates),
        polygonsOf(plain.features[0]!.geometry),
      ])
        expect(polygons.map((part) => part.map(isClockwise))).toEqual([[false, true], [false]])
    },
  )

  test('Shapefile: an outline is clockwise, as its specification requires', async () => {
    const shp = await unzip(await write('shapefile'), /\.shp$/)
    const record = 108 // after the headers of the file and of the record
    const ringNum = shp.readInt32LE(record + 36)
    const end = ringNum > 1 ? shp.readInt32LE(record + 48) : shp.readInt32LE(record + 40)
    const places = Array.from({ length: end }, (_, i) => {
      const at = record + 44 + ringNum * 4 + i * 16
      return [shp.readDoubleLE(at), shp.readDoubleLE(at + 8)] as const
    })
    const twiceArea = places
      .slice(1)
      .reduce((sum, [x, y], i) => sum + places[i]![0] * y - x * places[i]![1], 0)
    expect(twiceArea).toBeLessThan(0)
  })

  test('CSV, by wellknown; formulas are escaped', async () => {
    const text = (await write('csv')).toString()
    const [head, first] = text.split('\r\n')
    expect(head).toBe('\uFEFFname,radiusM,crop,note,area,wkt')
    expect(first!.startsWith("'=1+1 田一,")).toBe(true)
    expect(corners(polygonsOf(wellknown(/"(MULTIPOLYGON .*)"$/.exec(first!)![1]!)!))).toEqual(
      corners(parts),
    )
  })

  test('ISO 11783-10, by isoxml', async () => {
    const manager = new ISOXMLManager({ version: 4 })
    await manager.parseISOXMLFile(new Uint8Array(await write('isoxml')), 'application/zip')
    const read = manager.rootElement.attributes.Partfield ?? []
    expect(read.map(({ attributes }) => attributes.PartfieldDesignator)).toEqual([
      '=1+1 田一',
      'นา 2',
    ])
    const rings = read[0]!.attributes.PolygonnonTreatmentZoneonly!.map((area) =>
      area.attributes.LineString!.map((line) =>
        line.attributes.Point!.map(({ attributes }): LngLat => [
          attributes.PointEast,
          attributes.PointNorth,
        ]),
      ),
    )
    expect(corners(rings)).toEqual(corners(parts))
  })
})

describe('our own reader', () => {
  test.each(['geojson', 'kml', 'kmz', 'shapefile', 'csv', 'isoxml'] as const)(
    '%s is read back unchanged, its area within 0.1 % of the geodesic one',
    async (format) => {
      const { features, format: read } = await readBytes(await write(format))
      expect(read).toBe(format)
      expect(features.map(({ name }) => name.replace(/^'/, ''))).toEqual(['=1+1 田一', 'นา 2'])
      for (const [i, { shape, areaM2: m2, problems }] of features.entries()) {
        const wanted = fields[i]!.shape.kind === 'polygon' ? fields[i]!.shape.parts : []
        expect(problems).toEqual([])
        expect(corners(shape?.kind === 'polygon' ? shape.parts : [])).toEqual(corners(wanted))
        const exact = wanted.reduce((sum, part) => sum + geodesicM2(part), 0)
        expect(Math.abs(m2 / exact - 1)).toBeLessThan(0.001)
      }
    },
  )

  test.each(['ed-269', 'ed-318'] as const)('%s keeps all properties of a zone', async (format) => {
    const { features, format: read } = await readBytes(await write(format, zones))
    expect(read).toBe(format)
    expect(features.map(({ name, shape }) => [name, shape?.kind])).toEqual([
      ['Tower', 'circle'],
      ['Reserve', 'polygon'],
    ])
    expect(features[0]!.shape).toEqual(zones[0]!.shape)
    for (const { zone } of features) expect(zone).toEqual(facts)
  })

  // Requirements of the schemas of ED-269 and ED-318: EUROCAE's annexes as published by InterUSS
  // (uas_standards) and Starcopter (ed318-pydantic).
  const clock = /^\d\d:\d\d:\d\d(\.\d+)?Z$/
  const long = 'ก'.repeat(1_200)
  const wordy: ZoneFacts = {
    ...facts,
    reasons: ['FOREIGN_TERRITORY', 'DAR', 'NOISE', 'MADE_UP'],
    otherReason: long,
    message: long,
    lowerM: 30.48,
    upperM: 304.8,
    authorities: [{ ...facts.authorities[0]!, contactName: long, purpose: '' }],
  }
  const wordyZones = [feature('Tower', { kind: 'polygon', parts }, wordy)]

  test('ED-269 respects the limits of lengths, words and whole metres, rounded outward', async () => {
    const [zone] = (
      JSON.parse((await write('ed-269', wordyZones)).toString()) as {
        features: {
          identifier: string
          country: string
          restrictionConditions: string[]
          reason: string[]
          otherReasonInfo: string
          message: string
          applicability: unknown
          zoneAuthority: { contactName: string; purpose?: string }[]
          geometry: { lowerLimit: number; upperLimit: number }[]
        }[]
      }
    ).features
    expect(zone!.identifier).toMatch(/^[\w-]{1,7}$/)
    expect(zone!.country).toHaveLength(3)
    expect(zone!.restrictionConditions).toEqual(['Ask first'])
    expect(zone!.reason).toEqual(['FOREIGN_TERRITORY', 'OTHER', 'NOISE'])
    expect(zone!.otherReasonInfo).toHaveLength(30)
    expect(zone!.message).toHaveLength(200)
    expect(zone!.message.endsWith('…')).toBe(true)
    const [{ permanent, schedule }] = zone!.applicability as [
      { permanent: string; schedule: { startTime: string; endTime: string }[] },
    ]
    expect(permanent).toBe('NO')
    for (const { startTime, endTime } of schedule) {
      expect(startTime).toMatch(clock)
      expect(endTime).toMatch(clock)
    }
    expect(zone!.zoneAuthority[0]!.contactName).toHaveLength(200)
    expect(zone!.zoneAuthority[0]).not.toHaveProperty('purpose')
    expect(zone!.geometry).toHaveLength(parts.length)
    for (const volume of zone!.geometry)
      expect(volume).toMatchObject({ lowerLimit: 30, upperLimit: 305 })
  })

  test('ED-318 respects the limits of lengths and words, and states the purpose of an authority', async () => {
    const { features } = JSON.parse((await write('ed-318', wordyZones)).toString()) as {
      features: {
        properties: {
          reason: string[]
          message: { text: string }[]
          otherReasonInfo: { text: string }[]
          zoneAuthority: { contactName: { text: string }[]; purpose: string }[]
        }
        geometry: { geometries: { layer: object }[] }
      }[]
    }
    const { properties, geometry } = features[0]!
    expect(properties.reason).toEqual(['OTHER', 'DAR', 'NOISE'])
    expect(properties.message[0]!.text).toHaveLength(1_000)
    expect(properties.otherReasonInfo[0]!.text).toHaveLength(200)
    expect(properties.zoneAuthority[0]!.contactName[0]!.text).toHaveLength(200)
    expect(properties.zoneAuthority[0]!.purpose).toBe('INFORMATION')
    for (const { layer } of geometry.geometries)
      expect(layer).toEqual({
        lower: 30.48,
        lowerReference: 'AGL',
        upper: 304.8,
        upperReference: 'AMSL',
        uom: 'm',
      })
  })

  test('a circle in a format without circles has its radius as a property', async () => {
    for (const format of ['kml', 'shapefile', 'csv', 'geojson'] as const) {
      const { features } = await readBytes(await write(format, [zones[0]!]))
      expect(features[0]!.properties['radiusM']).toBe('500')
      expect(Math.abs(features[0]!.areaM2 / (Math.PI * 500 ** 2) - 1)).toBeLessThan(0.001)
    }
  })
})

test('areas of rings with many corners agree with the geodesic ones', () => {
  expect(Math.abs(areaM2(parts[0]!) / geodesicM2(parts[0]!) - 1)).toBeLessThan(1e-5)
})
