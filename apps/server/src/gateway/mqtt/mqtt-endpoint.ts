// The MQTT endpoint: MQTT 3.1.1. A PUBACK means stored: the append to the ingest log happens inside
// `authorizePublish`, which runs before the acknowledgement (an ordinary listener runs after it,
// and loses data when the process ends in between).
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { TLSSocket, type SecureContext } from 'node:tls'
import { Aedes, type AedesPublishPacket, type AuthenticateError, type Client } from 'aedes'
import type { Sealer } from '../../platform/config/master-key.ts'
import type { Db } from '../../platform/database/database.ts'
import type { EventBus } from '../../platform/events/events.ts'
import type { AddressList } from '../../platform/http/address-list.ts'
import { startCommandDispatcher } from '../commands/public.ts'
import { acceptConnection } from './accept-connection.ts'
import { createDeviceActivation } from './device-activation.ts'
import { createDeviceCredentials } from './device-credentials.ts'
import { createMessageIntake, type MessageIntakeOptions } from './message-intake.ts'

export type MqttEndpointOptions = Omit<MessageIntakeOptions, 'onReply'> & {
  host: string
  /** 0: the system chooses. */
  port: number
  /** A second port on which TLS comes first; `context` is asked for at each connection. */
  tls?: { port: number; context: () => SecureContext } | undefined
  /** Whose connections begin with a header of the PROXY protocol. */
  proxies?: AddressList | undefined
  db: Db
  events: EventBus
  /** Opens the makers' secret keys; without it no factory credential is taken. */
  sealer?: (() => Promise<Sealer | null>) | undefined
}

export type MqttEndpoint = {
  port: number
  /** 0 without TLS. */
  tlsPort: number
  connections(): number
  /**
   * No new connections, and the ones there are closed; what waits for its commit still gets it,
   * without an answer.
   */
  close(): Promise<void>
}

/** A longer packet closes the connection before it is in memory. */
const packetBytes = 2 * 1024 * 1024
const connectionsAtOnce = 50_000
const nothing = Buffer.alloc(0)

export const startMqttEndpoint = async (options: MqttEndpointOptions): Promise<MqttEndpoint> => {
  const { db, clock, events, log, counters } = options
  const credentials = createDeviceCredentials({ db, clock, log, sealer: options.sealer })
  const intake = createMessageIntake({
    ...options,
    onReply: (droneId, payload) => dispatcher.answered(droneId, payload),
  })
  const activation = createDeviceActivation({ db, clock, log })
  let closing = false
  /** Of each connection, the address of the device itself. */
  const addresses = new WeakMap<object, string>()

  const welcome = (client: Client): true => {
    if (pickClients(broker)[client.id]) counters.takeovers++
    activation.connected(client.id, addresses.get(pickConnection(client)) ?? null)
    return true
  }

  const broker = await Aedes.createBroker({
    concurrency: 1000,
    connectTimeout: 10_000,
    drainTimeout: 30_000,
    queueLimit: 200,
    maxClientsIdLength: 32,
    maxTopicLevels: 10,
    authenticate: (client, username, password, answer) => {
      if (closing || !username || !password || username !== client.id)
        return answer(refusal(4), false)
      credentials.check(client.id, password).then(
        (good) => {
          if (good) return answer(null, welcome(client))
          counters.refusedConnections++
          answer(refusal(4), false)
        },
        (error: unknown) => {
          log.warn({ error }, 'A device could not be checked')
          answer(refusal(3), false)
        },
      )
    },
    authorizeSubscribe: (client, subscription, answer) =>
      answer(null, subscription.topic === `v1/d/${client.id}/down` ? subscription : null),
    authorizePublish: (client, packet, answer) => {
      if (!client || closing) return answer(new Error('The MQTT endpoint is closed'))
      intake.take(client.id, packet).then(
        () => {
          packet.payload = nothing // nobody subscribes to what goes up
          answer(null)
        },
        (error: Error) => {
          log.debug({ droneId: client.id, reason: error.message }, 'A message was refused')
          answer(error)
        },
      )
    },
    authorizeForward: (client, packet: AedesPublishPacket) =>
      packet.topic === `v1/d/${client.id}/down` ? packet : null,
  })
  const dispatcher = startCommandDispatcher({
    db,
    clock,
    events,
    log,
    publish: (droneId, payload) => publishDown(broker, droneId, payload),
  })
  broker.on('subscribe', (subscriptions, client) => {
    if (client && subscriptions.some(({ topic }) => topic === `v1/d/${client.id}/down`))
      dispatcher.listens(client.id)
  })
  broker.on('clientDisconnect', (client) => {
    // Taken over, the drone listens on its newer connection.
    const now = pickClients(broker)[client.id]
    if (now === undefined || now === client) dispatcher.gone(client.id)
  })
  noteCutOffs(broker, log)

  const serve = (wrap: (socket: Socket) => Socket): Server =>
    createListener(options.proxies, (socket, address) => {
      const connection = wrap(socket)
      addresses.set(connection, address)
      limitPackets(broker.handle(connection))
    })
  const server = serve((socket) => socket)
  await listen(server, options.port, options.host)
  const { tls } = options
  // A handshake that does not end is cut off by the limit for CONNECT, which begins here as well.
  const tlsServer =
    tls &&
    serve((socket) => new TLSSocket(socket, { isServer: true, secureContext: tls.context() }))
  if (tls && tlsServer) await listen(tlsServer, tls.port, options.host)

  const stopListening = events.on('credentialsChanged', ({ droneId }) => {
    credentials.forget(droneId)
    pickClients(broker)[droneId]?.close()
  })
  const stopKeys = events.on('secretKeyChanged', ({ vid }) => {
    for (const droneId of credentials.forgetKey(vid)) pickClients(broker)[droneId]?.close()
  })
  const housekeeping = setInterval(() => {
    intake.forgetSilent()
    credentials
      .writeUses()
      .catch((error: unknown) => log.warn({ error }, 'The use of credentials could not be written'))
  }, 10_000).unref()

  return {
    port: (server.address() as AddressInfo).port,
    tlsPort: tlsServer ? (tlsServer.address() as AddressInfo).port : 0,
    connections: () => broker.connectedClients,
    close: async () => {
      closing = true
      clearInterval(housekeeping)
      stopListening()
      stopKeys()
      await dispatcher.stop()
      const closed = Promise.all([server, ...(tlsServer ? [tlsServer] : [])].map(closeListener))
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      await closed
      await activation.flush()
      await credentials
        .writeUses()
        .catch((error: unknown) =>
          log.warn({ error }, 'The use of credentials could not be written'),
        )
    },
  }
}

const noteCutOffs = (broker: Aedes, log: MqttEndpointOptions['log']): void => {
  broker.on('clientError', (client, error) =>
    log.debug({ droneId: client.id, reason: error.message }, 'A device was cut off'),
  )
  broker.on('connectionError', (_client, error) =>
    log.debug({ reason: error.message }, 'A connection was cut off'),
  )
}

const publishDown = (broker: Aedes, droneId: string, payload: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    broker.publish(
      { cmd: 'publish', topic: `v1/d/${droneId}/down`, payload, qos: 1, dup: false, retain: false },
      (error) => (error ? reject(error) : resolve()),
    )
  })

const createListener = (
  proxies: AddressList | undefined,
  accept: (socket: Socket, address: string) => void,
): Server => {
  const server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 },
    (socket) => acceptConnection(socket, proxies, accept),
  )
  server.maxConnections = connectionsAtOnce
  return server
}

const closeListener = (server: Server): Promise<void> =>
  new Promise((resolve) => void server.close(() => resolve()))

const pickConnection = (client: Client): object => (client as unknown as { conn: object }).conn

/** Return codes of CONNACK: 3 the server cannot tell, 4 bad user name or password. */
const refusal = (returnCode: 3 | 4): AuthenticateError =>
  Object.assign(new Error(returnCode === 3 ? 'unavailable' : 'bad credentials'), { returnCode })

const pickClients = (broker: Aedes): Record<string, Client | undefined> =>
  (broker as unknown as { clients: Record<string, Client | undefined> }).clients

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: 4096 }, () => {
      server.off('error', reject)
      resolve()
    })
  })

type PacketParser = {
  packet: { length: number }
  _parseLength: () => boolean
  _emitError: (error: Error) => false
}

/**
 * The broker's parser collects a packet of up to 256 MB before it looks at it: here the announced
 * length is looked at first.
 */
const limitPackets = (client: Client): void => {
  const parser = (client as unknown as { _parser: PacketParser })._parser
  const parseLength = parser._parseLength
  parser._parseLength = function (this: PacketParser) {
    const known = parseLength.call(this)
    return known && this.packet.length > packetBytes
      ? this._emitError(new Error('Packet too long'))
      : known
  }
}
