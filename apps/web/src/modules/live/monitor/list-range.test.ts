import { expect, test } from 'vitest'
import { listAfter, type ListRange } from './list-range.ts'
import type { MapRange } from './map-range.ts'

const range = (minLng: number): MapRange => {
  const bounds = { minLng, minLat: 30, maxLng: minLng + 1, maxLat: 31 }
  return { bounds, free: bounds, zoom: 8 }
}
const atHome: ListRange = { range: range(100), view: '100' }
const look = (place: number, isVisit: boolean) => ({
  range: range(place),
  view: String(place),
  isVisit,
})

test('the list begins with what the map shows, even if that is one drone', () => {
  expect(listAfter(null, look(100, false))).toEqual(atHome)
  expect(listAfter(null, look(100, true))).toEqual(atHome)
})
test('a visit to a drone does not change the list, and neither does the next one', () => {
  const away = listAfter(atHome, look(110, true))
  expect(away).toEqual({ range: range(100), view: '110' })
  expect(listAfter(away, look(120, true)).range).toEqual(range(100))
})
test('a panel that changes the free area without a move does not change the list', () => {
  expect(listAfter(atHome, { ...look(100, false), range: range(105) })).toEqual(atHome)
  const away = listAfter(atHome, look(110, true))
  expect(listAfter(away, look(110, false)).range).toEqual(range(100))
})
test('the list follows the person who moves the map, also after a visit', () => {
  expect(listAfter(atHome, look(101, false))).toEqual({ range: range(101), view: '101' })
  const away = listAfter(atHome, look(110, true))
  expect(listAfter(away, look(111, false)).range).toEqual(range(111))
})
