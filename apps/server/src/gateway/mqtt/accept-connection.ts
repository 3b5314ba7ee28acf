import type { Socket } from 'node:net'
import { plainAddress, type AddressList } from '../../platform/config/address-list.ts'
import { readProxyHeader } from './proxy-header.ts'

const headerMs = 5_000

/**
 * Hands on a connection and the address of the device at its other end. From a proxy it begins with
 * a header of the PROXY protocol; one that is wrong, or does not come in 5 s, ends it. Nobody else's
 * header is read: what a stranger sends is taken for MQTT, and refused as such.
 */
export const acceptConnection = (
  socket: Socket,
  proxies: AddressList | undefined,
  handle: (socket: Socket, address: string) => void,
): void => {
  const own = plainAddress(socket.remoteAddress ?? '')
  if (!proxies?.includes(own)) return handle(socket, own)

  let received = Buffer.alloc(0)
  const late = setTimeout(() => socket.destroy(), headerMs)
  const giveUp = (): void => {
    clearTimeout(late)
    socket.destroy()
  }
  const take = (): void => {
    for (let piece = socket.read() as Buffer | null; piece; piece = socket.read() as Buffer | null)
      received = Buffer.concat([received, piece])
    const header = readProxyHeader(received)
    if (header.kind === 'incomplete') return
    socket.off('readable', take)
    if (header.kind === 'malformed') return giveUp()
    clearTimeout(late)
    for (const end of ['error', 'end', 'close']) socket.off(end, giveUp)
    const rest = received.subarray(header.bytes)
    if (rest.length > 0) socket.unshift(rest)
    handle(socket, header.address === null ? own : plainAddress(header.address))
  }
  for (const end of ['error', 'end', 'close']) socket.on(end, giveUp)
  socket.on('readable', take)
}
