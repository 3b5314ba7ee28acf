// The clock of a playback, in the track's own time and at any speed. Elapsed times are milliseconds
// of any monotonic clock (performance.now); they are passed in, so that this module never reads a
// clock.

export type Playback = {
  /** First and last moment of the track, ms since 1970. */
  readonly startMs: number
  readonly endMs: number
  /** The track's time when the elapsed time was `sinceMs`. */
  readonly atMs: number
  /** null: paused. */
  readonly sinceMs: number | null
  /** Seconds of the track per second. */
  readonly speed: number
}

export const playbackSpeeds = [1, 2, 5, 10, 20, 30, 60] as const
const usualSpeed = 10

const within = ({ startMs, endMs }: Playback, tMs: number): number =>
  Math.max(startMs, Math.min(endMs, tMs))

export const startPlayback = (
  startMs: number,
  endMs: number,
  speed: number = usualSpeed,
): Playback => ({ startMs, endMs: Math.max(startMs, endMs), atMs: startMs, sinceMs: null, speed })

/** The moment of the track at an elapsed time. */
export const computeMoment = (playback: Playback, nowMs: number): number =>
  playback.sinceMs === null
    ? playback.atMs
    : within(playback, playback.atMs + Math.max(0, nowMs - playback.sinceMs) * playback.speed)

export const isPlaying = (playback: Playback): boolean => playback.sinceMs !== null
export const hasEnded = (playback: Playback, nowMs: number): boolean =>
  computeMoment(playback, nowMs) >= playback.endMs

/** From the end it begins again. */
export const play = (playback: Playback, nowMs: number): Playback =>
  isPlaying(playback)
    ? playback
    : {
        ...playback,
        atMs: playback.atMs >= playback.endMs ? playback.startMs : playback.atMs,
        sinceMs: nowMs,
      }

export const pause = (playback: Playback, nowMs: number): Playback => ({
  ...playback,
  atMs: computeMoment(playback, nowMs),
  sinceMs: null,
})

/** Playback continues from there; at the end it stops. */
export const seek = (playback: Playback, tMs: number, nowMs: number): Playback => {
  const atMs = within(playback, tMs)
  return {
    ...playback,
    atMs,
    sinceMs: playback.sinceMs === null || atMs >= playback.endMs ? null : nowMs,
  }
}

export const step = (playback: Playback, byMs: number, nowMs: number): Playback =>
  seek(playback, computeMoment(playback, nowMs) + byMs, nowMs)

/** The moment stays the same; only the speed from then on changes. */
export const setSpeed = (playback: Playback, speed: number, nowMs: number): Playback => ({
  ...playback,
  atMs: computeMoment(playback, nowMs),
  sinceMs: playback.sinceMs === null ? null : nowMs,
  speed,
})

/**
 * For a reloaded track, which is usually longer: keeps the position, the speed and the playing
 * state.
 */
export const stretch = (
  playback: Playback,
  startMs: number,
  endMs: number,
  nowMs: number,
): Playback => {
  const whole = { ...playback, startMs, endMs: Math.max(startMs, endMs) }
  return {
    ...whole,
    atMs: within(whole, computeMoment(playback, nowMs)),
    sinceMs: playback.sinceMs === null ? null : nowMs,
  }
}

/** The elapsed share of the track's time, 0..1. */
export const computeShare = ({ startMs, endMs }: Playback, tMs: number): number =>
  endMs > startMs ? (tMs - startMs) / (endMs - startMs) : 0
