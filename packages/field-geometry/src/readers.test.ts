import { describe, expect, test } from 'vitest'
import type { LngLat } from '@swath/domain/lng-lat'
import type { FieldShape, ReadFile } from './feature.ts'
import {
  amersfoort,
  dbfOf,
  rdNew,
  readBytes,
  readText,
  shpOf,
  square,
  zipOf,
} from './testing-files.ts'

const partsOf = (shape: FieldShape | null | undefined) =>
  shape?.kind === 'polygon' ? shape.parts.map((part) => part.length) : shape
const names = ({ features }: ReadFile) => features.map(({ name }) => name)
const ring = (corners: readonly (readonly number[])[]) => corners.map((c) => c.join(',')).join(' ')

describe('GeoJSON', () => {
  const polygon = { type: 'Polygon', coordinates: [square(100, 14, 0.01)] }

  test('a collection, a feature, a bare geometry, a list of them', async () => {
    const feature = { type: 'Feature', properties: { name: 'North' }, geometry: polygon }
    for (const value of [
      { type: 'FeatureCollection', features: [feature] },
      feature,
      polygon,
      [feature],
      { type: 'GeometryCollection', geometries: [polygon] },
    ]) {
      const { format, features } = await readText(JSON.stringify(value))
      expect(format).toBe('geojson')
      expect(features).toHaveLength(1)
      expect(features[0]!.areaM2).toBeGreaterThan(1e6)
    }
  })

  test('a crs member in metres is brought to degrees', async () => {
    const [east, north] = amersfoort.rd
    const { features, system } = await readText(
      JSON.stringify({
        type: 'FeatureCollection',
        crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::28992' } },
        features: [
          {
            type: 'Feature',
            properties: null,
            geometry: { type: 'Polygon', coordinates: [square(east, north, 100)] },
          },
        ],
      }),
    )
    const { shape } = features[0]!
    const [lng, lat] = shape?.kind === 'polygon' ? shape.parts[0]![0]![0]! : [0, 0]
    expect(system).toBe('EPSG:28992')
    expect(
      Math.hypot((lng - amersfoort.wgs84[0]) * 68_500, (lat - amersfoort.wgs84[1]) * 111_200),
    ).toBeLessThan(1)
    expect(features[0]!.areaM2).toBeCloseTo(10_000 / 0.9999079 ** 2, -1)
  })

  test('several parts with a hole, and points next to them, are one field', async () => {
    const { features } = await readText(
      JSON.stringify({
        type: 'Feature',
        id: 'F-7',
        properties: {},
        geometry: {
          type: 'GeometryCollection',
          geometries: [
            {
              type: 'MultiPolygon',
              coordinates: [
                [square(100, 14, 0.01), square(100.002, 14.002, 0.002)],
                [square(100.02, 14, 0.01)],
              ],
            },
            { type: 'Point', coordinates: [100, 14] },
          ],
        },
      }),
    )
    expect(features[0]!.name).toBe('F-7')
    expect(partsOf(features[0]!.shape)).toEqual([2, 1])
    expect(features[0]!.problems).toEqual([
      { reason: 'parts_left_out', isRepaired: true, at: null, count: 1 },
    ])
  })

  test('latitude first in the whole file is detected if unambiguous, and reported', async () => {
    const swapped = square(100, 14, 0.01).map(([lng, lat]) => [lat, lng])
    const { features, notes } = await readText(
      JSON.stringify({ type: 'Polygon', coordinates: [swapped] }),
    )
    expect(notes).toEqual(['axes_swapped'])
    expect(features[0]!.problems.map(({ reason }) => reason)).toEqual(['swapped'])
    expect(features[0]!.areaM2).toBeGreaterThan(1e6)
  })
})

describe('KML', () => {
  const kml = `<?xml version="1.0"?><kml:kml xmlns:kml="http://www.opengis.net/kml/2.2"><kml:Document><kml:name>Farm</kml:name>
    <kml:Folder><kml:name>East</kml:name><kml:Placemark><kml:name>A &amp; B</kml:name>
    <kml:ExtendedData><kml:Data name="crop"><kml:value>rice</kml:value></kml:Data><kml:SchemaData><kml:SimpleData name="owner">Lek</kml:SimpleData></kml:SchemaData></kml:ExtendedData>
    <kml:MultiGeometry><kml:Polygon><kml:innerBoundaryIs><kml:LinearRing><kml:coordinates>${ring(square(100.002, 14.002, 0.002))}</kml:coordinates></kml:LinearRing></kml:innerBoundaryIs>
    <kml:outerBoundaryIs><kml:LinearRing><kml:coordinates>${ring(square(100, 14, 0.01).map(([x, y]) => [x, y, 30]))}</kml:coordinates></kml:LinearRing></kml:outerBoundaryIs></kml:Polygon>
    <kml:Polygon><kml:outerBoundaryIs><kml:LinearRing><kml:coordinates>${ring(square(100.02, 14, 0.01))}</kml:coordinates></kml:LinearRing></kml:outerBoundaryIs></kml:Polygon></kml:MultiGeometry></kml:Placemark></kml:Folder>
    <kml:Placemark><kml:name>Walked</kml:name><kml:LineString><kml:coordinates>100,14 100.01,14 100.01,14.01 100,14.01 100,14.0001</kml:coordinates></kml:LineString></kml:Placemark>
    <kml:Placemark><kml:name>Gate</kml:name><kml:Point><kml:coordinates>100,14</kml:coordinates></kml:Point></kml:Placemark></kml:Document></kml:kml>`

  test('folders, prefixes, data, several parts, holes; a path round a field; a point', async () => {
    const { features, columns } = await readText(kml)
    expect(features.map(({ name, layer }) => [name, layer])).toEqual([
      ['A & B', 'East'],
      ['Walked', 'Farm'],
      ['Gate', 'Farm'],
    ])
    expect(features[0]!.properties).toEqual({ crop: 'rice', owner: 'Lek' })
    expect(columns).toEqual(['crop', 'owner'])
    expect(features.map(({ shape }) => partsOf(shape))).toEqual([[2, 1], [1], null])
    expect(features[1]!.problems.map(({ reason }) => reason)).toEqual(['line_as_outline'])
    expect(features[2]!.problems).toEqual([
      { reason: 'wrong_type', isRepaired: false, at: null, count: 1 },
    ])
  })

  test('in a zip as well', async () => {
    const { format, features } = await readBytes(
      await zipOf([
        { name: '__MACOSX/._doc.kml', content: 'junk' },
        { name: 'files/doc.kml', content: kml },
      ]),
    )
    expect([format, features.length]).toEqual(['kmz', 3])
  })
})

describe('texts in a zip', () => {
  const collection = (...names: string[]) =>
    JSON.stringify({
      type: 'FeatureCollection',
      features: names.map((name, i) => ({
        type: 'Feature',
        properties: { name },
        geometry: { type: 'Polygon', coordinates: [square(132 + i, 33, 0.001)] },
      })),
    })

  test('one document for each municipality: all are read, each as a layer', async () => {
    const { format, features, notes, noteDetails } = await readBytes(
      await zipOf([
        { name: '__MACOSX/castle/._2022_382019.json', content: 'junk' },
        { name: 'castle/readme.txt', content: 'Parcels of two towns, one file each' },
        { name: 'castle/about.json', content: '{"issued":2022}' },
        { name: 'castle/2022_382019.json', content: collection('A', 'B') },
        { name: 'castle/2022_382078.json', content: collection('C') },
      ]),
    )
    expect(format).toBe('geojson')
    expect(features.map(({ row, layer, name }) => [row, layer, name])).toEqual([
      [1, '2022_382019', 'A'],
      [2, '2022_382019', 'B'],
      [3, '2022_382078', 'C'],
    ])
    expect(notes.toSorted()).toEqual(['left_out_no_ground', 'several_layers'])
    expect(noteDetails.left_out_no_ground).toEqual(['castle/readme.txt', 'castle/about.json'])
  })

  test('a truncated document is reported, and refused if it is the only one', async () => {
    const cutOff = { name: 'b.json', content: collection('B').slice(0, -9) }
    const { features, noteDetails } = await readBytes(
      await zipOf([{ name: 'a.json', content: collection('A') }, cutOff]),
    )
    expect(features).toHaveLength(1)
    expect(noteDetails).toEqual({ left_out_damaged: ['b.json'] })
    await expect(readBytes(await zipOf([cutOff]))).rejects.toMatchObject({ problem: 'damaged' })
  })
})

describe('Shapefile', () => {
  const place = ([east, north]: readonly [number, number]) => square(east, north, 100).toReversed()

  test('a system of metres on an old datum, Chinese names without a declared encoding', async () => {
    // 东一 and 北二 in GBK
    const gbk = [Buffer.from('b6abd2bb', 'hex'), Buffer.from('b1b1b6fe', 'hex')]
    const { features, encoding, notes, system } = await readBytes(
      await zipOf([
        {
          name: '地块/fields.SHP',
          content: shpOf([[place(amersfoort.rd)], [place([155_500, 463_000])]]),
        },
        { name: '地块/fields.dbf', content: dbfOf('NAME', gbk, 0x57) },
        { name: '地块/fields.prj', content: rdNew },
      ]),
    )
    expect(features.map(({ name }) => name)).toEqual(['东一', '北二'])
    expect([encoding, system, notes]).toEqual(['gb18030', 'RD_New', ['encoding_guessed']])
    const { shape } = features[0]!
    const corner = shape?.kind === 'polygon' ? shape.parts[0]![0]! : []
    const nearestM = Math.min(
      ...corner.map(([lng, lat]) =>
        Math.hypot((lng - amersfoort.wgs84[0]) * 68_500, (lat - amersfoort.wgs84[1]) * 111_200),
      ),
    )
    expect(nearestM).toBeLessThan(1)
  })

  test('names by the declared encoding', async () => {
    const thai = Buffer.from('b9d2', 'hex') // นา in TIS-620
    for (const [cpg, driver] of [
      ['874', 0],
      [null, 0x50],
    ] as const) {
      const file = await readBytes(
        await zipOf([
          { name: 'a.shp', content: shpOf([[square(100, 14, 0.01).toReversed()]]) },
          { name: 'a.dbf', content: dbfOf('NAME', [thai], driver) },
          ...(cpg === null ? [] : [{ name: 'a.cpg', content: cpg }]),
        ]),
      )
      expect(names(file)).toEqual(['นา'])
      expect(file.encoding).toBe('windows-874')
    }
  })

  test.each([
    ['Big-5', 'a4d1', '天', 'big5'],
    ['shiftjis', '93fa', '日', 'shift_jis'],
    ['EUC_JP', 'c6fc', '日', 'euc-jp'],
    ['koi8r', 'f2', 'Р', 'koi8-r'],
    ['latin2', 'e8', 'č', 'iso-8859-2'],
    ['ISO 8859-2', 'e8', 'č', 'iso-8859-2'],
    ['88592', 'e8', 'č', 'iso-8859-2'],
    ['cp1250', 'e8', 'č', 'windows-1250'],
    ['ANSI 1251', 'd0', 'Р', 'windows-1251'],
  ])('the code %s, as makers of files write it', async (cpg, bytes, name, encoding) => {
    const file = await readBytes(
      await zipOf([
        { name: 'a.shp', content: shpOf([[square(100, 14, 0.01).toReversed()]]) },
        { name: 'a.dbf', content: dbfOf('NAME', [Buffer.from(bytes, 'hex')]) },
        { name: 'a.cpg', content: cpg },
      ]),
    )
    expect([names(file), file.encoding]).toEqual([[name], encoding])
  })

  test('French names without a declared encoding are not read as Chinese', async () => {
    const rows = ['Forêt de la Côte', 'Pré carré', 'Champ bleu'].map((name) =>
      Buffer.from(name, 'latin1'),
    )
    const file = await readBytes(
      await zipOf([
        { name: 'a.shp', content: shpOf(rows.map((_, i) => [square(2 + i, 48, 0.01)])) },
        { name: 'a.dbf', content: dbfOf('NOM', rows) },
      ]),
    )
    expect(names(file)).toEqual(['Forêt de la Côte', 'Pré carré', 'Champ bleu'])
  })

  test('shapes without their table of names are imported, and that is reported', async () => {
    const { features, notes } = await readBytes(
      await zipOf([{ name: 'a.shp', content: shpOf([[square(100, 14, 0.01).toReversed()]]) }]),
    )
    expect(features.map(({ name, problems }) => [name, problems])).toEqual([['', []]])
    expect(notes).toContain('no_attributes')
  })

  test.each([
    ['windows-1250', 'e8', 'č'],
    ['windows-1251', 'd0', 'Р'],
    ['windows-1254', 'fe', 'ş'],
    ['windows-1257', 'e8', 'č'],
  ])('names in %s when a person says so', async (encoding, bytes, name) => {
    const zip = await zipOf([
      { name: 'a.shp', content: shpOf([[square(100, 14, 0.01).toReversed()]]) },
      { name: 'a.dbf', content: dbfOf('NAME', [Buffer.from(bytes, 'hex')]) },
    ])
    expect(names(await readBytes(zip, { encoding }))).toEqual([name])
  })

  test('metres without a system are reported, and read when a person chooses one', async () => {
    const bytes = await zipOf([{ name: 'a.shp', content: shpOf([[place(amersfoort.rd)]]) }])
    expect((await readBytes(bytes)).notes).toContain('unknown_system')
    const { features, notes } = await readBytes(bytes, { system: 'EPSG:28992' })
    expect(notes).not.toContain('unknown_system')
    expect(features[0]!.areaM2).toBeCloseTo(10_000 / 0.9999079 ** 2, -1)
  })

  test('several layers, each in its own system; rings by position', async () => {
    const hole = square(100.002, 14.002, 0.002)
    const { features, notes } = await readBytes(
      await zipOf([
        {
          name: 'one.shp',
          content: shpOf([
            [square(100, 14, 0.01).toReversed(), hole, square(100.02, 14, 0.01).toReversed()],
          ]),
        },
        { name: 'two.shp', content: shpOf([[place(amersfoort.rd)]]) },
        { name: 'two.prj', content: rdNew },
      ]),
    )
    expect(features.map(({ layer, shape }) => [layer, partsOf(shape)])).toEqual([
      ['one', [2, 1]],
      ['two', [1]],
    ])
    expect(notes.toSorted()).toEqual(['no_attributes', 'no_system_told', 'several_layers'])
  })

  test('edges of kilometres follow the ground, not straight degrees', async () => {
    // A strip of 3 km by 20 m: straight between its corners' degrees it is 1 % smaller or larger.
    const [x, y] = amersfoort.rd
    const strip: LngLat[] = [
      [x, y],
      [x, y + 20],
      [x + 3_000, y + 20],
      [x + 3_000, y],
      [x, y],
    ]
    const { features } = await readBytes(
      await zipOf([
        { name: 'a.shp', content: shpOf([[strip]]) },
        { name: 'a.prj', content: rdNew },
      ]),
    )
    const { areaM2, shape } = features[0]!
    expect(areaM2 / (60_000 / 0.9999079 ** 2)).toBeCloseTo(1, 3)
    expect(shape?.kind === 'polygon' && shape.parts[0]![0]!.length).toBe(17)
  })

  test('an unknown system is refused, not guessed', async () => {
    await expect(
      readBytes(
        await zipOf([
          { name: 'a.shp', content: shpOf([[square(100, 14, 0.01)]]) },
          {
            name: 'a.prj',
            content:
              'PROJCS["X",GEOGCS["Y",DATUM["D_Z",SPHEROID["S",6378137,298]]],PROJECTION["Nobody_Knows"]]',
          },
        ]),
      ),
    ).rejects.toMatchObject({ problem: 'unknown_system' })
  })
})

describe('tables and task files', () => {
  test('CSV with well-known text, quotes, and an EPSG code', async () => {
    const { format, features } = await readText(
      `\uFEFFfield;crop;wkt\r\n"North ""upper""";rice;"POLYGON((100 14,100.01 14,100.01 14.01,100 14.01,100 14),(100.002 14.002,100.003 14.002,100.003 14.003,100.002 14.002))"\r\nSouth;;"SRID=4326;MULTIPOLYGON Z(((100 13 1,100.01 13 1,100.01 13.01 1,100 13 1)))"\r\nNowhere;;POLYGON EMPTY\r\n`,
    )
    expect(format).toBe('csv')
    expect(features.map(({ name, shape }) => [name, partsOf(shape)])).toEqual([
      ['North "upper"', [2]],
      ['South', [1]],
      ['Nowhere', null],
    ])
  })

  test('centres with a radius', async () => {
    const { features } = await readText('name,lng,lat,radiusM\nTower,100.5,13.7,250\n')
    expect(features[0]!.shape).toEqual({ kind: 'circle', center: [100.5, 13.7], radiusM: 250 })
  })

  test('fields of ISO 11783-10, their boundary and not their other areas', async () => {
    const points = (corners: readonly (readonly number[])[]) =>
      corners.map(([lng, lat]) => `<PNT A="2" C="${lat}" D="${lng}"/>`).join('')
    const { format, features } = await readText(
      `<?xml version="1.0"?><ISO11783_TaskData VersionMajor="4"><CTR A="CTR1" B="Kim"/><PFD A="PFD1" C="Paddy 1" D="100" E="CTR1">
       <PLN A="2"><LSG A="1">${points(square(101, 14, 0.01))}</LSG></PLN>
       <PLN A="1"><LSG A="1">${points(square(100, 14, 0.01).slice(0, 4))}</LSG><LSG A="2">${points(square(100.002, 14.002, 0.002))}</LSG></PLN></PFD></ISO11783_TaskData>`,
    )
    expect([format, features[0]!.name, features[0]!.properties['customer']]).toEqual([
      'isoxml',
      'Paddy 1',
      'Kim',
    ])
    expect(partsOf(features[0]!.shape)).toEqual([2])
    // ISO 11783-10 closes its rings itself.
    expect(features[0]!.problems).toEqual([])
  })
})

describe('zones of airspace', () => {
  test('ED-269: each volume with its limits, feet as metres, windows and authority', async () => {
    const { format, features, notes } = await readText(
      JSON.stringify({
        title: 'Test',
        features: [
          {
            identifier: 'Z1',
            country: 'CHE',
            name: 'Airfield',
            type: 'COMMON',
            restriction: 'REQ_AUTHORISATION',
            reason: ['AIR_TRAFFIC'],
            applicability: [
              {
                permanent: 'NO',
                startDateTime: '2026-01-01T00:00:00Z',
                endDateTime: '2027-01-01T00:00:00Z',
                schedule: [
                  { day: ['SAT', 'SUN'], startTime: '17:00:00.00Z', endTime: '23:59:00Z' },
                ],
              },
            ],
            zoneAuthority: [{ name: 'Tower', phone: '1', purpose: 'AUTHORIZATION' }],
            geometry: [
              {
                uomDimensions: 'FT',
                lowerLimit: 100,
                lowerVerticalReference: 'AGL',
                upperLimit: 1000,
                upperVerticalReference: 'AMSL',
                horizontalProjection: { type: 'Circle', center: [8, 47], radius: 500 },
              },
              {
                uomDimensions: 'M',
                lowerLimit: 0,
                lowerVerticalReference: 'AGL',
                upperLimit: null,
                upperVerticalReference: 'AGL',
                horizontalProjection: { type: 'Polygon', coordinates: [square(8, 47, 0.01)] },
              },
            ],
          },
        ],
      }),
    )
    expect(format).toBe('ed-269')
    expect(features.map(({ name }) => name)).toEqual(['Airfield (1)', 'Airfield (2)'])
    expect(features[0]!.zone).toMatchObject({
      identifier: 'Z1',
      restriction: 'REQ_AUTHORISATION',
      lowerReference: 'ground',
      upperReference: 'sea',
      validFrom: '2026-01-01T00:00:00.000Z',
      windows: [{ days: [6, 7], startTime: '17:00', endTime: '23:59' }],
      authorities: [{ name: 'Tower', phone: '1', purpose: 'AUTHORIZATION' }],
    })
    expect(features[0]!.zone!.lowerM).toBeCloseTo(30.48)
    expect(features[0]!.zone!.upperM).toBeCloseTo(304.8)
    expect(features[1]!.zone!.upperM).toBeNull()
    // In the unit of its volume.
    const { shape } = features[0]!
    expect(shape).toEqual({ kind: 'circle', center: [8, 47], radiusM: 500 * 0.3048 })
    expect(notes).toContain('radius_in_feet')
  })

  test('ED-318: layers, names in languages, circles as extents', async () => {
    const { format, features } = await readText(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: {
              identifier: 'Z2',
              country: 'CHE',
              name: [
                { text: 'Flugplatz', lang: 'de-CH' },
                { text: 'Airfield', lang: 'en-GB' },
              ],
              type: 'PROHIBITED',
              variant: 'COMMON',
              reason: ['NATURE'],
            },
            geometry: {
              type: 'Point',
              coordinates: [8, 47],
              extent: { subType: 'Circle', radius: 700 },
              layer: {
                lower: 10,
                lowerReference: 'AGL',
                upper: 99999,
                upperReference: 'WGS84',
                uom: 'm',
              },
            },
          },
        ],
      }),
    )
    expect([format, features[0]!.name]).toEqual(['ed-318', 'Airfield'])
    expect(features[0]!.shape).toEqual({ kind: 'circle', center: [8, 47], radiusM: 700 })
    expect(features[0]!.zone).toMatchObject({ lowerM: 10, upperM: null, restriction: 'PROHIBITED' })
    expect(features[0]!.problems.map(({ reason }) => reason)).toEqual(['ellipsoid_height'])
  })

  test('hours in any zone are converted to UTC, conditions are sentences', async () => {
    const { features } = await readText(
      JSON.stringify({
        features: [
          {
            identifier: 'Z3',
            name: 'Market',
            restriction: 'CONDITIONAL',
            restrictionConditions: ['Below 30 m.', 'Not on Sundays.'],
            reason: ['POPULATION'],
            applicability: [
              {
                permanent: 'YES',
                schedule: [
                  { day: ['MON'], startTime: '06:00:00.00+08:00', endTime: '18:00:00.00+08:00' },
                  { day: ['MON'], startTime: '06:00', endTime: '18:00' },
                  { day: ['SUN'], startTime: '20:00-0500', endTime: '23:00-0500' },
                ],
              },
            ],
            geometry: [
              { horizontalProjection: { type: 'Circle', center: [120, 30], radius: 500 } },
            ],
          },
        ],
      }),
    )
    expect(features[0]!.zone).toMatchObject({
      conditions: 'Below 30 m. Not on Sundays.',
      windows: [
        { days: [7], startTime: '22:00', endTime: '10:00' },
        { days: [1], startTime: '06:00', endTime: '18:00' },
        { days: [1], startTime: '01:00', endTime: '04:00' },
      ],
    })
  })

  test('ED-318 as Spain publishes it: "reasons"', async () => {
    const { features } = await readText(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: {
              identifier: 'Z4',
              type: 'PROHIBITED',
              variant: 'COMMON',
              reasons: ['AIR_TRAFFIC', 'NOISE'],
            },
            geometry: {
              type: 'Polygon',
              coordinates: [square(8, 47, 0.01)],
              layer: { lower: 0, lowerReference: 'AGL', upper: 120, upperReference: 'AGL' },
            },
          },
        ],
      }),
    )
    expect(features[0]!.zone!.reasons).toEqual(['AIR_TRAFFIC', 'NOISE'])
  })
})
