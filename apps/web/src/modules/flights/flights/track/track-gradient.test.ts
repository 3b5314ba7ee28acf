import { describe, expect, test } from 'vitest'
import { measureTrack, trackAt, trackGradient, type TrackColumns } from './track-gradient.ts'

/** 400 m east on the equator in 40 s: a quarter off, half on, a quarter off. */
const track: TrackColumns = {
  lng: [0, 0.001, 0.003, 0.004],
  lat: [0, 0, 0, 0],
  tMs: [0, 10_000, 30_000, 40_000],
  pumpOn: [false, true, false, false],
}
const colours = { on: 'on', off: 'off', onAhead: 'on-', offAhead: 'off-' }

describe('track gradient', () => {
  test('measures shares of the length and where the pump switches', () => {
    const measure = measureTrack(track)
    expect([...measure.share]).toEqual([0, 0.25, 0.75, 1].map((share) => expect.closeTo(share, 9)))
    expect(measure.startsOn).toBe(false)
    expect(measure.switches).toHaveLength(2)
  })

  test('colours the flown part strongly and the rest palely', () => {
    const measure = { ...measureTrack(track), switches: [0.25, 0.75] }
    expect(trackGradient(measure, 0.5, colours)).toEqual([
      'step',
      ['line-progress'],
      'off',
      0.25,
      'on',
      0.5,
      'on-',
      0.75,
      'off-',
    ])
    expect(trackGradient(measure, 0, colours)).toEqual([
      'step',
      ['line-progress'],
      'off-',
      0.25,
      'on-',
      0.75,
      'off-',
    ])
    expect(trackGradient(measure, 1, colours)).toEqual([
      'step',
      ['line-progress'],
      'off',
      0.25,
      'on',
      0.75,
      'off',
    ])
    expect(trackGradient(measure, 0.25, colours)).toEqual([
      'step',
      ['line-progress'],
      'off',
      0.25,
      'on-',
      0.75,
      'off-',
    ])
  })

  test('stops are strictly ascending for every progress, as the style requires', () => {
    const measure = measureTrack({ ...track, pumpOn: [true, false, true, false] })
    for (let share = 0; share <= 1; share += 0.01) {
      const stops = trackGradient(measure, share, colours).filter(
        (_, i) => i > 2 && i % 2 === 1,
      ) as number[]
      for (let i = 1; i < stops.length; i++) expect(stops[i]).toBeGreaterThan(stops[i - 1]!)
    }
  })

  test('interpolates position and heading between two points, by time', () => {
    const at = trackAt(track, measureTrack(track), 0.5)
    expect(at.place[0]).toBeCloseTo(0.002, 9)
    expect(at.headingDeg).toBeCloseTo(90, 6)
    expect(at.share).toBeCloseTo(0.5, 9)
    expect(at.pumpOn).toBe(true)
  })

  test('a track without movement has no switches and a single position', () => {
    const still: TrackColumns = {
      lng: [100, 100],
      lat: [15, 15],
      tMs: [0, 1000],
      pumpOn: [true, false],
    }
    const measure = measureTrack(still)
    expect(trackAt(still, measure, 0.7).place).toEqual([100, 15])
    expect(trackGradient(measure, 0, colours).length).toBeGreaterThanOrEqual(5)
  })
})
