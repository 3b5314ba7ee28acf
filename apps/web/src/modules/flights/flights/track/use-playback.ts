import { useCallback, useEffect, useRef, useState } from 'react'
import {
  hasEnded,
  isPlaying,
  computeMoment,
  pause,
  play,
  seek,
  setSpeed,
  startPlayback,
  step,
  stretch,
  type Playback,
} from './playback-clock.ts'

const still = window.matchMedia('(prefers-reduced-motion: reduce)')
/** With reduced motion, movement is in steps of this many ms. */
const calmStepMs = 500

const wallNow = (): number => performance.now()

/**
 * The clock and its drawing. `draw` is called for each frame while it plays and once after every
 * change; React only renders for playing, pausing, seeking and the speed.
 */
export const usePlayback = (
  startMs: number,
  endMs: number,
  draw: (tMs: number, playback: Playback) => void,
  begin: { atMs?: number | null; speed?: number } = {},
) => {
  const [playback, setPlayback] = useState(() =>
    seek(startPlayback(startMs, endMs, begin.speed), begin.atMs ?? startMs, wallNow()),
  )
  const current = useRef(playback)
  const change = useCallback((next: (before: Playback) => Playback) => {
    current.current = next(current.current)
    setPlayback(current.current)
  }, [])

  // A flight in the air grows while someone looks at it.
  useEffect(() => {
    if (current.current.startMs !== startMs || current.current.endMs !== endMs)
      change((before) => stretch(before, startMs, endMs, wallNow()))
  }, [startMs, endMs, change])

  useEffect(() => {
    draw(computeMoment(playback, wallNow()), playback)
    if (!isPlaying(playback)) return
    let drawnMs = wallNow()
    let frame = requestAnimationFrame(function next() {
      const wallMs = wallNow()
      if (!still.matches || wallMs - drawnMs >= calmStepMs) {
        drawnMs = wallMs
        draw(computeMoment(playback, wallMs), playback)
      }
      if (hasEnded(playback, wallMs)) {
        draw(playback.endMs, playback)
        change((before) => pause(before, wallMs))
      } else {
        frame = requestAnimationFrame(next)
      }
    })
    return () => cancelAnimationFrame(frame)
  }, [playback, draw, change])

  return {
    playback,
    /** The moment that is shown now. */
    now: useCallback(() => computeMoment(current.current, wallNow()), []),
    toggle: useCallback(
      () =>
        change((before) =>
          isPlaying(before) ? pause(before, wallNow()) : play(before, wallNow()),
        ),
      [change],
    ),
    seek: useCallback((tMs: number) => change((before) => seek(before, tMs, wallNow())), [change]),
    step: useCallback(
      (byMs: number) => change((before) => step(before, byMs, wallNow())),
      [change],
    ),
    setSpeed: useCallback(
      (speed: number) => change((before) => setSpeed(before, speed, wallNow())),
      [change],
    ),
  }
}
