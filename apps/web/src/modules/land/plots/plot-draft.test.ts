import { describe, expect, test } from 'vitest'
import type { LngLat } from '@swath/domain/lng-lat'
import {
  cornersAt,
  emptyDraft,
  firstRing,
  listRings,
  partsOfDraft,
  problemOfParts,
  toDraft,
  withCorners,
  withHole,
  withoutRing,
  withPart,
} from './plot-draft.ts'

const square = (lng: number, lat: number, side: number): LngLat[] => [
  [lng, lat],
  [lng + side, lat],
  [lng + side, lat + side],
  [lng, lat + side],
]
const closed = (ring: LngLat[]) => [...ring, ring[0]!]

describe('the ground of a plot while it is drawn', () => {
  test('is nothing until an outline has three corners', () => {
    expect(partsOfDraft(emptyDraft)).toBeNull()
    expect(
      partsOfDraft(withCorners(emptyDraft, firstRing, square(100, 30, 1).slice(0, 2))),
    ).toBeNull()
  })

  test('parts and holes become closed rings and back', () => {
    const first = withCorners(emptyDraft, firstRing, square(100, 30, 0.1))
    const { draft: holed, at: hole } = withHole(first, 0)
    const second = withPart(withCorners(holed, hole, square(100.02, 30.02, 0.01)))
    const draft = withCorners(second.draft, second.at, square(101, 30, 0.1))
    const parts = partsOfDraft(draft)
    expect(parts).toEqual([
      [closed(square(100, 30, 0.1)), closed(square(100.02, 30.02, 0.01))],
      [closed(square(101, 30, 0.1))],
    ])
    expect(partsOfDraft(toDraft(parts))).toEqual(parts)
    expect(listRings(draft)).toEqual([
      { part: 0, ring: 0 },
      { part: 0, ring: 1 },
      { part: 1, ring: 0 },
    ])
    expect(cornersAt(draft, { part: 1, ring: 0 })).toHaveLength(4)
  })

  test('incomplete rings are left out', () => {
    const first = withCorners(emptyDraft, firstRing, square(100, 30, 0.1))
    expect(partsOfDraft(withPart(withHole(first, 0).draft).draft)).toEqual([
      [closed(square(100, 30, 0.1))],
    ])
  })

  test('a hole is removed alone, a part with its holes, and removing the last part leaves an empty one', () => {
    const first = withCorners(emptyDraft, firstRing, square(100, 30, 0.1))
    const holed = withHole(first, 0).draft
    expect(withoutRing(holed, { part: 0, ring: 1 })).toEqual(first)
    expect(withoutRing(withPart(holed).draft, { part: 0, ring: 0 })).toEqual(emptyDraft)
    expect(withoutRing(holed, firstRing)).toEqual(emptyDraft)
  })

  test('overlapping parts are found, with the part and the position', () => {
    const parts = [[closed(square(100, 30, 0.01))], [closed(square(100.005, 30.005, 0.01))]]
    expect(problemOfParts(partsOfDraft(toDraft(parts)))).toMatchObject({
      problem: 'parts_overlap',
      part: 1,
      at: [expect.closeTo(100.0075), expect.closeTo(30.0075)],
    })
    expect(problemOfParts(partsOfDraft(toDraft(parts.slice(0, 1))))).toBeNull()
  })
})
