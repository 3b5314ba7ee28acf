import { randomFillSync } from 'node:crypto'

const text = (bytes: Uint8Array): string => {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, 16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const marked = (bytes: Uint8Array, version: 7 | 8): string => {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return text(bytes)
}

/** Generates random bytes in bulk: sixteen at a time take ten times as long. */
const pool = new Uint8Array(16 * 1024)
let used = pool.length

/**
 * RFC 9562 version 7: starts with milliseconds since 1970, so that rows created one after the other
 * are stored together.
 */
export const uuidv7 = (nowMs: number): string => {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = pool.slice(used, (used += 16))
  new DataView(bytes.buffer).setUint32(0, Math.floor(nowMs / 0x1_0000))
  new DataView(bytes.buffer).setUint16(4, nowMs % 0x1_0000)
  return marked(bytes, 7)
}

/**
 * RFC 9562 version 8 from the first sixteen bytes of a hash: the same input always gives the same
 * id.
 */
export const uuidFromHash = (hash: Uint8Array): string =>
  marked(Uint8Array.from(hash.subarray(0, 16)), 8)
