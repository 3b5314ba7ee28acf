// The NATS connection of one process: for the ingest log, and for messages between processes.
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { StartFailure } from '../config/start-failure.ts'

export type Nats = {
  readonly connection: NatsConnection
  /** False while reconnecting, which is attempted until it succeeds. */
  isConnected(): boolean
  close(): Promise<void>
}

/**
 * `url` may contain a user and a password, or only a token. Other servers of a cluster are
 * discovered automatically.
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
      // Without a connection there is nothing to flush, and flushing would never return.
      if (connected) await connection.flush().catch(() => {}) // unfinished messages are redelivered
      await connection.close()
    },
  }
}
