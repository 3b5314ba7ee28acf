/**
 * Rate limits of one drone. Beyond the burst its messages wait; a message that would wait longer
 * than `waitMs` counts as flooding.
 */
export type RateLimits = {
  messagesPerS: number
  messageBurst: number
  pointsPerS: number
  pointBurst: number
  waitMs: number
}

/** A one-hour log at 10 Hz (36,000 points) passes in half a minute; live telemetry never waits. */
export const deviceRateLimits: RateLimits = {
  messagesPerS: 50,
  messageBurst: 500,
  pointsPerS: 1_000,
  pointBurst: 20_000,
  waitMs: 10_000,
}

/** Messages about zones: beyond the burst they are dropped instead of delayed. */
export const zoneWordLimits: RateLimits = {
  messagesPerS: 2,
  messageBurst: 120,
  pointsPerS: 1,
  pointBurst: 1,
  waitMs: 0,
}

/** What is left of a drone's allowance; negative while messages wait. */
type Allowance = { messages: number; points: number; atMs: number }

const fullAllowance = (limits: RateLimits, nowMs: number): Allowance => ({
  messages: limits.messageBurst,
  points: limits.pointBurst,
  atMs: nowMs,
})

/**
 * Takes one message with this many points. Returns its delay in ms, or Infinity, in which case
 * nothing was taken.
 */
const takeAllowance = (
  allowance: Allowance,
  limits: RateLimits,
  points: number,
  nowMs: number,
): number => {
  const elapsedS = Math.max(0, nowMs - allowance.atMs) / 1000
  allowance.messages = Math.min(
    limits.messageBurst,
    allowance.messages + elapsedS * limits.messagesPerS,
  )
  allowance.points = Math.min(limits.pointBurst, allowance.points + elapsedS * limits.pointsPerS)
  allowance.atMs = nowMs
  const waitMs =
    Math.max(
      0,
      (1 - allowance.messages) / limits.messagesPerS,
      (points - allowance.points) / limits.pointsPerS,
    ) * 1000
  if (waitMs > limits.waitMs) return Infinity
  allowance.messages -= 1
  allowance.points -= points
  return waitMs
}

/** Allowances of all drones that have sent something recently. */
export const createAllowances = (limits: RateLimits) => {
  const allowances = new Map<string, Allowance>()
  return {
    /** Delay in ms for a message with this many points; Infinity if the drone floods. */
    take: (droneId: string, points: number): number => {
      const nowMs = performance.now()
      let allowance = allowances.get(droneId)
      if (!allowance) {
        allowance = fullAllowance(limits, nowMs)
        allowances.set(droneId, allowance)
      }
      return takeAllowance(allowance, limits, points, nowMs)
    },
    forgetSilent: () => {
      const nowMs = performance.now()
      for (const [droneId, allowance] of allowances)
        if (nowMs - allowance.atMs > 60_000) allowances.delete(droneId)
    },
  }
}
