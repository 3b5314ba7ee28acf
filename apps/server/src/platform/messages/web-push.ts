// Web Push: encryption of a message for one browser (RFC 8291, with RFC 8188) and identification of
// the sender to the push service (VAPID, RFC 8292).
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  sign,
  type ECDH,
} from 'node:crypto'

/** Keys of a browser: 65 bytes (point of P-256, uncompressed) and 16 bytes. */
export type BrowserKeys = { readonly p256dh: Uint8Array; readonly auth: Uint8Array }
/** Keys of this service: 65 bytes and 32 bytes. */
export type ServiceKeys = { readonly publicKey: Uint8Array; readonly privateKey: Uint8Array }

/** Push services accept at least 4096 bytes with header (86) and encryption (17). */
export const pushBytesAtMost = 4096 - 86 - 17

const hkdf = (secret: Uint8Array, salt: Uint8Array, info: string | Uint8Array, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

const generateKeys = (): ECDH => {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  return keys
}

export const generateServiceKeys = (): ServiceKeys => {
  const keys = generateKeys()
  const privateKey = keys.getPrivateKey()
  // Node.js omits leading zeros.
  return {
    publicKey: keys.getPublicKey(),
    privateKey: Buffer.concat([Buffer.alloc(32 - privateKey.length), privateKey]),
  }
}

/**
 * The body of a request with `Content-Encoding: aes128gcm`, in one record.
 *
 * @param data at most `pushBytesAtMost` bytes
 * @throws if the browser's key is no point of the curve
 */
export const encryptPush = (data: Uint8Array, { p256dh, auth }: BrowserKeys): Buffer => {
  const own = generateKeys()
  const ownPublic = own.getPublicKey()
  const salt = randomBytes(16)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ownPublic])
  const secret = hkdf(own.computeSecret(p256dh), auth, keyInfo, 32)
  const key = hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = hkdf(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const lastRecord = Buffer.from([2])
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(4096)
  sizes.writeUInt8(ownPublic.length, 4)
  return Buffer.concat([
    salt,
    sizes,
    ownPublic,
    cipher.update(data),
    cipher.update(lastRecord),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

const toBase64Url = (data: Uint8Array | string): string => Buffer.from(data).toString('base64url')
const hour = 3600

/**
 * The `Authorization` header, valid for twelve hours.
 *
 * @param contact address of the operator, `https:` or `mailto:`
 */
export const signVapid = (
  endpoint: string,
  { publicKey, privateKey }: ServiceKeys,
  { contact, nowMs }: { contact: string; nowMs: number },
): string => {
  const head = toBase64Url(JSON.stringify({ typ: 'JWT', alg: 'ES256' }))
  const claims = toBase64Url(
    JSON.stringify({
      aud: new URL(endpoint).origin,
      exp: Math.floor(nowMs / 1000) + 12 * hour,
      sub: contact,
    }),
  )
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: toBase64Url(publicKey.subarray(1, 33)),
      y: toBase64Url(publicKey.subarray(33)),
      d: toBase64Url(privateKey),
    },
  })
  const signature = sign('sha256', Buffer.from(`${head}.${claims}`), {
    key,
    dsaEncoding: 'ieee-p1363',
  })
  return `vapid t=${head}.${claims}.${toBase64Url(signature)}, k=${toBase64Url(publicKey)}`
}
