// The clock of a played track: it returns the track's own time, at any playback speed. Elapsed
// times are milliseconds of any monotonic clock (performance.now) and are passed in, so that this
// clock never reads one.

export type Playback = {
  /** First and last moment of the track, ms since 1970. */
  readonly startMs: number
  readonly endMs: number
  /** The track's time at `sinceMs` of the elapsed time. */
  readonly atMs: number
  /** null: paused. */
  readonly sinceMs: number | null
  /** Seconds of the track in a second. */
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

/** The track was reloaded, usually longer: keeps the moment, the speed and whether it plays. */
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

/** Share of the track's time that has passed, 0..1. */
export const computeShare = ({ startMs, endMs }: Playback, tMs: number): number =>
  endMs > startMs ? (tMs - startMs) / (endMs - startMs) : 0
