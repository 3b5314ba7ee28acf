import proj4 from 'proj4'
import { expect, test } from 'vitest'
import { findDatumShift } from './datum-shifts.ts'

/** Offset of a position on a datum from the same coordinates in WGS-84, seconds of arc. */
const shiftOf = (datum: string, ellipsoid: string, [lng, lat]: [number, number]) => {
  const { shift } = findDatumShift(datum)
  const [east, north] = proj4(`+proj=longlat +ellps=${ellipsoid} +towgs84=${shift}`, 'EPSG:4326', [
    lng,
    lat,
  ]) as [number, number]
  return { lng: (east - lng) * 3_600, lat: (north - lat) * 3_600 }
}

// Survey and Mapping Office, Explanatory Notes on Geodetic Datums in Hong Kong: 8.8″ to the east
// and 5.5″ to the south of Hong Kong 1980 coordinates.
test('Hong Kong 1980 is shifted as its surveyors state', () => {
  const { lng, lat } = shiftOf('D_Hong_Kong_1980', 'intl', [114.1786, 22.3121])
  expect(lng).toBeCloseTo(8.8, 1)
  expect(lat).toBeCloseTo(-5.5, 1)
})

test('a name is found with its prefix, and an unknown one is reported as unknown', () => {
  expect(findDatumShift('D_Amersfoort').isKnown).toBe(true)
  expect(findDatumShift('D_WGS_1984')).toEqual({ isKnown: true, shift: null })
  expect(findDatumShift('D_Atlantis_1900')).toEqual({ isKnown: false, shift: null })
})
