// The NTRIP caster: base stations send corrections, and rovers receive them. It relays bytes and
// does not interpret messages.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { EventBus } from '../../platform/events/events.ts'
import { createTurns } from '../../platform/turns.ts'
import { createWaitingConnections } from '../../platform/waiting-connections.ts'
import { admit, type Admission, type Door } from './admission.ts'
import { createChunkReader } from './chunked-body.ts'
import { headBytesAtMost, readNtripRequest } from './ntrip-request.ts'
import {
  forgetConnections,
  listServedDrones,
  readVersions,
  writeMountState,
} from './ntrip.queries.ts'
import { closeRelay, passOn, readMountState, type Relay, type Rover } from './relay.ts'
import { createWrongSecrets } from './wrong-secrets.ts'

export type NtripCasterOptions = {
  db: Db
  clock: Clock
  events: EventBus
  log: Logger
  host: string
  /** 0: the operating system chooses. */
  port: number
  /** Drones sign in with the same credentials as over MQTT. */
  credentials: Door['credentials']
  /** Whether a drone's correction service is unpaid. */
  hasLapsedCorrections: Door['hasLapsedCorrections']
}

export type NtripCaster = {
  port: number
  figures(): Readonly<Record<string, number>>
  close(): Promise<void>
}

/** Leaves enough file handles for the rest of the program. */
const connectionsAtOnce = 10_000
/** Limits of connections that are not yet a base station or a rover. */
const waitingAtMost = { ofAddress: 64, all: 2_000 }
/** Concurrent checks against the database. */
const checksAtOnce = 3
/** From the first byte until the connection is a base station or rover, or has read its refusal. */
const headMs = 10_000
/** Corrections arrive every second or two. */
const silentMs = 60_000
const lookMs = 10_000
/** A base station of four constellations sends 2 KiB a second. */
const bytesPerS = 32 * 1024
const bytesBurst = 512 * 1024

const isOver = (socket: Socket): boolean => socket.destroyed || socket.writableEnded

/** Relays the base station's data, up to the allowed rate. */
const listenToBase = (
  socket: Socket,
  { relay, isChunked }: Extract<Admission, { kind: 'base' }>,
  nowMs: () => number,
  onSlow: (rovers: number) => void,
): ((bytes: Buffer) => void) => {
  const readChunks = isChunked ? createChunkReader() : null
  let allowance = bytesBurst
  let atMs = nowMs()
  return (bytes) => {
    const now = nowMs()
    allowance = Math.min(bytesBurst, allowance + (Math.max(0, now - atMs) / 1000) * bytesPerS)
    atMs = now
    allowance -= bytes.length
    if (allowance < 0) return void socket.destroy()
    try {
      const { content, ended } = readChunks?.(bytes) ?? { content: [bytes], ended: false }
      for (const piece of content) onSlow(passOn(relay, piece, now))
      if (ended) socket.end()
    } catch {
      socket.destroy() // not chunked after all: no base station does this
    }
  }
}

/** Reads the head of a connection and passes on the bytes after it. */
const readHead = (
  socket: Socket,
  onHead: (found: ReturnType<typeof readNtripRequest>, rest: Buffer) => void,
): void => {
  let come = Buffer.alloc(0)
  const onData = (bytes: Buffer): void => {
    come = Buffer.concat([come, bytes])
    const found = readNtripRequest(come)
    if (found.state === 'incomplete' && come.length <= headBytesAtMost) return
    socket.off('data', onData)
    socket.pause()
    onHead(found, found.state === 'read' ? come.subarray(found.bytes) : come)
  }
  socket.on('data', onData)
}

const answerLater = (
  socket: Socket,
  { text, afterMs }: Extract<Admission, { kind: 'answered' }>,
): void => {
  if (afterMs === 0) return void socket.end(text)
  const timer = setTimeout(() => socket.end(text), afterMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

/** Connections of one drone per mount point: a lost connection may look open for minutes. */
const ofDroneAtMost = 2

const leaveOlder = ({ rovers }: Relay, { droneId }: Rover): void => {
  if (droneId === null) return
  const own = [...rovers].filter((rover) => rover.droneId === droneId)
  for (const { socket } of own.slice(0, Math.max(0, own.length - ofDroneAtMost + 1)))
    socket.destroy()
}

/** Joins the relay until the connection ends. */
const join = (
  socket: Socket,
  admission: Exclude<Admission, { kind: 'answered' }>,
  rest: Buffer,
  nowMs: () => number,
  onSlow: (rovers: number) => void,
): void => {
  const { relay } = admission
  if (admission.kind === 'rover') {
    leaveOlder(relay, admission.rover)
    relay.rovers.add(admission.rover)
    socket.once('close', () => relay.rovers.delete(admission.rover))
    // Data from rovers (their positions) is ignored.
    socket.resume()
    return
  }
  // The newer connection wins: the older one may be half open for minutes.
  relay.base?.socket.destroy()
  const base = { socket, agent: admission.agent, sinceMs: nowMs() }
  relay.base = base
  const take = listenToBase(socket, admission, nowMs, onSlow)
  socket.setTimeout(silentMs, () => socket.destroy())
  socket.once('close', () => {
    if (relay.base === base) relay.base = null
  })
  if (rest.length > 0) take(rest)
  socket.on('data', take)
  socket.resume()
}

type Receiving = {
  door: Door
  waiting: ReturnType<typeof createWaitingConnections>
  counts: { slow: number; refused: number }
  nowMs: () => number
  log: Logger
}

/**
 * A connection has limited time to become a base station or a rover, including while it reads a
 * refusal.
 */
const createReceiver = ({ door, waiting, counts, nowMs, log }: Receiving) => {
  const checks = createTurns({ atOnce: checksAtOnce, waitingAtMost: waitingAtMost.all })
  const settle = (
    socket: Socket,
    admission: Admission,
    rest: Buffer,
    late: NodeJS.Timeout,
  ): void => {
    if (admission.kind === 'answered') {
      if (admission.refused) counts.refused++
      return answerLater(socket, admission)
    }
    clearTimeout(late)
    waiting.leave(socket)
    join(socket, admission, rest, nowMs, (rovers) => (counts.slow += rovers))
  }
  return (socket: Socket): void => {
    const address = socket.remoteAddress ?? ''
    const late = setTimeout(() => socket.destroy(), headMs).unref()
    socket.once('close', () => clearTimeout(late))
    waiting.add(socket, address)
    readHead(socket, (found, rest) => {
      if (found.state !== 'read') return void socket.destroy()
      const { request } = found
      checks
        .take(async () => (isOver(socket) ? null : admit(door, socket, request, address)))
        .then(
          (admission) => {
            if (admission && !isOver(socket)) settle(socket, admission, rest, late)
          },
          (error: unknown) => {
            log.warn({ error: String(error) }, 'A client of the caster could not be checked')
            socket.destroy()
          },
        )
    })
  }
}

/** Disconnects clients that are no longer allowed, and writes the state shown in the console. */
const lookAfter = async (
  { db, clock }: Pick<NtripCasterOptions, 'db' | 'clock'>,
  relays: Map<string, Relay>,
  written: Map<string, string>,
): Promise<void> => {
  const now = new Date(clock.now())
  const versions = await readVersions(
    db,
    [...relays.values()].map(({ mountId }) => mountId),
  )
  for (const [name, relay] of relays) {
    if (versions.get(relay.mountId) !== relay.version) {
      closeRelay(relay)
      relays.delete(name)
    }
    const drones = [...relay.rovers].flatMap(({ droneId }) => droneId ?? [])
    const served = await listServedDrones(db, relay.accountId, drones, now)
    for (const rover of relay.rovers)
      if (rover.droneId !== null && !served.has(rover.droneId)) rover.socket.destroy()
    const state = readMountState(relay)
    const seen = JSON.stringify(state)
    if (written.get(relay.mountId) === seen) continue
    await writeMountState(db, state)
    written.set(relay.mountId, seen)
    if (!relay.base && relay.rovers.size === 0) relays.delete(name)
  }
}

export const startNtripCaster = async (options: NtripCasterOptions): Promise<NtripCaster> => {
  const { db, clock, events, log } = options
  const relays = new Map<string, Relay>()
  const written = new Map<string, string>()
  const door: Door = { ...options, relays, wrongSecrets: createWrongSecrets() }
  const waiting = createWaitingConnections(waitingAtMost)
  const counts = { slow: 0, refused: 0 }
  const sockets = new Set<Socket>()
  const nowMs = (): number => clock.now()
  await forgetConnections(db)

  const receive = createReceiver({ door, waiting, counts, nowMs, log })

  const server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 },
    (socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      socket.on('error', () => socket.destroy()) // handle a broken connection like any other end
      receive(socket)
    },
  )
  server.maxConnections = connectionsAtOnce
  await listen(server, options.port, options.host)

  let looking = Promise.resolve()
  const look = (): void => {
    looking = looking
      .then(() => lookAfter(options, relays, written))
      .catch((error: unknown) =>
        log.warn({ error: String(error) }, 'The mount points could not be looked after'),
      )
  }
  const timer = setInterval(look, lookMs).unref()
  const stops = [
    events.on('mountsChanged', look),
    events.on('credentialsChanged', ({ droneId }) => {
      options.credentials.forget(droneId)
      for (const { rovers } of relays.values())
        for (const rover of rovers) if (rover.droneId === droneId) rover.socket.destroy()
    }),
  ]

  return {
    port: (server.address() as AddressInfo).port,
    figures: () => ({
      ntrip_bases: [...relays.values()].filter(({ base }) => base !== null).length,
      ntrip_rovers: [...relays.values()].reduce((sum, { rovers }) => sum + rovers.size, 0),
      ntrip_waiting: waiting.count(),
      ntrip_slow_rovers: counts.slow,
      ntrip_refused: counts.refused,
    }),
    close: async () => {
      clearInterval(timer)
      for (const stop of stops) stop()
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
      await looking
      await forgetConnections(db)
    },
  }
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: 4096 }, () => {
      server.off('error', reject)
      resolve()
    })
  })
