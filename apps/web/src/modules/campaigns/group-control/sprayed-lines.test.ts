import { expect, test } from 'vitest'
import { sprayedLines } from './sprayed-lines.ts'

const trail = (pumps: string) => {
  const spraying = pumps.split('').map((one) => one === '#')
  return { lng: spraying.map((_, i) => i), lat: spraying.map(() => 0), spraying }
}
const spans = (pumps: string) =>
  sprayedLines(trail(pumps)).map(({ geometry }) => {
    const places = (geometry as GeoJSON.LineString).coordinates
    return `${places[0]![0]}-${places.at(-1)![0]}`
  })

test.each([
  ['..', []],
  ['....', []],
  ['.##.', ['1-3']],
  ['##..##', ['0-2', '4-5']],
  ['.#', []],
  ['#', []],
])('%s: nothing is sprayed on the way to the field and between strips', (pumps, expected) => {
  expect(spans(pumps)).toEqual(expected)
})
