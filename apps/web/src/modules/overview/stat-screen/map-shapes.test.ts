import { expect, test } from 'vitest'
import { frameOf, project, toPath } from './map-shapes.ts'

const square = {
  regionCode: '156330000',
  areaName: '',
  parts: [
    [
      [
        [100, 20],
        [110, 20],
        [110, 30],
        [100, 30],
        [100, 20],
      ] as [number, number][],
    ],
  ],
}

test('a map fills its frame, north is up, and corners are in the right position', () => {
  const projection = project([100, 20, 110, 30])
  expect(projection.place(100, 30)).toEqual([0, 0])
  const [x, y] = projection.place(110, 20)
  expect([x, y]).toEqual([projection.width, projection.height])
  expect(Math.max(projection.width, projection.height)).toBeCloseTo(1000)
  // In Mercator, degrees of latitude are longer than those of longitude.
  expect(projection.height).toBeGreaterThan(projection.width)
})

test('a path is closed', () => {
  const path = toPath(square, project([100, 20, 110, 30]))
  expect(path.match(/L/g)).toHaveLength(4)
  expect(path.endsWith('Z')).toBe(true)
})

test('land that is kept beyond the 180th meridian is drawn on this side of it', () => {
  const beyond = square.parts[0]![0]!.map(([lng, lat]): [number, number] => [lng - 360, lat])
  const projection = project([100, 20, 110, 30])
  expect(toPath({ parts: [[beyond]] }, projection)).toBe(toPath(square, projection))
})

test('the frame surrounds all outlines; without outlines it is null', () => {
  const [west, south, east, north] = frameOf([square])!
  expect(west).toBeLessThan(100)
  expect(east).toBeGreaterThan(110)
  expect(south).toBeLessThan(20)
  expect(north).toBeGreaterThan(30)
  expect(frameOf([])).toBeNull()
})
