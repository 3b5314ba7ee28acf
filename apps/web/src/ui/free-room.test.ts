import { describe, expect, test } from 'vitest'
import type { MapHandle } from '../map/map-types.ts'
import { fittingZoom, follower, freeBounds, freeRoom } from './free-room.ts'

const box = (x: number, y: number, width: number, height: number) =>
  ({ x, y, width, height, left: x, top: y, right: x + width, bottom: y + height }) as DOMRect
const frame = box(220, 56, 1220, 844)

describe('the map area that panels leave free', () => {
  test('a panel takes space from the edge it is placed at', () => {
    expect(
      freeRoom(frame, [box(232, 68, 340, 820), box(1048, 68, 380, 820), box(584, 680, 452, 208)]),
    ).toEqual({ top: 24, right: 416, bottom: 244, left: 376 })
  })

  test('a full-width sheet takes space from the bottom; a hidden panel takes none', () => {
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
  // The map pauses after each move.
  follow([0.63, 0.5])
  expect(moves).toHaveLength(1)
})

describe('the visible part of a view', () => {
  const room = { top: 0, right: 0, bottom: 0, left: 0 }
  test('the part covered by a panel on the left is not in view', () => {
    const view = { minLng: 100, minLat: 30, maxLng: 110, maxLat: 36 }
    expect(freeBounds(view, frame, { ...room, left: 305 })).toMatchObject({
      minLng: 102.5,
      maxLng: 110,
    })
  })
  test('with Mercator, half the height is not half the latitude range', () => {
    const view = { minLng: 0, minLat: 0, maxLng: 90, maxLat: 60 }
    const free = freeBounds(view, frame, { ...room, bottom: frame.height / 2 })
    expect(free.maxLat).toBeCloseTo(60, 9)
    expect(free.minLat).toBeCloseTo(35.26, 2) // Mercator
  })
  test('if panels cover everything, the whole view is used', () => {
    const view = { minLng: 100, minLat: 30, maxLng: 110, maxLat: 36 }
    expect(freeBounds(view, frame, { ...room, bottom: 900 })).toEqual(view)
  })
  test('the zoom at which bounds fit into the free area', () => {
    const degrees = (lng: number) => ({ minLng: 0, maxLng: lng, minLat: 0, maxLat: 0.0001 })
    expect(fittingZoom(degrees(90), { width: 512, height: 512 } as DOMRect, room)).toBeCloseTo(2, 9)
    expect(
      fittingZoom(degrees(90), { width: 512, height: 512 } as DOMRect, { ...room, left: 256 }),
    ).toBeCloseTo(1, 9)
  })
})
