// The ports on which devices connect: plain TCP, and TLS beside it.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { TLSSocket, type SecureContext } from 'node:tls'
import type { AddressList } from '../../platform/config/address-list.ts'
import { acceptConnection } from './accept-connection.ts'

export type MqttListenerOptions = {
  host: string
  /** 0: the system chooses. */
  port: number
  /** A second port on which TLS comes first; `context` is asked for at each connection. */
  tls?: { port: number; context: () => SecureContext } | undefined
  /** Whose connections begin with a header of the PROXY protocol. */
  proxies?: AddressList | undefined
}

export type MqttListener = {
  port: number
  /** 0 without TLS. */
  tlsPort: number
  /** No new connections; ends when those there are have ended. */
  close(): Promise<void>
}

const connectionsAtOnce = 50_000

/** `handle` gets each connection with the address of the device itself. */
export const startMqttListener = async (
  { host, port, tls, proxies }: MqttListenerOptions,
  handle: (connection: Socket, address: string) => void,
): Promise<MqttListener> => {
  const server = createListener(proxies, handle)
  await listen(server, port, host)
  // A handshake that does not end is cut off by the limit for CONNECT, which begins here as well.
  const tlsServer =
    tls &&
    createListener(proxies, (socket, address) =>
      handle(new TLSSocket(socket, { isServer: true, secureContext: tls.context() }), address),
    )
  if (tls && tlsServer) await listen(tlsServer, tls.port, host)
  return {
    port: pickPort(server),
    tlsPort: tlsServer ? pickPort(tlsServer) : 0,
    close: async () => {
      await Promise.all([server, ...(tlsServer ? [tlsServer] : [])].map(closeListener))
    },
  }
}

const pickPort = (server: Server): number => (server.address() as AddressInfo).port

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

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: 4096 }, () => {
      server.off('error', reject)
      resolve()
    })
  })
