// Requests to addresses that users give. An address inside the own network must not be reachable
// through this server, so each name is resolved here and the connection goes to the checked address.
import { lookup } from 'node:dns'
import { request as requestPlain, type IncomingMessage } from 'node:http'
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
export const mayReach = (address: string, allowedOrigins: readonly string[]): boolean => {
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

type Sent = {
  headers: Readonly<Record<string, string | number>>
  body: Uint8Array | null
  method: string
  timeoutMs: number
  /** Ends the request earlier. */
  signal?: AbortSignal
}

/**
 * Sends without following redirects.
 *
 * @param read reads the response, or ignores it
 * @throws NotPublic, or the error of the connection
 */
const sendPublic = <T>(
  address: string,
  allowedOrigins: readonly string[],
  { headers, body, method, timeoutMs, signal }: Sent,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    if (!mayReach(address, allowedOrigins)) return reject(new NotPublic())
    const url = new URL(address)
    const isAllowed = allowedOrigins.includes(url.origin)
    const send = url.protocol === 'https:' ? request : requestPlain
    const sending = send(
      url,
      {
        method,
        agent: false,
        headers: body === null ? headers : { ...headers, 'content-length': body.length },
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
        ...(isAllowed ? {} : { lookup: lookupPublic }),
      },
      (response) => void read(response).then(resolve, reject),
    )
    sending.on('error', reject)
    sending.end(body ?? undefined)
  })

type Post = {
  headers: Readonly<Record<string, string | number>>
  body: Uint8Array
  timeoutMs: number
  signal?: AbortSignal
}

/** Posts, and ignores the response's body. @returns the status of the response */
export const postPublic = (
  address: string,
  allowedOrigins: readonly string[],
  post: Post,
): Promise<number> =>
  sendPublic(address, allowedOrigins, { ...post, method: 'POST' }, async (response) => {
    response.destroy()
    return response.statusCode!
  })

/** The response has more bytes than allowed. */
export class TooLarge extends Error {}

const readBody = async (response: IncomingMessage, bytesAtMost: number): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > bytesAtMost) throw new TooLarge() // leaving the loop ends the connection
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/**
 * Sends and reads the response, all within the time limit.
 *
 * @throws NotPublic, TooLarge, an error named AbortError or TimeoutError, or that of the connection
 */
export const fetchPublic = (
  address: string,
  allowedOrigins: readonly string[],
  { bytesAtMost, ...sent }: Sent & { bytesAtMost: number },
): Promise<{ status: number; type: string; body: Buffer }> =>
  sendPublic(address, allowedOrigins, sent, async (response) => ({
    status: response.statusCode!,
    type: response.headers['content-type'] ?? '',
    body: await readBody(response, bytesAtMost),
  }))
