import { describe, expect, test } from 'vitest'
import type { LngLat } from '@swath/domain/lng-lat'
import {
  toDraft,
  emptyDraft,
  problemOfShape,
  shapeOfDraft,
  withoutRing,
  withRing,
  type Draft,
} from './zone-draft.ts'

const square: LngLat[] = [
  [100, 30],
  [100.1, 30],
  [100.1, 30.1],
  [100, 30.1],
]
const hole: LngLat[] = [
  [100.02, 30.02],
  [100.04, 30.02],
  [100.04, 30.04],
]
const polygon = (...rings: LngLat[][]): Draft & { kind: 'polygon' } => ({ kind: 'polygon', rings })

describe('the ground of a zone while it is drawn', () => {
  test('corners become closed rings and back', () => {
    const shape = shapeOfDraft(polygon(square, hole))
    expect(shape).toEqual({
      kind: 'polygon',
      rings: [
        [...square, square[0]],
        [...hole, hole[0]],
      ],
    })
    expect(toDraft(shape)).toEqual(polygon(square, hole))
  })
  test('is null until it has three corners, or a centre and a radius', () => {
    expect(shapeOfDraft(emptyDraft('polygon'))).toBeNull()
    expect(shapeOfDraft(polygon(square.slice(0, 2)))).toBeNull()
    expect(shapeOfDraft({ kind: 'circle', center: [100, 30], radiusM: null })).toBeNull()
    expect(shapeOfDraft({ kind: 'circle', center: [100, 30], radiusM: 250 })).toEqual({
      kind: 'circle',
      center: [100, 30],
      radiusM: 250,
    })
  })
  test('an incomplete hole is left out', () => {
    expect(shapeOfDraft(polygon(square, hole.slice(0, 2)))).toEqual(shapeOfDraft(polygon(square)))
  })
  test('drawing changes only the active ring', () => {
    expect(withRing(polygon(square), 1, hole)).toEqual(polygon(square, hole))
    expect(withRing(polygon(square, hole), 0, square.slice(0, 3))).toEqual(
      polygon(square.slice(0, 3), hole),
    )
    expect(withRing(polygon(square, hole), 1, [])).toEqual(polygon(square, []))
  })
  test('a hole can be removed; without the outline nothing is left', () => {
    expect(withoutRing(polygon(square, hole), 1)).toEqual(polygon(square))
    expect(withoutRing(polygon(square, hole), 0)).toEqual(polygon([]))
  })
  test('a self-intersection is found with its position, and so is a hole outside', () => {
    const bow: LngLat[] = [
      [100, 30],
      [100.1, 30.1],
      [100.1, 30],
      [100, 30.1],
    ]
    const found = problemOfShape(shapeOfDraft(polygon(bow)))
    expect(found?.problem).toBe('self_crossing')
    expect(found?.at?.[0]).toBeCloseTo(100.05, 6)
    expect(
      problemOfShape(
        shapeOfDraft(
          polygon(
            square,
            hole.map(([lng, lat]): LngLat => [lng + 1, lat]),
          ),
        ),
      )?.problem,
    ).toBe('hole_outside')
    expect(problemOfShape(shapeOfDraft(polygon(square, hole)))).toBeNull()
  })
})
