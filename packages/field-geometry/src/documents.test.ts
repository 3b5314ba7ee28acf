// Several documents in one file: each is read, or reported with the error.
import { describe, expect, test } from 'vitest'
import type { ReadFile } from './feature.ts'
import { dbfOf, readBytes, readText, shpOf, square, zipOf } from './testing-files.ts'

const geoJson = (x: number, name = 'A') =>
  JSON.stringify({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Polygon', coordinates: [square(x, 30, 0.001)] },
  })
const kmlOf = (inside: string) => `<?xml version="1.0"?><kml><Document>${inside}</Document></kml>`
const placemark = (x: number, name = 'K') =>
  `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${square(
    x,
    30,
    0.001,
  )
    .map((place) => place.join(','))
    .join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`
const names = ({ features }: ReadFile) => features.map(({ name }) => name)

describe('an archive', () => {
  test('documents of several formats are all read; area in two formats is one', async () => {
    const file = await readBytes(
      await zipOf([
        { name: 'a.geojson', content: geoJson(120, 'A') },
        { name: 'b.kml', content: kmlOf(placemark(121, 'B')) },
        { name: 'copy/a.kml', content: kmlOf(placemark(120, 'A again')) },
      ]),
    )
    expect(names(file)).toEqual(['A', 'B'])
    expect(file.noteDetails).toEqual({ told_twice: ['a'] })
  })

  test('skipped documents are reported: other formats, zips too deep, links, damaged documents', async () => {
    const deepest = await zipOf([{ name: 'd.kml', content: kmlOf(placemark(121)) }])
    const deeper = await zipOf([{ name: 'c.zip', content: deepest }])
    const deep = await zipOf([{ name: 'b.zip', content: deeper }])
    const link = '<NetworkLink><Link><href>https://farm.example/all.kml</href></Link></NetworkLink>'
    const file = await readBytes(
      await zipOf([
        { name: 'doc.kml', content: kmlOf(placemark(120) + link) },
        { name: 'register.gpkg', content: 'SQLite format 3' },
        { name: 'a.zip', content: deep },
        { name: 'broken.shp', content: 'no shapes' },
      ]),
    )
    expect(names(file)).toEqual(['K'])
    expect(file.noteDetails).toEqual({
      left_out_other_format: ['register.gpkg (GeoPackage)'],
      left_out_nested: ['a.zip/b.zip/c.zip'],
      left_out_damaged: ['broken.shp'],
      left_out_linked: ['https://farm.example/all.kml'],
    })
  })

  test('a KML with only links reports that its fields are in other files', async () => {
    const link = '<NetworkLink><Link><href>fields.kml</href></Link></NetworkLink>'
    await expect(readText(kmlOf(link))).rejects.toMatchObject({
      problem: 'fields_elsewhere',
      about: ['fields.kml'],
    })
  })

  test('a row deleted in the table is not a field', async () => {
    const rows = ['A', 'B', 'C'].map((name) => Buffer.from(name))
    const dbf = dbfOf('NAME', rows)
    dbf[65 + 41] = 0x2a
    const file = await readBytes(
      await zipOf([
        { name: 'a.shp', content: shpOf([100, 101, 102].map((x) => [square(x, 14, 0.01)])) },
        { name: 'a.dbf', content: dbf },
      ]),
    )
    expect(names(file)).toEqual(['A', 'C'])
    expect(file.noteDetails).toEqual({ deleted_rows: ['2'] })
  })
})

describe('task data', () => {
  const ring = (type: number, x: number, y: number, side: number) =>
    `<LSG A="${type}">${square(x, y, side)
      .slice(0, 4)
      .map(([lng, lat]) => `<PNT A="2" C="${lat}" D="${lng}"/>`)
      .join('')}</LSG>`
  const area = (type: number, rings: string) => `<PLN A="${type}">${rings}</PLN>`
  const task = (inside: string) =>
    `<?xml version="1.0"?><ISO11783_TaskData VersionMajor="4">${inside}</ISO11783_TaskData>`
  const field = (inside: string, name = 'F') => `<PFD A="PFD1" C="${name}">${inside}</PFD>`
  const outline = ring(1, 100, 14, 0.01)
  const ringCount = ({ features }: ReadFile) =>
    features.map(({ shape }) =>
      shape?.kind === 'polygon' ? shape.parts.map((p) => p.length) : null,
    )

  test('a hole before its outline, and in a separate area, belongs to the outline around it', async () => {
    const second = ring(1, 100.02, 14, 0.01)
    const file = await readText(
      task(
        field(
          area(1, ring(2, 100.022, 14.002, 0.002) + outline) +
            area(1, second) +
            area(1, ring(2, 100.002, 14.002, 0.002)),
        ),
      ),
    )
    expect(ringCount(file)).toEqual([[2, 2]])
    expect(file.features[0]!.problems).toEqual([])
  })

  test('guidance areas, and lines that are not rings, are not ground', async () => {
    const guidance = `<GGP A="GGP1"><GPN A="GPN1">${area(1, ring(1, 101, 14, 0.01))}${ring(5, 102, 14, 0.01)}</GPN>${area(8, ring(1, 103, 14, 0.01))}</GGP>`
    const file = await readText(task(field(area(1, outline) + ring(3, 104, 14, 0.01) + guidance)))
    expect(ringCount(file)).toEqual([[1]])
  })

  test('obstacles are reported; a field of other areas alone has no boundary', async () => {
    const parsed = await readText(
      task(field(area(1, outline) + area(6, ring(1, 100.002, 14.002, 0.001)))),
    )
    expect(parsed.features[0]!.problems).toMatchObject([
      { reason: 'obstacles_left_out', word: 'obstacle', isRepaired: true },
    ])
    const none = await readText(task(field(area(2, outline) + area(10, outline))))
    expect(none.features[0]).toMatchObject({
      shape: null,
      problems: [{ reason: 'no_boundary', word: 'treatment zone, headland', isRepaired: false }],
    })
  })

  test('two task files and their own external files; a missing one is reported', async () => {
    const external = (name: string) => `<XFC>${field(area(1, outline), name)}</XFC>`
    const main = task('<XFR A="PFD00000" B="1"/><XFR A="PFD00001" B="1"/>')
    const file = await readBytes(
      await zipOf([
        { name: 'one/TASKDATA.XML', content: main },
        { name: 'one/PFD00000.XML', content: external('one') },
        { name: 'two/taskdata.xml', content: main },
        { name: 'two/pfd00000.xml', content: external('two') },
        { name: 'two/PFD00001.XML', content: external('three') },
        { name: 'two/TLG00001.XML', content: '<TIM/>' },
      ]),
    )
    expect(names(file)).toEqual(['one', 'two', 'three'])
    expect(file.noteDetails).toEqual({ left_out_missing: ['PFD00001.XML'] })
    await expect(readText(main)).rejects.toMatchObject({
      problem: 'fields_elsewhere',
      about: ['PFD00000.XML', 'PFD00001.XML'],
    })
  })

  test('the customer of a farm, and names in the encoding that is declared', async () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?><ISO11783_TaskData><CTR A="CTR1" B="Müller" C="Jörg"/><FRM A="FRM1" B="Hof" I="CTR1"/><PFD A="PFD1" C="Äcker" F="FRM1">${area(1, outline)}</PFD></ISO11783_TaskData>`
    const { features } = await readBytes(Buffer.from(text, 'latin1'))
    expect(features[0]).toMatchObject({
      name: 'Äcker',
      properties: { customer: 'Jörg Müller', farm: 'Hof' },
    })
  })
})

describe('texts', () => {
  test('the encoding of Korean and Latin tables is guessed by their letters', async () => {
    // 북쪽 밭 in EUC-KR
    const head = Buffer.from('name,wkt\n')
    const wkt = Buffer.from(',"POLYGON((127 36,127.01 36,127.01 36.01,127 36))"\n')
    const countries = { at: () => null, home: 'KR' }
    const korean = await readBytes(
      Buffer.concat([head, Buffer.from('bacfc2ca20b9e7', 'hex'), wkt]),
      { countries },
    )
    expect([names(korean), korean.encoding]).toEqual([['북쪽 밭'], 'euc-kr'])
    expect(korean.noteDetails).toEqual({ encoding_guessed: ['euc-kr'] })
    const latin = await readBytes(Buffer.concat([head, Buffer.from('Forêt', 'latin1'), wkt]))
    expect([names(latin), latin.encoding]).toEqual([['Forêt'], 'windows-1252'])
  })

  test.each([
    ['of two numbers, with nothing but commas', '100,14,100.01,14,100.01,14.01,100,14'],
    [
      'of three, with a blank behind each comma',
      '100, 14, 5, 100.01, 14, 5, 100.01, 14.01, 5, 100, 14, 5',
    ],
    ['with blanks on both sides', '100 , 14\n100.01 , 14\n100.01 , 14.01\n100 , 14'],
    ['with a comma alone between them', '100,14 , 100.01,14 , 100.01,14.01 , 100,14'],
  ])('places of a KML %s', async (_what, coordinates) => {
    const { features } = await readText(
      kmlOf(
        `<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`,
      ),
    )
    expect(features[0]!.shape).toMatchObject({
      parts: [
        [
          [
            [100, 14],
            [100.01, 14],
            [100.01, 14.01],
            [100, 14],
          ],
        ],
      ],
    })
  })

  test('an invalid line among others is reported', async () => {
    const file = await readText(`${geoJson(120)}\n${geoJson(121).slice(0, 40)}\n${geoJson(122)}\n`)
    expect([file.features.length, file.notes]).toEqual([2, ['cut_off']])
  })

  test('brackets that never close are rejected quickly', async () => {
    const text = `GEOMETRYCOLLECTION(${'POLYGON('.repeat(100_000)}`
    await expect(readText(`name,wkt\nA,"${text}"\n`)).resolves.toMatchObject({
      features: [{ shape: null }],
    })
  })

  test('rings of Esri, their holes by position, in Web Mercator metres', async () => {
    const metres = 20_037_508.342789244
    const { format, features, system } = await readText(
      JSON.stringify({
        geometryType: 'esriGeometryPolygon',
        spatialReference: { wkid: 102_100 },
        features: [
          {
            attributes: { NAME: 'E' },
            geometry: {
              rings: [square(0, 0, 1_000), square(200, 200, 100)].map((one) =>
                one.map(([x, y]) => [x + metres / 2, y]),
              ),
            },
          },
        ],
      }),
    )
    expect([format, system, names({ features } as ReadFile)]).toEqual([
      'esri-json',
      'EPSG:3857',
      ['E'],
    ])
    // At the equator a metre of latitude is shorter than one of the map by the ellipsoid's e².
    expect(features[0]!.areaM2).toBeCloseTo(990_000 * (1 - 0.006_694_38), -2)
  })
})
