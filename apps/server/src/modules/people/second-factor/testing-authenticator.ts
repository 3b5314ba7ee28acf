// An authenticator in software, for tests: passkeys with ES256, and assertions that a test can
// falsify.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** CBOR of the values that an attestation has (RFC 8949). */
const cborHead = (major: number, value: number): Buffer =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255])
const encodeCbor = (value: unknown): Buffer => {
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value)
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([
    cborHead(5, entries.length),
    ...entries.flat().map((part) => encodeCbor(part)),
  ])
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64 = (data: string | Buffer): string => Buffer.from(data).toString('base64url')

type Options = { challenge: string }
type Given = {
  origin?: string
  host?: string
  /** Without the verification of the person. */
  unverified?: true
  counter?: number
  userId?: string
}

export const createAuthenticator = (own = { origin: 'https://localhost', host: 'localhost' }) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let signatures = 0

  const clientData = (type: string, { challenge }: Options, { origin = own.origin }: Given) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }))
  const authData = ({ host = own.host, unverified, counter }: Given, attested?: Buffer): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? ++signatures)
    const flags = 1 | (unverified ? 0 : 4) | (attested ? 64 : 0)
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }

  return {
    create: (options: Options, given: Given = {}) => {
      const { x, y } = publicKey.export({ format: 'jwk' })
      const cose = new Map<unknown, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ])
      const length = Buffer.from([0, id.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, encodeCbor(cose)])
      const attestation = new Map<unknown, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(given, attested)],
      ])
      return {
        id: base64(id),
        rawId: base64(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64(clientData('create', options, given)),
          attestationObject: base64(encodeCbor(attestation)),
          transports: ['internal'],
        },
      }
    },
    get: (options: Options, given: Given = {}) => {
      const client = clientData('get', options, given)
      const data = authData(given)
      return {
        id: base64(id),
        rawId: base64(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(data),
          signature: base64(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          ...(given.userId
            ? { userHandle: base64(Buffer.from(given.userId.replaceAll('-', ''), 'hex')) }
            : {}),
        },
      }
    },
  }
}
