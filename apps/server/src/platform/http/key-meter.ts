// Limits the calls of an API key by the minute, in each process, and says in each answer how many
// are left.
import type { FastifyReply } from 'fastify'
import type { KeyLimits } from '@swath/domain/access/key-limits'
import { fail } from '../errors/fail.ts'

const minuteMs = 60_000
const keptAtMost = 10_000

type Minute = { endsMs: number; calls: number }

export type MeterKey = (
  key: Pick<KeyLimits, 'keyId' | 'perMinute'>,
  reply: Pick<FastifyReply, 'header'>,
) => void

/**
 * Counts one call. The headers are those of draft-ietf-httpapi-ratelimit-headers-07.
 * @throws too_many_requests once the calls of the minute are spent
 */
export const createKeyMeter = (now: () => number = Date.now): MeterKey => {
  const minutes = new Map<string, Minute>()

  const findMinute = (keyId: string, nowMs: number): Minute => {
    const known = minutes.get(keyId)
    if (known && known.endsMs > nowMs) return known
    if (minutes.size >= keptAtMost)
      for (const [id, { endsMs }] of minutes) if (endsMs <= nowMs) minutes.delete(id)
    const minute = { endsMs: nowMs + minuteMs, calls: 0 }
    minutes.set(keyId, minute)
    return minute
  }

  return ({ keyId, perMinute }, reply) => {
    const nowMs = now()
    const minute = findMinute(keyId, nowMs)
    minute.calls++
    const resetS = Math.ceil((minute.endsMs - nowMs) / 1000)
    reply.header('ratelimit-limit', String(perMinute))
    reply.header('ratelimit-remaining', String(Math.max(0, perMinute - minute.calls)))
    reply.header('ratelimit-reset', String(resetS))
    if (minute.calls > perMinute) fail('too_many_requests', { retryAfterS: resetS })
  }
}
