import type { Socket } from 'node:net'
import { plainAddress, type AddressList } from '../../platform/config/address-list.ts'
import { readProxyHeader } from './proxy-header.ts'

const headerMs = 5_000

/**
 * Passes on a connection with the address of the device. A connection from a configured proxy
 * starts with a PROXY protocol header; it is closed if the header is invalid or does not arrive
 * within 5 s. From any other address, a header is read as MQTT and refused as such.
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
