// One mount point: what its base station sends goes to each of its rovers. Nobody waits for anybody:
// a rover that does not take what it is sent loses its connection, and the others notice nothing.
import type { Socket } from 'node:net'
import { toChunk } from './chunked-body.ts'
import type { MountState } from './ntrip.queries.ts'

/** A rover that has so much before it has not read for a minute or more. */
const backlogBytes = 64 * 1024

export type Rover = {
  readonly socket: Socket
  readonly isChunked: boolean
  /** Who came by a device's credentials; null: by the mount point's password. */
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
  /** Of the mount point as it was when it was looked up. */
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

/** How many rovers were cut off for not keeping up. */
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

/** Cuts off everybody at it. */
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
