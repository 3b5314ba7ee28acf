import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writePlace, type AngleStyle } from './angle-text.ts'
import { readCoordinates } from './coordinate-text.ts'

const readPlace = (line: string, order: 'latLng' | 'lngLat' = 'latLng') => {
  const read = readCoordinates(line, order)
  return 'problem' in read ? read.problem : read.place.map((deg) => Number(deg.toFixed(6)))
}
const hangzhou = [120.1551, 30.2741]

describe('coordinates as people write them', () => {
  test.each([
    '30.2741, 120.1551',
    '30.2741 120.1551',
    '30.2741;120.1551',
    '30.2741\t120.1551',
    '30.2741，120.1551',
    '(30.2741, 120.1551)',
    '+30.2741,+120.1551',
    '30.2741N 120.1551E',
    'N30.2741 E120.1551',
    '120.1551E, 30.2741N',
    'E 120.1551 N 30.2741',
    '30.2741° n, 120.1551° e',
    '３０．２７４１，１２０．１５５１',
    '30°16.446′N 120°09.306′E',
    '30 16.446 N 120 9.306 E',
    '30 16.446, 120 9.306',
    "30°16.446' 120°9.306'",
    '30°16′26.76″N 120°09′18.36″E',
    `30º16'26.76"N, 120º9'18.36"E`,
    "30°16'26.76''N 120°9'18.36''E",
    '30 16 26.76 N 120 9 18.36 E',
    '30:16:26.76N 120:09:18.36E',
    'N 30 16 26.76, E 120 9 18.36',
    '北纬30.2741° 东经120.1551°',
    '东经120°9′18.36″，北纬30°16′26.76″',
    '北緯30度16分26.76秒 東經120度9分18.36秒',
    '북위 30도 16분 26.76초 동경 120도 9분 18.36초',
    'ละติจูด 30.2741 ลองจิจูด 120.1551',
    'lat: 30.2741, lng: 120.1551',
    'Longitude=120.1551 Latitude=30.2741',
    '纬度30.2741 经度120.1551',
    '위도 30.2741, 경도 120.1551',
  ])('%s', (line) => {
    expect(readPlace(line)).toEqual(hangzhou)
  })

  test('south and west are minus', () => {
    expect(readPlace('33°51′31″S 151°12′51″E')).toEqual([151.214167, -33.858611])
    expect(readPlace('-22.9519, -43.2106')).toEqual([-43.2106, -22.9519])
    expect(readPlace('22.9519S 43.2106W')).toEqual([-43.2106, -22.9519])
    expect(readPlace('-0 30 0, 10 0 0')).toEqual([10, -0.5])
    expect(readPlace('-33.5 S, 18 E')).toEqual([18, -33.5])
  })

  test('the requested order, unless only the other one is possible', () => {
    expect(readCoordinates('13.75, 20.5', 'latLng')).toMatchObject({
      place: [20.5, 13.75],
      swapped: false,
    })
    expect(readCoordinates('13.75, 20.5', 'lngLat')).toMatchObject({
      place: [13.75, 20.5],
      swapped: false,
    })
    expect(readCoordinates('120.1551, 30.2741', 'latLng')).toMatchObject({
      place: hangzhou,
      swapped: true,
    })
    expect(readCoordinates('30.2741, 120.1551', 'lngLat')).toMatchObject({
      place: hangzhou,
      swapped: true,
    })
    expect(readCoordinates('E120.1551, N30.2741', 'latLng')).toMatchObject({
      place: hangzhou,
      swapped: false,
    })
  })

  test('reports the notation', () => {
    expect(readCoordinates('30.2741, 120.1551', 'latLng')).toMatchObject({ style: 'degrees' })
    expect(readCoordinates('30 16.4, 120 9.3', 'latLng')).toMatchObject({ style: 'minutes' })
    expect(readCoordinates('30 16 4, 120 9 3', 'latLng')).toMatchObject({ style: 'seconds' })
  })

  test.each([
    ['', 'not_coordinates'],
    ['Hangzhou', 'not_coordinates'],
    ['=1+1', 'not_coordinates'],
    ['30.2741', 'not_two'],
    ['1 2 3 4 5 6 7 8', 'not_two'],
    ['30,2741 120,1551', 'bad_minutes'],
    ['30 60 0 N 120 9 0 E', 'bad_minutes'],
    ['30.5 16 N 120 9 E', 'bad_minutes'],
    ['95, 99', 'lat_range'],
    ['10, 190', 'lng_range'],
    ['90.1N 10E', 'lat_range'],
    ['10N 20N', 'same_axis'],
    ['10E 20W', 'same_axis'],
    ['-10N 20E', 'sign_and_letter'],
    ['30"N 120"E', 'not_coordinates'],
    ['30,120,15', 'not_two'],
    ['.', 'not_coordinates'],
  ])('%s: %s', (line, problem) => {
    const got = readPlace(line)
    // a decimal comma looks like minutes: refused, never guessed
    if (line === '30,2741 120,1551') expect(typeof got).toBe('string')
    else expect(got).toBe(problem)
  })

  test('written text is read again, to a centimetre and without a 60', () => {
    const place = fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -90, max: 90, noNaN: true }),
    )
    fc.assert(
      fc.property(
        place,
        fc.constantFrom<AngleStyle>('degrees', 'minutes', 'seconds'),
        (one, style) => {
          const text = writePlace(one, style)
          // a separate sixty, not the last decimals of 26.760″
          expect(text).not.toMatch(/(?<![\d.])60(\.0+)?[′″]/)
          const read = readCoordinates(text, 'lngLat')
          if ('problem' in read) throw new Error(`${text}: ${read.problem}`)
          expect(Math.abs(read.place[0] - one[0])).toBeLessThan(2e-7)
          expect(Math.abs(read.place[1] - one[1])).toBeLessThan(2e-7)
        },
      ),
    )
    expect(writePlace([120.1551, 30.2741], 'seconds')).toBe('30°16′26.760″N 120°09′18.360″E')
    expect(writePlace([-43.9999999999, -22.9999999999], 'seconds')).toBe(
      '23°00′00.000″S 44°00′00.000″W',
    )
  })

  test('no text makes it throw or return a place off the globe', () => {
    const marks = fc
      .array(
        fc.constantFrom(
          '30',
          '120.5',
          '-',
          '°',
          "'",
          '"',
          'N',
          'E',
          'x',
          ',',
          ' ',
          '.',
          '1e5',
          '9'.repeat(400),
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.string(), marks), (line) => {
        const read = readCoordinates(line, 'latLng')
        if ('place' in read) {
          expect(Math.abs(read.place[0])).toBeLessThanOrEqual(180)
          expect(Math.abs(read.place[1])).toBeLessThanOrEqual(90)
        }
      }),
    )
  })
})
