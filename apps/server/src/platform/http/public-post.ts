// Requests to addresses that users give. An address inside the own network must not be reachable
// through this server, so each name is resolved here and the connection goes to the checked address.
import { lookup } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const notPublic = new BlockList()
// IANA's registries of special-purpose addresses, including loopback, private and link-local ones.
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, bits, 'ipv4')
/** Global unicast addresses; everything outside is local, reserved or translates to IPv4. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, bits, 'ipv6')

export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

/** The address is not public HTTPS, or its name resolves to an address that is not public. */
export class NotPublic extends Error {}

const lookupPublic: LookupFunction = (name, options, done) =>
  lookup(name, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    const kept = found.filter(({ address }) => isPublicAddress(address))
    if (kept.length === 0) return done(new NotPublic(), '')
    if (options.all) return done(null, kept)
    done(null, kept[0]!.address, kept[0]!.family)
  })

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/**
 * Whether an address may be used, before its name is resolved: HTTPS on the usual port without
 * credentials, or one of the allowed origins.
 */
export const mayPostTo = (address: string, allowedOrigins: readonly string[]): boolean => {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  if (allowedOrigins.includes(url.origin)) return true
  const host = hostOf(url)
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    (isIP(host) === 0 ? host.includes('.') : isPublicAddress(host))
  )
}

type Post = {
  headers: Readonly<Record<string, string | number>>
  body: Uint8Array
  timeoutMs: number
}

/**
 * Posts without following redirects, and ignores the response's body.
 *
 * @returns the status of the response
 * @throws NotPublic, or the error of the connection
 */
export const postPublic = (
  address: string,
  allowedOrigins: readonly string[],
  { headers, body, timeoutMs }: Post,
): Promise<number> =>
  new Promise((resolve, reject) => {
    if (!mayPostTo(address, allowedOrigins)) return reject(new NotPublic())
    const url = new URL(address)
    const isAllowed = allowedOrigins.includes(url.origin)
    const send = url.protocol === 'https:' ? request : requestPlain
    const sending = send(
      url,
      {
        method: 'POST',
        agent: false,
        headers: { ...headers, 'content-length': body.length },
        signal: AbortSignal.timeout(timeoutMs),
        ...(isAllowed ? {} : { lookup: lookupPublic }),
      },
      (response) => {
        response.destroy()
        resolve(response.statusCode!)
      },
    )
    sending.on('error', reject)
    sending.end(body)
  })
