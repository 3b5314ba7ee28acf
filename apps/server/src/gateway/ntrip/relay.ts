// One mount point: data from its base station goes to each of its rovers. A slow rover never delays
// others: if it does not read what it is sent, its connection is closed.
import type { Socket } from 'node:net'
import { toChunk } from './chunked-body.ts'
import type { MountState } from './ntrip.queries.ts'

/** A rover with this many unread bytes has not read for a minute or more. */
const backlogBytes = 64 * 1024

export type Rover = {
  readonly socket: Socket
  readonly isChunked: boolean
  /** The drone, if it signed in with device credentials; null with the mount point's password. */
  readonly droneId: string | null
}
export type Base = {
  readonly socket: Socket
  readonly agent: string | null
  readonly sinceMs: number
}

export type Relay = {
  readonly mountId: string
  readonly accountId: string
  /** Version of the mount point when it was looked up. */
  readonly version: number
  base: Base | null
  readonly rovers: Set<Rover>
  lastDataMs: number | null
}

export const createRelay = (mount: { id: string; account_id: string; version: number }): Relay => ({
  mountId: mount.id,
  accountId: mount.account_id,
  version: mount.version,
  base: null,
  rovers: new Set(),
  lastDataMs: null,
})

/** Returns how many rovers were disconnected for not keeping up. */
export const passOn = (relay: Relay, content: Buffer, nowMs: number): number => {
  relay.lastDataMs = nowMs
  let chunk: Buffer | undefined
  let slow = 0
  for (const rover of relay.rovers) {
    if (rover.socket.writableLength > backlogBytes) {
      relay.rovers.delete(rover)
      rover.socket.destroy()
      slow++
    } else rover.socket.write(rover.isChunked ? (chunk ??= toChunk(content)) : content)
  }
  return slow
}

/** Disconnects the base station and all rovers. */
export const closeRelay = (relay: Relay): void => {
  relay.base?.socket.destroy()
  relay.base = null
  for (const { socket } of relay.rovers) socket.destroy()
  relay.rovers.clear()
}

export const readMountState = ({ mountId, base, rovers, lastDataMs }: Relay): MountState => ({
  id: mountId,
  baseSince: base && new Date(base.sinceMs),
  baseAgent: base?.agent ?? null,
  lastDataAt: lastDataMs === null ? null : new Date(lastDataMs),
  roverCount: rovers.size,
})
