// The private keys of a maker, exported once: text encrypted with a passphrase, in the format of
// `openssl enc -d -aes-256-cbc -pbkdf2 -iter 600000`.
import { createCipheriv, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { toPrivateKey } from './container.ts'

const iterations = 600_000

export type KeySecrets = { seed: Buffer; encryptionKey: Buffer }
const secretBytes = 32

export const packSecrets = ({ seed, encryptionKey }: KeySecrets): Buffer =>
  Buffer.concat([seed, encryptionKey])
export const unpackSecrets = (packed: Buffer): KeySecrets => ({
  seed: packed.subarray(0, secretBytes),
  encryptionKey: packed.subarray(secretBytes),
})
export const makeSecrets = (): KeySecrets => ({
  seed: randomBytes(secretBytes),
  encryptionKey: randomBytes(secretBytes),
})
/** Additional data of the encryption, so that it can't be decrypted in place of another key. */
export const sealedFor = (fingerprint: string): string => `firmware key ${fingerprint}`

export const formatKeyText = (
  { seed, encryptionKey }: KeySecrets,
  about: { fingerprint: string; accountName: string; createdAt: Date },
): string =>
  [
    '# Swath firmware keys (docs/firmware-format.md)',
    `# account: ${about.accountName.replace(/\s+/g, ' ')}`,
    `# fingerprint: ${about.fingerprint}`,
    `# made: ${about.createdAt.toISOString()}`,
    `# encryption key, AES-256: ${encryptionKey.toString('hex')}`,
    toPrivateKey(seed).export({ format: 'pem', type: 'pkcs8' }).toString().trim(),
    '',
  ].join('\n')

export const sealKeyText = async (text: string, passphrase: string): Promise<Buffer> => {
  const salt = randomBytes(8)
  const made = await promisify(pbkdf2)(passphrase, salt, iterations, 48, 'sha256')
  const cipher = createCipheriv('aes-256-cbc', made.subarray(0, 32), made.subarray(32))
  return Buffer.concat([Buffer.from('Salted__'), salt, cipher.update(text, 'utf8'), cipher.final()])
}
