// /api/live: a console sends its viewport and receives positions each second, limited to the scope
// of its token.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { ReadClient } from '../../platform/http/client.ts'
import { tellAlarmChanges, tellAlarms, type LiveAlarmOptions } from './live-alarms.ts'
import { tellBulletins, type LiveBulletinOptions } from './live-bulletins.ts'
import { tellCommands } from './live-commands.ts'
import { createFrameMaker } from './live-frames.ts'
import { closeCodes, createLiveRequests, type LiveRequestOptions } from './live-requests.ts'
import { allow, newLiveClient, send, showTo, type LiveClient } from './live-client.ts'

const helloMs = 5_000
const tickMs = 1_000
const checkMs = 10_000
const pingMs = 30_000
const requestBytes = 4 * 1024
const socketsAtOnce = 5_000

type Options = LiveRequestOptions &
  LiveAlarmOptions &
  LiveBulletinOptions & { readClient: ReadClient }

/** Browsers send the origin of the page; other programs send none, and need a token like all. */
const isOwnOrigin = (origin: string | undefined, host: string): boolean =>
  origin === undefined || (URL.canParse(origin) && new URL(origin).hostname === host)

const tellChanges = (
  options: Options,
  clients: ReadonlySet<LiveClient>,
  requests: ReturnType<typeof createLiveRequests>,
): (() => void)[] => {
  const { liveState: live, events } = options
  return [
    tellAlarms(options, clients),
    tellAlarmChanges(options, clients),
    tellBulletins(options, clients),
    tellCommands(options, clients),
    events.on('zonesChanged', () => {
      for (const client of clients) if (client.caller) send(client, { type: 'zonesChanged' })
    }),
    events.on('accessChanged', ({ userIds }) => {
      // In the next turn, after the session cache has handled the event as well.
      setImmediate(() => {
        for (const client of clients)
          if (client.caller && userIds.includes(client.caller.userId)) requests.recheck(client)
      })
    }),
    events.on('dronesChanged', ({ droneIds }) => {
      const slots = droneIds.flatMap((droneId) => live.get(droneId)?.slot ?? [])
      for (const client of clients) for (const slot of slots) client.named.delete(slot)
    }),
  ]
}

/** Disconnects clients that have not answered the last ping. */
const pingAll = (clients: ReadonlySet<LiveClient>): void => {
  for (const client of clients) {
    if (!client.alive) client.socket.terminate()
    client.alive = false
    client.socket.ping()
  }
}

export const attachLiveSocket = (
  server: Server,
  options: Options,
): { close(): void; connections(): number } => {
  const { liveState: live, clock, log } = options
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: requestBytes,
    perMessageDeflate: false,
  })
  const frames = createFrameMaker(live)
  const clients = new Set<LiveClient>()
  const requests = createLiveRequests(options, clients, frames)

  const welcome = (socket: WebSocket, host: string): void => {
    const client = newLiveClient(socket, host)
    clients.add(client)
    const silent = setTimeout(() => {
      if (!client.caller) socket.close(closeCodes.silent)
    }, helloMs)
    socket.on('pong', () => {
      client.alive = true
    })
    socket.on('message', (data, isBinary) => {
      if (!allow(client)) return socket.close(closeCodes.tooMuch)
      requests.take(client, data, isBinary)
    })
    socket.on('error', (error) => log.debug({ reason: error.message }, 'A live connection broke'))
    socket.on('close', () => {
      clearTimeout(silent)
      clients.delete(client)
    })
  }

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    if (request.url?.split('?')[0] !== '/api/live') {
      if (server.listenerCount('upgrade') === 1) stream.destroy()
      return
    }
    const { host } = options.readClient(request)
    if (!isOwnOrigin(request.headers.origin, host))
      return void stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
    if (clients.size >= socketsAtOnce)
      return void stream.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
    sockets.handleUpgrade(request, stream, head, (socket) => welcome(socket, host))
  }
  server.on('upgrade', upgrade)

  const tick = setInterval(() => {
    const nowMs = clock.now()
    for (const client of clients) {
      if (!client.caller) continue
      if (Math.abs(nowMs - client.checkedMs) >= checkMs) requests.recheck(client)
      showTo(client, live, frames, nowMs)
    }
  }, tickMs).unref()
  const ping = setInterval(() => pingAll(clients), pingMs).unref()

  const stopListening = tellChanges(options, clients, requests)

  return {
    connections: () => clients.size,
    close: () => {
      clearInterval(tick)
      clearInterval(ping)
      server.off('upgrade', upgrade)
      for (const stop of stopListening) stop()
      for (const { socket } of clients) socket.close(closeCodes.goingAway)
      const late = setTimeout(() => {
        for (const { socket } of clients) socket.terminate()
      }, 1_000)
      late.unref()
      sockets.close()
    },
  }
}
