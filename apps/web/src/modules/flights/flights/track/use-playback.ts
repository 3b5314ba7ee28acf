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
/** With reduced motion, the playback moves in steps of this many ms. */
const calmStepMs = 500

const readNowMs = (): number => performance.now()

/**
 * Runs the playback clock. `draw` is called on each frame while playing and once after every
 * change; React only renders for playing, pausing, seeking and the speed.
 */
export const usePlayback = (
  startMs: number,
  endMs: number,
  draw: (tMs: number, playback: Playback) => void,
  begin: { atMs?: number | null; speed?: number } = {},
) => {
  const [playback, setPlayback] = useState(() =>
    seek(startPlayback(startMs, endMs, begin.speed), begin.atMs ?? startMs, readNowMs()),
  )
  const current = useRef(playback)
  const change = useCallback((next: (before: Playback) => Playback) => {
    current.current = next(current.current)
    setPlayback(current.current)
  }, [])

  // An airborne flight grows while someone watches it.
  useEffect(() => {
    if (current.current.startMs !== startMs || current.current.endMs !== endMs)
      change((before) => stretch(before, startMs, endMs, readNowMs()))
  }, [startMs, endMs, change])

  useEffect(() => {
    draw(computeMoment(playback, readNowMs()), playback)
    if (!isPlaying(playback)) return
    let drawnMs = readNowMs()
    let frame = requestAnimationFrame(function next() {
      const nowMs = readNowMs()
      if (!still.matches || nowMs - drawnMs >= calmStepMs) {
        drawnMs = nowMs
        draw(computeMoment(playback, nowMs), playback)
      }
      if (hasEnded(playback, nowMs)) {
        draw(playback.endMs, playback)
        change((before) => pause(before, nowMs))
      } else {
        frame = requestAnimationFrame(next)
      }
    })
    return () => cancelAnimationFrame(frame)
  }, [playback, draw, change])

  return {
    playback,
    /** The moment that is shown now. */
    now: useCallback(() => computeMoment(current.current, readNowMs()), []),
    toggle: useCallback(
      () =>
        change((before) =>
          isPlaying(before) ? pause(before, readNowMs()) : play(before, readNowMs()),
        ),
      [change],
    ),
    seek: useCallback(
      (tMs: number) => change((before) => seek(before, tMs, readNowMs())),
      [change],
    ),
    step: useCallback(
      (byMs: number) => change((before) => step(before, byMs, readNowMs())),
      [change],
    ),
    setSpeed: useCallback(
      (speed: number) => change((before) => setSpeed(before, speed, readNowMs())),
      [change],
    ),
  }
}
