import { expect, test } from 'vitest'
import { splitGround } from './split-ground.ts'

const page = { widthMm: 170, heightMm: 70, leastPlotMm: 1.8, mostMaps: 6 }
/** A square of 100 m near the equator, at this place in kilometres. */
const plot = (x: number, y: number, village = '') => {
  const [west, south, side] = [x / 111.32, y / 110.57, 0.0009]
  const polygon: [number, number][][] = [
    [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
    ],
  ]
  return { polygon, place: village }
}
const row = (x: number, y: number, count: number, village = '') =>
  Array.from({ length: count }, (_, place) => plot(x + place * 0.15, y, village))

test('plots close to each other share one map', () => {
  expect(splitGround(row(0, 0, 20), page)).toEqual([Array.from({ length: 20 }, (_, i) => i)])
  expect(splitGround([plot(0, 0)], page)).toEqual([[0]])
  expect(splitGround([], page)).toEqual([])
})

test('distant villages get a map each, from north to south', () => {
  const plots = [...row(0, 0, 10), ...row(2, 20, 10), ...row(0, 40, 10)]
  const groups = splitGround(plots, page)
  expect(groups.map((group) => [group[0], group.length])).toEqual([
    [20, 10],
    [10, 10],
    [0, 10],
  ])
})

test('scattered plots with villages get a map for each village', () => {
  const plots = [
    ...row(0, 0, 10, 'Weir'),
    ...row(2, 3, 10, 'Mill'),
    ...row(2, 4, 5, 'Weir'),
    ...row(0, 40, 10, 'Ford'),
  ]
  const villages = splitGround(plots, { ...page, mostMaps: 3 }).map((group) =>
    [...new Set(group.map((index) => plots[index]!.place))].join(),
  )
  expect(villages).toEqual(['Ford', 'Weir', 'Mill'])
})

test('the number of maps is limited, and no plot is lost', () => {
  const plots = Array.from({ length: 40 }, (_, place) => plot((place % 8) * 9, place * 7))
  const groups = splitGround(plots, page)
  expect(groups).toHaveLength(page.mostMaps)
  expect(groups.flat().toSorted((a, b) => a - b)).toEqual(plots.map((_, index) => index))
})
