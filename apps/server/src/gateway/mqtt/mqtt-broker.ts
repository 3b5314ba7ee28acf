// The broker: authentication, the topics that each device may publish and subscribe to, and
// disconnecting. A PUBACK means stored: the append to the ingest log happens inside
// `authorizePublish`, which runs before the acknowledgement (an ordinary listener runs after it,
// and would lose data if the process ends in between).
import type { Socket } from 'node:net'
import {
  Aedes,
  type AedesOptions,
  type AedesPublishPacket,
  type AuthenticateError,
  type Client,
} from 'aedes'
import type { Logger } from 'pino'
import type { GatewayCounters } from '../counters.ts'
import type { Format } from '../zone-sets/public.ts'
import type { DeviceActivation } from './device-activation.ts'
import type { DeviceCredentials } from './device-credentials.ts'
import type { MessageIntake } from './message-intake.ts'
import { checkPackets } from './packet-rules.ts'

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
  /** Resolves when the broker has the message for the drone. */
  publishDown(droneId: string, payload: Buffer): Promise<void>
  publishOffer(droneId: string, payload: Buffer): Promise<void>
  publishZones(droneId: string, payload: Buffer, format: Format): Promise<void>
  cutOff(droneId: string): void
  connections(): number
  /** From now on, refuses all connections and messages. */
  refuseAll(): void
  /** Closes the existing connections. */
  close(): Promise<void>
}

const nothing = Buffer.alloc(0)

type Door = {
  closing: boolean
  /** The device's own address, by connection. */
  readonly addresses: WeakMap<object, string>
  isConnected(droneId: string): boolean
}

export const createMqttBroker = async (options: MqttBrokerOptions): Promise<MqttBroker> => {
  const door: Door = {
    closing: false,
    addresses: new WeakMap(),
    isConnected: (droneId) => pickClients(broker)[droneId] !== undefined,
  }
  const broker = await Aedes.createBroker({
    concurrency: 1000,
    connectTimeout: 10_000,
    drainTimeout: 30_000,
    queueLimit: 200,
    maxClientsIdLength: 32,
    maxTopicLevels: 10,
    authenticate: authenticateWith(options, door),
    authorizeSubscribe: (client, subscription, answer) =>
      answer(null, isHeardBy(client.id, subscription.topic) ? subscription : null),
    authorizePublish: takeWith(options, door),
    authorizeForward: (client, packet: AedesPublishPacket) =>
      isHeardBy(client.id, packet.topic) ? packet : null,
  })
  tellListening(broker, options)
  noteCutOffs(broker, options.log)
  return {
    handle: (connection, address) => {
      door.addresses.set(connection, address)
      checkPackets(broker.handle(connection))
    },
    publishDown: (droneId, payload) => publish(broker, pickDownTopic(droneId), payload),
    publishOffer: (droneId, payload) => publish(broker, pickOfferTopic(droneId), payload),
    publishZones: (droneId, payload, format) =>
      publish(broker, pickZoneTopic(droneId, format), payload),
    cutOff: (droneId) => pickClients(broker)[droneId]?.close(),
    connections: () => broker.connectedClients,
    refuseAll: () => {
      door.closing = true
    },
    close: () => new Promise((resolve) => broker.close(() => resolve())),
  }
}

const pickDownTopic = (droneId: string): string => `v1/d/${droneId}/down`
const pickOfferTopic = (droneId: string): string => `v1/d/${droneId}/firmware-offer`
const pickZoneTopic = (droneId: string, format: Format): string =>
  `v1/d/${droneId}/zone-set${format === 'json' ? '' : '.pb'}`
const isHeardBy = (droneId: string, topic: string): boolean =>
  topic === pickDownTopic(droneId) ||
  topic === pickOfferTopic(droneId) ||
  topic === pickZoneTopic(droneId, 'json') ||
  topic === pickZoneTopic(droneId, 'protobuf')

const authenticateWith =
  (
    { credentials, activation, counters, log }: MqttBrokerOptions,
    door: Door,
  ): NonNullable<AedesOptions['authenticate']> =>
  (client, username, password, answer) => {
    if (door.closing) return answer(refusal(3), false)
    if (!username || !password || username !== client.id) return answer(refusal(4), false)
    const welcome = (): true => {
      if (door.isConnected(client.id)) counters.takeovers++
      activation.connected(client.id, door.addresses.get(pickConnection(client)) ?? null)
      return true
    }
    credentials.check(client.id, password).then(
      (good) => {
        if (good) return answer(null, welcome())
        counters.refusedConnections++
        answer(refusal(4), false)
      },
      (error: unknown) => {
        log.warn({ error }, 'A device could not be checked')
        answer(refusal(3), false)
      },
    )
  }

const takeWith =
  ({ intake, log }: MqttBrokerOptions, door: Door): NonNullable<AedesOptions['authorizePublish']> =>
  (client, packet, answer) => {
    if (!client || door.closing) return answer(new Error('The MQTT endpoint is closed'))
    intake.take(client.id, packet).then(
      () => {
        packet.payload = nothing // no client subscribes to the uplink
        answer(null)
      },
      (error: Error) => {
        log.debug({ droneId: client.id, reason: error.message }, 'A message was refused')
        answer(error)
      },
    )
  }

const tellListening = (
  broker: Aedes,
  {
    onListening,
    onTakingOffers,
    onGone,
  }: Pick<MqttBrokerOptions, 'onListening' | 'onTakingOffers' | 'onGone'>,
): void => {
  broker.on('subscribe', (subscriptions, client) => {
    if (!client) return
    const topics = subscriptions.map(({ topic }) => topic)
    if (topics.includes(pickDownTopic(client.id))) onListening(client.id)
    if (topics.includes(pickOfferTopic(client.id))) onTakingOffers(client.id)
  })
  broker.on('clientDisconnect', (client) => {
    // If a newer connection replaced this one, the drone is still connected.
    const now = pickClients(broker)[client.id]
    if (now === undefined || now === client) onGone(client.id)
  })
}

const noteCutOffs = (broker: Aedes, log: Logger): void => {
  broker.on('clientError', (client, error) =>
    log.debug({ droneId: client.id, reason: error.message }, 'A device was cut off'),
  )
  broker.on('connectionError', (_client, error) =>
    log.debug({ reason: error.message }, 'A connection was cut off'),
  )
}

const publish = (broker: Aedes, topic: string, payload: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    broker.publish({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false }, (error) =>
      error ? reject(error) : resolve(),
    )
  })

const pickConnection = (client: Client): object => (client as unknown as { conn: object }).conn

/** CONNACK return codes: 3 server unavailable, 4 bad user name or password. */
const refusal = (returnCode: 3 | 4): AuthenticateError =>
  Object.assign(new Error(returnCode === 3 ? 'unavailable' : 'bad credentials'), { returnCode })

const pickClients = (broker: Aedes): Record<string, Client | undefined> =>
  (broker as unknown as { clients: Record<string, Client | undefined> }).clients
