// Intake of messages at the MQTT endpoint: checks the sender, limits the rate, and routes the
// message.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock/clock.ts'
import type { GatewayCounters } from '../counters.ts'
import type { IngestLog, IngestRecord } from '../ingest-log/public.ts'
import type { Format } from '../zone-sets/public.ts'
import {
  recordKinds,
  type RecordKind,
  decode,
  unreadable,
  type Decoded,
} from '../protocols/public.ts'
import { createIdentityWatch } from './identity-watch.ts'
import type { PublishedMessage } from './mqtt-frames.ts'
import { createQuarantine } from './quarantine-notes.ts'
import {
  createAllowances,
  deviceRateLimits,
  zoneWordLimits,
  type RateLimits,
} from './rate-limit.ts'

export type MessageIntakeOptions = {
  clock: Clock
  log: Logger
  ingestLog: IngestLog
  counters: GatewayCounters
  /** A live message that is not stored. */
  onLive: (droneId: string, decoded: Decoded, receivedAtMs: number) => void
  /** A drone's reply to a command. */
  onReply: (droneId: string, payload: Buffer) => Promise<void>
  /** A drone's message about the firmware offered to it. */
  onFirmwareWord: (droneId: string, payload: Buffer) => Promise<void>
  /** A drone's message about zones. */
  onZoneWord: (droneId: string, payload: Buffer, format: Format) => Promise<void>
  limits?: RateLimits
}

export type MessageIntake = {
  /**
   * Resolves when everything that must be stored is stored; rejects if the device must be
   * disconnected.
   */
  take(droneId: string, packet: PublishedMessage): Promise<void>
  /** Drops the state of devices that have been silent. */
  forgetSilent(): void
}

/**
 * A longer message is acknowledged and quarantined: if it were refused, the device would send it
 * again forever.
 */
const messageBytes = 256 * 1024

/** Size of a point with all its fields in JSON; used to rate messages without points. */
const pointBytes = 256

const tooLarge = unreadable('malformed')

/** The last part of the drone's own topic; null for another drone's topic. */
const pickName = (droneId: string, topic: string): string | null => {
  const prefix = `v1/d/${droneId}/`
  return topic.startsWith(prefix) ? topic.slice(prefix.length) : null
}

type Quarantine = ReturnType<typeof createQuarantine>

/** Delays a message as long as its drone's rate limit requires; refuses a drone that floods. */
const createWait =
  (
    { counters }: Pick<MessageIntakeOptions, 'counters'>,
    allowances: ReturnType<typeof createAllowances>,
    note: Quarantine['note'],
  ) =>
  async (droneId: string, kind: RecordKind, points: number, payload: Buffer): Promise<void> => {
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

export const createMessageIntake = (options: MessageIntakeOptions): MessageIntake => {
  const { clock, ingestLog, counters, limits = deviceRateLimits } = options
  const allowances = createAllowances(limits)
  const zoneAllowances = createAllowances(zoneWordLimits)
  const isOneDevice = createIdentityWatch()

  const { refuse, note } = createQuarantine(options)

  const wait = createWait(options, allowances, note)

  const takeZoneWord = async (droneId: string, payload: Buffer, format: Format): Promise<void> => {
    counters.messages++
    counters.bytes += payload.length
    await wait(droneId, 'event', Math.ceil(payload.length / pointBytes), payload)
    if (zoneAllowances.take(droneId, 0) > 0) {
      counters.zoneWordsDropped++
      return
    }
    await options.onZoneWord(droneId, payload, format)
  }

  const take = async (droneId: string, packet: PublishedMessage): Promise<void> => {
    const { payload } = packet
    const receivedAtMs = clock.now()
    const name = pickName(droneId, packet.topic)
    if ((name === 'reply' || name === 'firmware') && !packet.retain) {
      counters.messages++
      counters.bytes += payload.length
      await wait(droneId, 'event', Math.ceil(payload.length / pointBytes), payload)
      return name === 'reply'
        ? options.onReply(droneId, payload)
        : options.onFirmwareWord(droneId, payload)
    }
    if ((name === 'zones' || name === 'zones.pb') && !packet.retain)
      return takeZoneWord(droneId, payload, name === 'zones' ? 'json' : 'protobuf')
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
    // The broker reads on while a message waits, so the allowance limits the waiting bytes too.
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

  return {
    take,
    forgetSilent: () => {
      allowances.forgetSilent()
      zoneAllowances.forgetSilent()
    },
  }
}
