// Connections that have not identified themselves yet. Many silent ones from one address only use
// up that address's limit: its oldest is closed.
import type { Socket } from 'node:net'
import { addressKey } from './http/address-key.ts'

type Limits = { ofAddress: number; all: number }

export const createWaitingConnections = ({ ofAddress, all }: Limits) => {
  /** Both in order of arrival. */
  const byAddress = new Map<string, Set<Socket>>()
  const everywhere = new Map<Socket, string>()

  const leave = (socket: Socket): void => {
    const key = everywhere.get(socket)
    if (key === undefined) return
    everywhere.delete(socket)
    const own = byAddress.get(key)!
    own.delete(socket)
    if (own.size === 0) byAddress.delete(key)
  }
  const makeRoom = (from: Iterable<Socket>): void => {
    for (const socket of from) {
      leave(socket)
      socket.destroy()
      return
    }
  }

  return {
    /** The connection is removed when it is closed, or as soon as it has identified itself. */
    add: (socket: Socket, address: string): void => {
      const key = addressKey(address)
      const own = byAddress.get(key) ?? new Set<Socket>()
      if (own.size >= ofAddress) makeRoom(own)
      else if (everywhere.size >= all) makeRoom(everywhere.keys())
      byAddress.set(key, own.add(socket))
      everywhere.set(socket, key)
      socket.once('close', () => leave(socket))
    },
    leave,
    count: () => everywhere.size,
  }
}
