import { describe, expect, test } from 'vitest'
import type { MapHandle } from '../map/map-types.ts'
import { follower, freeRoom } from './free-room.ts'

const box = (x: number, y: number, width: number, height: number) =>
  ({ x, y, width, height, left: x, top: y, right: x + width, bottom: y + height }) as DOMRect
const frame = box(220, 56, 1220, 844)

describe('what panels leave free of the map', () => {
  test('a panel counts at the edge that it lies along', () => {
    expect(
      freeRoom(frame, [box(232, 68, 340, 820), box(1048, 68, 380, 820), box(584, 680, 452, 208)]),
    ).toEqual({ top: 24, right: 416, bottom: 244, left: 376 })
  })

  test('a sheet over the whole width counts from below; a hidden panel does not count', () => {
    expect(freeRoom(box(0, 56, 375, 611), [box(0, 400, 375, 267), box(0, 0, 0, 0)])).toEqual({
      top: 24,
      right: 24,
      bottom: 291,
      left: 24,
    })
  })
})

test('the map follows a drone that leaves the free part, not one inside it', () => {
  const moves: unknown[] = []
  const map = {
    view: () => ({
      centre: [0, 0],
      zoom: 16,
      bounds: { minLng: 0, maxLng: 1, minLat: 0, maxLat: 1 },
    }),
    moveTo: (place: unknown) => moves.push(place),
  } as unknown as MapHandle
  const follow = follower(
    map,
    () => box(0, 0, 1000, 1000),
    () => ({ top: 0, right: 400, bottom: 0, left: 300 }),
  )
  follow([0.45, 0.5])
  expect(moves).toEqual([])
  follow([0.62, 0.5])
  expect(moves).toEqual([[0.62, 0.5]])
  // At rest for a while after each move.
  follow([0.63, 0.5])
  expect(moves).toHaveLength(1)
})
