// Verifies a firmware container of Swath (docs/firmware-format.md) and, with the encryption key,
// extracts the build. One file, nothing to install: Node.js 24 or later runs it directly. node
// verify.ts FILE PUBLIC-KEY.pem [ENCRYPTION-KEY-HEX [BUILD]] Exit code 0: verified; 1: refused,
// with the reason; 2: wrong arguments.
import { createDecipheriv, createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import { openSync, readFileSync, readSync, fstatSync, renameSync, rmSync, writeSync } from 'node:fs'

const purpose = Buffer.from('swath-firmware-1')
class Refused extends Error {}
const refuse = (reason: string): never => {
  throw new Refused(reason)
}

const [path, keyPath, encryptionKeyHex, buildPath] = process.argv.slice(2)
if (path === undefined || keyPath === undefined) {
  console.error('Usage: node verify.ts FILE PUBLIC-KEY.pem [ENCRYPTION-KEY-HEX [BUILD]]')
  process.exit(2)
}
const file = openSync(path, 'r')
const { size } = fstatSync(file)
let at = 0
const read = (bytes: number): Buffer => {
  const into = Buffer.alloc(bytes)
  if (readSync(file, into, 0, bytes, at) !== bytes) refuse('it is too short')
  at += bytes
  return into
}

/** Returns a description of the build. @throws Refused */
const verifyFile = (): string => {
  const header = read(256)
  if (header.toString('latin1', 0, 8) !== 'SWATHFW1') refuse('not a firmware container')
  const chunkBytes = header.readUInt32BE(12)
  const buildBytes = header.readBigUInt64BE(16)
  const chunks = header.readUInt32BE(24)
  if (
    header.readUInt16BE(8) !== 256 ||
    chunkBytes < 4096 ||
    chunkBytes > 16 * 1024 * 1024 ||
    buildBytes < 1n ||
    buildBytes > 268_435_456n ||
    chunks !== Math.ceil(Number(buildBytes) / chunkBytes)
  )
    refuse('its header is wrong')
  if (size !== 256 + Number(buildBytes) + chunks * 16 + 64) refuse('its length is wrong')
  const publicKey = createPublicKey(readFileSync(keyPath))
  const rawKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(12)
  const fingerprint = createHash('sha256').update(rawKey).digest().subarray(0, 8)
  if (!fingerprint.equals(header.subarray(48, 56))) refuse('it names another key')

  const fileKey =
    encryptionKeyHex === undefined
      ? null
      : createHmac('sha256', Buffer.from(encryptionKeyHex, 'hex'))
          .update(purpose)
          .update(header.subarray(64, 80))
          .digest()

  /** Decrypts a chunk, which is authenticated with the header and its index. */
  const open = (chunk: Buffer, index: number, key: Buffer): Buffer => {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(index)
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.concat([Buffer.alloc(8), number]))
    decipher.setAAD(Buffer.concat([header, number]))
    decipher.setAuthTag(chunk.subarray(-16))
    try {
      return Buffer.concat([decipher.update(chunk.subarray(0, -16)), decipher.final()])
    } catch {
      return refuse(`chunk ${index} is wrong`)
    }
  }

  const signed = createHash('sha256').update(header)
  const plain = createHash('sha256')
  // Named so that a build whose signature is not verified yet cannot be taken for a valid one.
  const unverified = buildPath === undefined ? null : `${buildPath}.unverified`
  const build = unverified === null ? null : openSync(unverified, 'w')
  try {
    for (let index = 0; index < chunks; index++) {
      const left = Number(buildBytes) - index * chunkBytes
      const chunk = read(Math.min(left, chunkBytes) + 16)
      signed.update(chunk)
      if (!fileKey) continue
      const part = open(chunk, index, fileKey)
      plain.update(part)
      if (build !== null) writeSync(build, part)
    }
    const message = Buffer.concat([purpose, signed.digest()])
    if (!verify(null, message, publicKey, read(64))) refuse('its signature is wrong')
    if (fileKey && !plain.digest().equals(header.subarray(96, 128))) refuse('its content is wrong')
    if (unverified !== null && buildPath !== undefined && fileKey) renameSync(unverified, buildPath)
  } finally {
    if (unverified !== null) rmSync(unverified, { force: true })
  }
  const text = (from: number, to: number): string =>
    header.toString('latin1', from, to).replace(/\0+$/, '')
  return (
    `${text(128, 152)} ${text(152, 184)}, ${String(buildBytes)} bytes` +
    (fileKey ? '' : ', not decrypted')
  )
}

try {
  console.log(`verified: ${verifyFile()}`)
} catch (error) {
  if (!(error instanceof Refused)) throw error
  console.log(`refused: ${error.message}`)
  process.exitCode = 1
}
