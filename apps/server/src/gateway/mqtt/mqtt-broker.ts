// The broker: authentication, the topics that each device may publish and subscribe to, and
// disconnecting. A PUBACK means stored: `take` resolves when the ingest log has the message.
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { GatewayCounters } from '../counters.ts'
import type { Format } from '../zone-sets/public.ts'
import type { DeviceActivation } from './device-activation.ts'
import type { DeviceCredentials } from './device-credentials.ts'
import type { MessageIntake } from './message-intake.ts'
import { connack, MqttConnection, type ConnectionOwner } from './mqtt-connection.ts'

export type MqttBrokerOptions = {
  credentials: Pick<DeviceCredentials, 'check'>
  intake: Pick<MessageIntake, 'take'>
  activation: Pick<DeviceActivation, 'connected'>
  counters: GatewayCounters
  log: Logger
  /** The drone has subscribed to its messages. */
  onListening: (droneId: string) => void
  /** The drone has subscribed to firmware offers. */
  onTakingOffers: (droneId: string) => void
  /** The drone is no longer connected. */
  onGone: (droneId: string) => void
}

export type MqttBroker = {
  /** Takes over a connection; `address` is that of the device. */
  handle(connection: Socket, address: string): void
  /** Each sends a message to the drone if it is connected and has subscribed. */
  publishDown(droneId: string, payload: Buffer): void
  publishOffer(droneId: string, payload: Buffer): void
  publishZones(droneId: string, payload: Buffer, format: Format): void
  cutOff(droneId: string): void
  /** Number of admitted devices. */
  connections(): number
  /** From now on, refuses all connections and messages. */
  refuseAll(): void
  /** Closes the existing connections. */
  close(): void
}

const pickDownTopic = (droneId: string): string => `v1/d/${droneId}/down`
const pickOfferTopic = (droneId: string): string => `v1/d/${droneId}/firmware-offer`
const pickZoneTopic = (droneId: string, format: Format): string =>
  `v1/d/${droneId}/zone-set${format === 'json' ? '' : '.pb'}`
const maySubscribe = (droneId: string, topic: string): boolean =>
  topic === pickDownTopic(droneId) ||
  topic === pickOfferTopic(droneId) ||
  topic === pickZoneTopic(droneId, 'json') ||
  topic === pickZoneTopic(droneId, 'protobuf')

type Door = {
  closing: boolean
  readonly connections: Set<MqttConnection>
  /** The admitted ones. */
  readonly byDrone: Map<string, MqttConnection>
}

export const createMqttBroker = (options: MqttBrokerOptions): MqttBroker => {
  const door: Door = { closing: false, connections: new Set(), byDrone: new Map() }
  const owner: ConnectionOwner = {
    admit: admitWith(options, door),
    take: takeWith(options, door),
    maySubscribe,
    subscribed: (droneId, topics) => {
      if (topics.includes(pickDownTopic(droneId))) options.onListening(droneId)
      if (topics.includes(pickOfferTopic(droneId))) options.onTakingOffers(droneId)
    },
    acknowledgeSoon: collectFlushes(),
    closed: (connection, reason) => {
      door.connections.delete(connection)
      const { droneId } = connection
      options.log.debug({ droneId, reason }, 'A connection was closed')
      // If a newer connection replaced this one, the drone is still connected.
      if (droneId === null || door.byDrone.get(droneId) !== connection) return
      door.byDrone.delete(droneId)
      options.onGone(droneId)
    },
  }
  const ticking = setInterval(() => {
    for (const connection of door.connections) connection.tick()
  }, 1_000).unref()
  const publish = (droneId: string, topic: string, payload: Buffer): void =>
    door.byDrone.get(droneId)?.send(topic, payload)
  return {
    handle: (socket, address) => {
      if (!socket.destroyed) door.connections.add(new MqttConnection(socket, address, owner))
    },
    publishDown: (droneId, payload) => publish(droneId, pickDownTopic(droneId), payload),
    publishOffer: (droneId, payload) => publish(droneId, pickOfferTopic(droneId), payload),
    publishZones: (droneId, payload, format) =>
      publish(droneId, pickZoneTopic(droneId, format), payload),
    cutOff: (droneId) => door.byDrone.get(droneId)?.close('cut off'),
    connections: () => door.byDrone.size,
    refuseAll: () => {
      door.closing = true
    },
    close: () => {
      clearInterval(ticking)
      for (const connection of door.connections) connection.close('the endpoint closes')
    },
  }
}

/**
 * All acknowledgements of one commit of the log are written together: one system call for a
 * connection, however many of its messages were in the commit.
 */
const collectFlushes = (): ConnectionOwner['acknowledgeSoon'] => {
  let waiting: MqttConnection[] = []
  const flush = (): void => {
    const all = waiting
    waiting = []
    for (const connection of all) connection.flush()
  }
  return (connection) => {
    if (waiting.push(connection) === 1) setImmediate(flush)
  }
}

const admitWith =
  (
    { credentials, activation, counters, log }: MqttBrokerOptions,
    door: Door,
  ): ConnectionOwner['admit'] =>
  async (connection, droneId, username, secret) => {
    if (door.closing) return connack.unavailable
    if (!username || !secret || username !== droneId) return connack.badCredentials
    try {
      if (!(await credentials.check(droneId, secret))) {
        counters.refusedConnections++
        return connack.badCredentials
      }
    } catch (error) {
      log.warn({ error }, 'A device could not be checked')
      return connack.unavailable
    }
    if (!door.connections.has(connection)) return connack.unavailable // it has ended meanwhile
    const replaced = door.byDrone.get(droneId)
    door.byDrone.set(droneId, connection)
    if (replaced) {
      counters.takeovers++
      replaced.close('replaced by a newer connection')
    }
    activation.connected(droneId, connection.address)
    return connack.accepted
  }

const takeWith =
  ({ intake, log }: MqttBrokerOptions, door: Door): ConnectionOwner['take'] =>
  async (droneId, message) => {
    if (door.closing) throw new Error('The MQTT endpoint is closed')
    try {
      await intake.take(droneId, message)
    } catch (error) {
      log.debug({ droneId, reason: String(error) }, 'A message was refused')
      throw error
    }
  }
