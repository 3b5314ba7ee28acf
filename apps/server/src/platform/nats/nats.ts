// The connection to NATS of one process: the ingest log's, and what processes tell one another.
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { StartFailure } from '../config/start-failure.ts'

export type Nats = {
  readonly connection: NatsConnection
  /** False while it is being connected again, which goes on until it succeeds. */
  isConnected(): boolean
  close(): Promise<void>
}

/**
 * `url` may carry a user and a password, or a token alone. The other servers of a cluster make
 * themselves known.
 */
export const openNats = async (url: string, log: Logger): Promise<Nats> => {
  const { protocol, host, username, password } = new URL(url)
  const connection = await connect({
    servers: host,
    name: 'swath',
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    timeout: 5_000,
    pingInterval: 10_000,
    noEcho: true,
    ...(protocol === 'tls:' ? { tls: {} } : {}),
    ...(password
      ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
      : username
        ? { token: decodeURIComponent(username) }
        : {}),
  }).catch((error: unknown) => {
    throw new StartFailure(
      `NATS at ${host} cannot be reached: ${error instanceof Error ? error.message : String(error)}. NATS_URL says where it is.`,
    )
  })
  let connected = true
  const watch = async (): Promise<void> => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') connected = false
      else if (type === 'reconnect') connected = true
      else continue
      log[connected ? 'info' : 'warn']({ nats: type }, connected ? 'NATS is back' : 'NATS is away')
    }
  }
  void watch()
  return {
    connection,
    isConnected: () => connected && !connection.isClosed(),
    close: async () => {
      // A connection that is away has nothing to flush, and waits for ever.
      if (connected) await connection.flush().catch(() => {}) // whatever was under way comes again
      await connection.close()
    },
  }
}
