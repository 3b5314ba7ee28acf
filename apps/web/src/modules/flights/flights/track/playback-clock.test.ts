import { describe, expect, test } from 'vitest'
import {
  hasEnded,
  isPlaying,
  computeMoment,
  pause,
  play,
  seek,
  setSpeed,
  computeShare,
  startPlayback,
  step,
} from './playback-clock.ts'

const start = 1_767_225_600_000
const fresh = startPlayback(start, start + 600_000, 10)

describe('the playback clock', () => {
  test('advances ten seconds of the track per second at tenfold speed', () => {
    const playing = play(fresh, 5_000)
    expect(computeMoment(playing, 5_000)).toBe(start)
    expect(computeMoment(playing, 8_500)).toBe(start + 35_000)
  })

  test('does not run before it is started and after it is paused', () => {
    expect(computeMoment(fresh, 99_000)).toBe(start)
    const paused = pause(play(fresh, 0), 2_000)
    expect(isPlaying(paused)).toBe(false)
    expect(computeMoment(paused, 60_000)).toBe(start + 20_000)
  })

  test('keeps its position when the speed changes', () => {
    const faster = setSpeed(play(fresh, 0), 60, 3_000)
    expect(computeMoment(faster, 3_000)).toBe(start + 30_000)
    expect(computeMoment(faster, 4_000)).toBe(start + 90_000)
  })

  test('continues from a new position, and stops at the end', () => {
    const playing = play(fresh, 0)
    expect(computeMoment(seek(playing, start + 300_000, 7_000), 8_000)).toBe(start + 310_000)
    expect(isPlaying(seek(playing, start + 900_000, 7_000))).toBe(false)
    expect(computeMoment(seek(playing, start + 900_000, 7_000), 9_000)).toBe(start + 600_000)
  })

  test('never leaves the track’s time range', () => {
    expect(computeMoment(play(fresh, 0), 1e9)).toBe(start + 600_000)
    expect(hasEnded(play(fresh, 0), 60_000)).toBe(true)
    expect(hasEnded(play(fresh, 0), 59_999)).toBe(false)
    expect(computeMoment(step(fresh, -5_000, 0), 0)).toBe(start)
  })

  test('steps five seconds from the current position', () => {
    expect(computeMoment(step(play(fresh, 0), 5_000, 1_000), 1_000)).toBe(start + 15_000)
  })

  test('restarts when played from the end', () => {
    const ended = pause(play(fresh, 0), 1e9)
    expect(computeMoment(play(ended, 0), 0)).toBe(start)
  })

  test('a system clock that stepped back does not turn the track back', () => {
    expect(computeMoment(play(fresh, 10_000), 9_000)).toBe(start)
  })

  test('a track with a single point has only one position', () => {
    const short = startPlayback(start, start)
    expect(computeShare(short, start)).toBe(0)
    expect(computeMoment(play(short, 0), 1_000)).toBe(start)
  })
})
