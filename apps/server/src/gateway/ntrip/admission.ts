// Decides who may send or receive corrections at a mount point, and builds the responses.
import type { Socket } from 'node:net'
import { addressKey } from '../../platform/http/address-key.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Login, NtripRequest } from './ntrip-request.ts'
import { isNtripSecret } from './ntrip-secret.ts'
import {
  findMountByName,
  isInTheAir,
  listEnabledMounts,
  listServedDrones,
  type Mount,
} from './ntrip.queries.ts'
import { createRelay, type Relay, type Rover } from './relay.ts'
import { answerTable } from './source-table.ts'
import type { WrongSecrets } from './wrong-secrets.ts'

export type Door = {
  db: Db
  clock: Clock
  credentials: {
    check(droneId: string, secret: Buffer): Promise<boolean>
    forget(droneId: string): void
  }
  /** Relays in use, by the name of the mount point. */
  relays: Map<string, Relay>
  wrongSecrets: WrongSecrets
  hasLapsedCorrections: (droneId: string, now: Date) => Promise<boolean>
}

export type Admission =
  | { kind: 'answered'; refused: boolean; text: string; afterMs: number }
  | { kind: 'rover'; relay: Relay; rover: Rover }
  | { kind: 'base'; relay: Relay; agent: string | null; isChunked: boolean }

const mountsListedAtMost = 5_000
const roversAtMost = 500

const server = 'Server: NTRIP Swath/1.0\r\n'
const notWelcome = (version: 1 | 2): string =>
  version === 2
    ? `HTTP/1.1 401 Unauthorized\r\nNtrip-Version: Ntrip/2.0\r\n${server}WWW-Authenticate: Basic realm="NTRIP"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
    : `HTTP/1.0 401 Unauthorized\r\n${server}WWW-Authenticate: Basic realm="NTRIP"\r\n\r\n`
const http = (status: string): string =>
  `HTTP/1.1 ${status}\r\nNtrip-Version: Ntrip/2.0\r\n${server}Content-Length: 0\r\nConnection: close\r\n\r\n`
const notPaid = (version: 1 | 2): string =>
  version === 2 ? http('402 Payment Required') : `HTTP/1.0 402 Payment Required\r\n${server}\r\n`
/**
 * NTRIP 1 clients either read header lines up to an empty one, as in HTTP, or read only the first
 * line and then look for the preamble of a message.
 */
const welcome = (request: NtripRequest): string =>
  request.version === 1
    ? 'ICY 200 OK\r\n\r\n'
    : request.kind === 'base'
      ? `HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\n${server}Connection: close\r\n\r\n`
      : `HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\n${server}Cache-Control: no-store\r\nContent-Type: gnss/data\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`

const findRelay = ({ relays }: Door, mount: Mount): Relay => {
  const found = relays.get(mount.name)
  // If the mount point has changed meanwhile, the old relay is closed and a new one created.
  if (found?.mountId === mount.id && found.version === mount.version) return found
  const relay = createRelay(mount)
  if (found) for (const rover of found.rovers) rover.socket.destroy()
  found?.base?.socket.destroy()
  relays.set(mount.name, relay)
  return relay
}

/** `lapsed`: the drone's RTK service is unpaid, and the drone is on the ground. */
type Known = { droneId: string | null } | 'lapsed'

/** Accepts the mount point's password under any name, or the credentials of a drone. */
const checkRover = async (
  { db, clock, credentials, hasLapsedCorrections }: Door,
  mount: Mount,
  login: Login,
): Promise<Known | null> => {
  if (isNtripSecret(login.password, mount.rover_secret_hash)) return { droneId: null }
  if (!(await credentials.check(login.user, Buffer.from(login.password)))) return null
  const now = new Date(clock.now())
  const served = await listServedDrones(db, mount.account_id, [login.user], now)
  if (!served.has(login.user)) return null
  const droneId = login.user
  if (!(await hasLapsedCorrections(droneId, now))) return { droneId }
  // A drone in the air may reconnect after a broken link.
  return (await isInTheAir(db, droneId)) ? { droneId } : 'lapsed'
}

const answer = (text: string, { refused = true, afterMs = 0 } = {}): Admission => ({
  kind: 'answered',
  refused,
  text,
  afterMs,
})

/** Refuses a wrong secret. */
const refuse = ({ wrongSecrets, clock }: Door, address: string, text: string): Admission =>
  answer(text, { afterMs: wrongSecrets.note(addressKey(address), clock.now()) })

const answerWithTable = async ({ db }: Door, version: 1 | 2): Promise<Admission> =>
  answer(answerTable(await listEnabledMounts(db, mountsListedAtMost), version), { refused: false })

const admitBase = async (
  door: Door,
  socket: Socket,
  request: Extract<NtripRequest, { kind: 'base' }>,
  address: string,
): Promise<Admission> => {
  const mount = await findMountByName(door.db, request.mount)
  if (mount && isNtripSecret(request.password, mount.base_secret_hash)) {
    const relay = findRelay(door, mount)
    socket.write(welcome(request))
    return { kind: 'base', relay, agent: request.agent, isChunked: request.isChunked }
  }
  // The source table lists all mount points, so saying that one does not exist reveals nothing.
  const refusal =
    request.version === 2
      ? mount
        ? notWelcome(2)
        : http('404 Not Found')
      : mount
        ? 'ERROR - Bad Password\r\n'
        : 'ERROR - Mount Point Taken or Invalid\r\n'
  return refuse(door, address, refusal)
}

const admitRover = async (
  door: Door,
  socket: Socket,
  request: Extract<NtripRequest, { kind: 'rover' }>,
  address: string,
): Promise<Admission> => {
  const { version, login } = request
  const mount = await findMountByName(door.db, request.mount)
  if (!mount) return version === 1 ? answerWithTable(door, 1) : answer(http('404 Not Found'))
  const known = login && (await checkRover(door, mount, login))
  // A request without credentials is asked for them and does not count as an attempt.
  if (!known)
    return login ? refuse(door, address, notWelcome(version)) : answer(notWelcome(version))
  if (known === 'lapsed') return answer(notPaid(version))
  const relay = findRelay(door, mount)
  if (relay.rovers.size >= roversAtMost) return answer(http('503 Service Unavailable'))
  socket.write(welcome(request))
  return { kind: 'rover', relay, rover: { socket, isChunked: version === 2, ...known } }
}

export const admit = async (
  door: Door,
  socket: Socket,
  request: NtripRequest,
  address: string,
): Promise<Admission> => {
  if (request.kind === 'table') return answerWithTable(door, request.version)
  return request.kind === 'base'
    ? admitBase(door, socket, request, address)
    : admitRover(door, socket, request, address)
}
