// The client's address, with or without proxies. Forwarding headers are trusted only as far as
// trusted proxies wrote them.
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { createAddressList, plainAddress, type AddressList } from '../config/address-list.ts'

export type Client = {
  address: string
  /** Host name without a port, in lower case. */
  host: string
  /** Sent over TLS, to us or to the proxy. */
  secure: boolean
  /** A sender that is not a trusted proxy claims to forward the request. */
  passedOnByStranger: boolean
}

/** Common properties of Node's requests of HTTP/1.1, HTTP/2 and upgrades. */
export type RawRequest = {
  headers: IncomingHttpHeaders
  socket: { remoteAddress?: string | undefined; encrypted?: boolean }
}
export type ReadClient = (request: RawRequest) => Client

/** The last of several values, which the nearest proxy wrote. */
const pickLast = (header: string | string[] | undefined): string | undefined =>
  [header].flat().join(',').split(',').at(-1)?.trim() || undefined

/** Parses an entry of X-Forwarded-For, which may contain a port. */
const parseAddress = (entry: string): string | null => {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? entry.replace(/^([\d.]+):\d+$/, '$1')
  return isIP(bare) === 0 ? null : plainAddress(bare)
}

/** Reads from right to left: each entry is trusted if its writer is. */
const farthestTrusted = (
  trusted: AddressList,
  nearest: string,
  header: string | string[] | undefined,
): string => {
  let address = nearest
  for (const entry of [header].flat().join(',').split(',').reverse()) {
    const before = parseAddress(entry.trim())
    if (before === null || !trusted.includes(address)) break
    address = before
  }
  return address
}

export const createClientReader = (trustedProxies: readonly string[] = []): ReadClient => {
  const trusted = createAddressList(trustedProxies)
  return ({ headers, socket }) => {
    const nearest = plainAddress(socket.remoteAddress ?? '')
    const byProxy = trusted.includes(nearest)
    const ownHost = headers.host ?? pickLast(headers[':authority']) ?? 'localhost'
    const host = (byProxy && pickLast(headers['x-forwarded-host'])) || ownHost
    return {
      address: byProxy ? farthestTrusted(trusted, nearest, headers['x-forwarded-for']) : nearest,
      host: host.replace(/:\d+$/, '').toLowerCase(),
      secure:
        byProxy && headers['x-forwarded-proto'] !== undefined
          ? pickLast(headers['x-forwarded-proto']) === 'https'
          : socket.encrypted === true,
      passedOnByStranger:
        !byProxy && ['x-forwarded-for', 'forwarded', 'via'].some((name) => name in headers),
    }
  }
}
