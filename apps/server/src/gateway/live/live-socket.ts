// /api/live: a console says what it looks at and gets positions each second. The scope of its token
// is on everything.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { ReadClient } from '../../platform/http/client.ts'
import { tellAlarms, type LiveAlarmOptions } from './live-alarms.ts'
import { tellCommands } from './live-commands.ts'
import { createFrameMaker } from './live-frames.ts'
import { closeCodes, createLiveRequests, type LiveRequestOptions } from './live-requests.ts'
import { allow, newWatcher, send, showTo, type Watcher } from './live-client.ts'

const helloMs = 5_000
const tickMs = 1_000
const checkMs = 10_000
const pingMs = 30_000
const requestBytes = 4 * 1024
const socketsAtOnce = 5_000

export const attachLiveSocket = (
  server: Server,
  options: LiveRequestOptions & LiveAlarmOptions & { readClient: ReadClient },
): { close(): void; connections(): number } => {
  const { liveState: live, events, clock, log } = options
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: requestBytes,
    perMessageDeflate: false,
  })
  const frames = createFrameMaker(live)
  const watchers = new Set<Watcher>()
  const requests = createLiveRequests(options, watchers, frames)

  const welcome = (socket: WebSocket, host: string): void => {
    const watcher = newWatcher(socket, host)
    watchers.add(watcher)
    const silent = setTimeout(() => {
      if (!watcher.caller) socket.close(closeCodes.silent)
    }, helloMs)
    socket.on('pong', () => {
      watcher.alive = true
    })
    socket.on('message', (data, isBinary) => {
      if (!allow(watcher)) return socket.close(closeCodes.tooMuch)
      requests.take(watcher, data, isBinary)
    })
    socket.on('error', (error) => log.debug({ reason: error.message }, 'A live connection broke'))
    socket.on('close', () => {
      clearTimeout(silent)
      watchers.delete(watcher)
    })
  }

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    if (request.url?.split('?')[0] !== '/api/live') {
      if (server.listenerCount('upgrade') === 1) stream.destroy()
      return
    }
    if (watchers.size >= socketsAtOnce)
      return void stream.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
    sockets.handleUpgrade(request, stream, head, (socket) =>
      welcome(socket, options.readClient(request).host),
    )
  }
  server.on('upgrade', upgrade)

  const tick = setInterval(() => {
    const nowMs = clock.now()
    for (const watcher of watchers) {
      if (!watcher.caller) continue
      if (Math.abs(nowMs - watcher.checkedMs) >= checkMs) requests.recheck(watcher)
      showTo(watcher, live, frames, nowMs)
    }
  }, tickMs).unref()
  const ping = setInterval(() => {
    for (const watcher of watchers) {
      if (!watcher.alive) watcher.socket.terminate()
      watcher.alive = false
      watcher.socket.ping()
    }
  }, pingMs).unref()

  const stopListening = [
    tellAlarms(options, watchers),
    tellCommands(options, watchers),
    events.on('zonesChanged', () => {
      for (const watcher of watchers) if (watcher.caller) send(watcher, { type: 'zonesChanged' })
    }),
    events.on('accessChanged', ({ userIds }) => {
      // In the next turn, when whoever keeps sessions has heard of it too.
      setImmediate(() => {
        for (const watcher of watchers)
          if (watcher.caller && userIds.includes(watcher.caller.userId)) requests.recheck(watcher)
      })
    }),
    events.on('dronesChanged', ({ droneIds }) => {
      const slots = droneIds.flatMap((droneId) => live.get(droneId)?.slot ?? [])
      for (const watcher of watchers) for (const slot of slots) watcher.named.delete(slot)
    }),
  ]

  return {
    connections: () => watchers.size,
    close: () => {
      clearInterval(tick)
      clearInterval(ping)
      server.off('upgrade', upgrade)
      for (const stop of stopListening) stop()
      for (const { socket } of watchers) socket.close(closeCodes.goingAway)
      const late = setTimeout(() => {
        for (const { socket } of watchers) socket.terminate()
      }, 1_000)
      late.unref()
      sockets.close()
    },
  }
}
