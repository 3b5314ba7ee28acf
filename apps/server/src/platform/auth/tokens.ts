import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Of access tokens, refresh tokens and API keys. */
export type TokenPrefix = 'sw_' | 'sr_' | 'swk_'
/** An opaque token of 256 bits; the prefix lets log scrubbers and secret scanners find it. */
export const newToken = (prefix: TokenPrefix): string =>
  prefix + randomBytes(32).toString('base64url')
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Tokens issued by a rotation, for requests with the same refresh token a moment later. */
export type Issued = { jToken: string; refreshToken: string; accessUntilMs: number }

const deriveKey = (refreshToken: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', refreshToken, '', 'swath session successor', 32))

/**
 * AES-256-GCM under a key derived from the previous refresh token, so that only its holder can open
 * it: 12 bytes nonce, 16 bytes tag, then the data.
 */
export const seal = (issued: Issued, previousRefreshToken: string): Buffer => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(previousRefreshToken), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(issued), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** @throws if it was sealed with another token, or changed */
export const unseal = (sealed: Buffer, previousRefreshToken: string): Issued => {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    deriveKey(previousRefreshToken),
    sealed.subarray(0, 12),
  ).setAuthTag(sealed.subarray(12, 28))
  return JSON.parse(
    Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8'),
  ) as Issued
}
