// The ports on which devices connect: plain TCP, and optionally TLS.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { TLSSocket, type SecureContext } from 'node:tls'
import type { AddressList } from '../../platform/config/address-list.ts'
import { acceptConnection } from './accept-connection.ts'

export type MqttListenerOptions = {
  host: string
  /** 0: the operating system chooses. */
  port: number
  /** A second port for TLS; `context` is called for each connection. */
  tls?: { port: number; context: () => SecureContext } | undefined
  /** Addresses of proxies whose connections start with a PROXY protocol header. */
  proxies?: AddressList | undefined
}

export type MqttListener = {
  port: number
  /** 0 without TLS. */
  tlsPort: number
  /** Refuses new connections; resolves when the existing ones have ended. */
  close(): Promise<void>
}

const connectionsAtOnce = 50_000

/** `handle` receives each connection with the device's own address. */
export const startMqttListener = async (
  { host, port, tls, proxies }: MqttListenerOptions,
  handle: (connection: Socket, address: string) => void,
): Promise<MqttListener> => {
  const server = createListener(proxies, handle)
  await listen(server, port, host)
  // The time limit for CONNECT starts here too, so it also ends a stalled handshake.
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
