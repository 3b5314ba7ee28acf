// Wraps builds into containers and verifies them (docs/firmware-format.md) chunk by chunk, so that
// a build is never held in memory as a whole.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  sign,
  timingSafeEqual,
  verify,
  type KeyObject,
} from 'node:crypto'
import {
  countChunks,
  headerBytes,
  measureContainer,
  readContainerHeader,
  signatureBytes,
  tagBytes,
  writeContainerHeader,
  type ContainerHeader,
  type FirmwareRefusal,
} from '@swath/domain/firmware-container'
import { inTurns } from '../../../platform/workers/in-turns.ts'

/** Prefix of all signed data, so that a signature is not valid for anything else. */
const purpose = 'swath-firmware-1'

/** DER prefix of the 32 bytes of an Ed25519 key (RFC 8410). */
const privateHead = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicHead = Buffer.from('302a300506032b6570032100', 'hex')

export const toPrivateKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privateHead, seed]), format: 'der', type: 'pkcs8' })
export const toPublicKey = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicHead, raw]), format: 'der', type: 'spki' })
/** The 32 bytes of the public key. */
export const readRawPublicKey = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(publicHead.length)
export const computeFingerprint = (publicKey: Uint8Array): string =>
  createHash('sha256').update(publicKey).digest('hex').slice(0, 16)

const toMessage = (digest: Uint8Array): Buffer => Buffer.concat([Buffer.from(purpose), digest])
export const signDigest = (digest: Uint8Array, key: KeyObject): Buffer =>
  sign(null, toMessage(digest), key)

const deriveKey = (encryptionKey: Uint8Array, salt: string): Buffer =>
  createHmac('sha256', encryptionKey).update(purpose).update(Buffer.from(salt, 'hex')).digest()

/** Each file has its own key, so a chunk's number is used as a nonce only once. */
const nonceOf = (index: number): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 8)
  return nonce
}
/** Additional data that binds a chunk to its file and its position. */
const boundTo = (header: Uint8Array, index: number): Buffer => {
  const bound = Buffer.alloc(headerBytes + 4)
  bound.set(header)
  bound.writeUInt32BE(index, headerBytes)
  return bound
}

/** Returns exactly as many bytes as requested, or fewer at the end. */
const createTaker = (parts: AsyncIterable<Uint8Array>) => {
  const source = inTurns(parts)
  let held = Buffer.alloc(0)
  return async (bytes: number): Promise<Buffer> => {
    const gathered: Uint8Array[] = [held]
    let length = held.length
    while (length < bytes) {
      const next = await source.next()
      if (next.done) break
      gathered.push(next.value)
      length += next.value.length
    }
    const joined = gathered.length === 1 ? held : Buffer.concat(gathered)
    held = joined.subarray(bytes)
    return joined.subarray(0, bytes)
  }
}

/** Header and encrypted chunks. `onDigest` receives the digest to sign after the last chunk. */
export const wrapBuild = async function* (
  build: AsyncIterable<Uint8Array>,
  about: ContainerHeader,
  encryptionKey: Uint8Array,
  onDigest: (digest: Buffer) => void,
): AsyncGenerator<Uint8Array> {
  const header = writeContainerHeader(about)
  const hash = createHash('sha256').update(header)
  const key = deriveKey(encryptionKey, about.salt)
  yield header
  const take = createTaker(build)
  for (let index = 0; index < countChunks(about); index++) {
    const plain = await take(about.chunkBytes)
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index)).setAAD(boundTo(header, index))
    const chunk = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    hash.update(chunk)
    yield chunk
  }
  onDigest(hash.digest())
}

export type VerifyingKey = { publicKey: Uint8Array; encryptionKey: Uint8Array }
export type Verdict = { header: ContainerHeader | null; refusal: FirmwareRefusal | null }

const openChunk = (
  chunk: Buffer,
  key: Uint8Array,
  header: Uint8Array,
  index: number,
): Buffer | null => {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index))
    .setAAD(boundTo(header, index))
    .setAuthTag(chunk.subarray(chunk.length - tagBytes))
  try {
    return Buffer.concat([
      decipher.update(chunk.subarray(0, chunk.length - tagBytes)),
      decipher.final(),
    ])
  } catch {
    return null // the tag does not match: a verdict, not a failure
  }
}

/** Verifies a whole file in one pass; a wrong signature takes precedence over a wrong chunk. */
export const verifyContainer = async (
  file: AsyncIterable<Uint8Array>,
  bytes: number,
  findKey: (fingerprint: string) => Promise<VerifyingKey | null>,
): Promise<Verdict> => {
  const take = createTaker(file)
  const head = await take(headerBytes)
  const header = readContainerHeader(head)
  if (typeof header === 'string') return { header: null, refusal: header }
  if (measureContainer(header) !== bytes) return { header, refusal: 'length_wrong' }
  const known = await findKey(header.fingerprint)
  if (!known) return { header, refusal: 'key_unknown' }
  const key = deriveKey(known.encryptionKey, header.salt)
  const hash = createHash('sha256').update(head)
  const plainHash = createHash('sha256')
  let isOpened = true
  for (let index = 0, left = header.buildBytes; left > 0; index++, left -= header.chunkBytes) {
    const chunk = await take(Math.min(left, header.chunkBytes) + tagBytes)
    hash.update(chunk)
    const plain = isOpened ? openChunk(chunk, key, head, index) : null
    if (plain) plainHash.update(plain)
    else isOpened = false
  }
  const signature = await take(signatureBytes)
  const publicKey = toPublicKey(known.publicKey)
  if (!verify(null, toMessage(hash.digest()), publicKey, signature))
    return { header, refusal: 'signature_wrong' }
  if (!isOpened) return { header, refusal: 'chunk_wrong' }
  return timingSafeEqual(plainHash.digest(), Buffer.from(header.sha256, 'hex'))
    ? { header, refusal: null }
    : { header, refusal: 'content_wrong' }
}
