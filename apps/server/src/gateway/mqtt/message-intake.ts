// A message at the MQTT endpoint: whose it is, how much of it may come, and where it goes.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PublishPacket } from 'aedes'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock/clock.ts'
import type { GatewayCounters } from '../counters.ts'
import type { IngestLog, IngestRecord } from '../ingest-log/public.ts'
import {
  recordKinds,
  type RecordKind,
  decode,
  unreadable,
  type Decoded,
} from '../protocols/public.ts'
import {
  deviceRateLimits,
  fullAllowance,
  takeAllowance,
  type Allowance,
  type RateLimits,
} from './rate-limit.ts'

export type MessageIntakeOptions = {
  clock: Clock
  log: Logger
  ingestLog: IngestLog
  counters: GatewayCounters
  /** A live message that is not stored. */
  onLive: (droneId: string, decoded: Decoded, receivedAtMs: number) => void
  /** What a drone answers to a command. */
  onReply: (droneId: string, payload: Buffer) => Promise<void>
  limits?: RateLimits
}

export type MessageIntake = {
  /** Resolves when what must be stored is stored; rejects where the device is to be cut off. */
  take(droneId: string, packet: PublishPacket): Promise<void>
  /** Forgets what it knows of devices that have been silent. */
  forgetSilent(): void
}

/**
 * A longer message is acknowledged and put into quarantine: a device that may not send it would
 * otherwise send it for ever.
 */
const messageBytes = 256 * 1024
const sampleBytes = 4 * 1024
/**
 * Points this young say which run of the device's program is running now; a rebooted device sends
 * older ones later.
 */
const freshMs = 30_000

/** What a point with all its fields takes in JSON: the measure of messages that have none. */
const pointBytes = 256

const tooLarge = unreadable('malformed')

const createAllowances = (limits: typeof deviceRateLimits) => {
  const allowances = new Map<string, Allowance>()
  return {
    /** How long a drone waits with so many points, ms; infinity: it floods. */
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

/** Whether a drone's messages are of one device: two of the same id turn from run to run and back. */
const createIdentityWatch = () => {
  const boots = new Map<string, { now: string; before: string | null }>()
  return (droneId: string, decoded: Decoded, receivedAtMs: number): boolean => {
    if (decoded.type !== 'track' || decoded.boot === null) return true
    const last = decoded.points.at(-1)
    if (!last || Math.abs(receivedAtMs - last.tMs) > freshMs) return true
    const known = boots.get(droneId)
    if (known?.now === decoded.boot) return true
    boots.set(droneId, { now: decoded.boot, before: known?.now ?? null })
    return known?.before !== decoded.boot
  }
}

/** The last part of a drone's own topic; null for another's. */
const pickName = (droneId: string, topic: string): string | null => {
  const prefix = `v1/d/${droneId}/`
  return topic.startsWith(prefix) ? topic.slice(prefix.length) : null
}

const createQuarantine = ({
  clock,
  log,
  ingestLog,
}: Pick<MessageIntakeOptions, 'clock' | 'log' | 'ingestLog'>) => {
  const refuse = (
    droneId: string,
    kind: RecordKind,
    refusal: string,
    payload: Buffer,
  ): Promise<void> =>
    ingestLog.append({
      receivedAtMs: clock.now(),
      droneId,
      kind,
      refusal,
      bytes: payload.subarray(0, sampleBytes),
    })

  /**
   * A note in quarantine beside what is decided anyway; if it cannot be stored, the decision
   * stands.
   */
  const note = (droneId: string, kind: RecordKind, refusal: string, payload: Buffer): void => {
    refuse(droneId, kind, refusal, payload).catch((error: unknown) =>
      log.warn({ droneId, refusal, error }, 'A note for quarantine was lost'),
    )
  }

  return { refuse, note }
}

export const createMessageIntake = (options: MessageIntakeOptions): MessageIntake => {
  const { clock, ingestLog, counters, limits = deviceRateLimits } = options
  const allowances = createAllowances(limits)
  const isOneDevice = createIdentityWatch()

  const { refuse, note } = createQuarantine(options)

  const wait = async (
    droneId: string,
    kind: RecordKind,
    points: number,
    payload: Buffer,
  ): Promise<void> => {
    const waitMs = allowances.take(droneId, points)
    if (waitMs === 0) return
    if (waitMs === Infinity) {
      counters.floods++
      note(droneId, kind, 'flooding', payload)
      throw new Error('Too many messages or points')
    }
    counters.withheld++
    await sleep(waitMs)
  }

  const take = async (droneId: string, packet: PublishPacket): Promise<void> => {
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
    const receivedAtMs = clock.now()
    const name = pickName(droneId, packet.topic)
    if (name === 'reply' && !packet.retain) {
      counters.messages++
      counters.bytes += payload.length
      await wait(droneId, 'event', Math.ceil(payload.length / pointBytes), payload)
      return options.onReply(droneId, payload)
    }
    const live = name === 'osd' || name === 'osd.pb'
    if (name === null || !(live || name in recordKinds)) {
      note(droneId, 'state', name === null ? 'foreign_topic' : 'unknown_topic', payload)
      throw new Error(`Topic refused: ${packet.topic.slice(0, 200)}`)
    }
    const kind = (live ? name.replace('osd', 'track') : name) as RecordKind
    if (packet.retain) {
      note(droneId, kind, 'retained', payload)
      throw new Error('Retained message refused')
    }
    counters.messages++
    counters.bytes += payload.length
    const isTooLarge = payload.length > messageBytes
    const decoded = isTooLarge ? tooLarge : decode(kind, payload)
    const points = decoded.type === 'track' ? decoded.points.length + decoded.unreadablePoints : 0
    // The broker reads on while a message waits: what may wait is bounded by the allowance, in
    // bytes too.
    await wait(droneId, kind, Math.max(points, Math.ceil(payload.length / pointBytes)), payload)
    if (isTooLarge) return refuse(droneId, kind, 'too_large', payload)
    counters.points += points
    if (live) return options.onLive(droneId, decoded, receivedAtMs)
    if (!isOneDevice(droneId, decoded, receivedAtMs)) {
      counters.identityConflicts++
      note(droneId, kind, 'identity_conflict', payload)
    }
    const record: IngestRecord = {
      receivedAtMs,
      droneId,
      kind,
      refusal: '',
      bytes: payload,
      decoded,
    }
    await ingestLog.append(record)
  }

  return { take, forgetSilent: allowances.forgetSilent }
}
