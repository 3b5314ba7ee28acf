// The header of the PROXY protocol, versions 1 and 2, in which a TCP proxy states the client
// address of a connection (https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt, section 2).
import { isIP } from 'node:net'

export type ProxyHeader =
  | { kind: 'incomplete' }
  | { kind: 'malformed' }
  /** `address` is null for the proxy's own connections, such as health checks. */
  | { kind: 'header'; bytes: number; address: string | null }

const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
const lineBytes = 107
/** Addresses take 216 bytes at most; the rest is for the proxy's extensions. */
const blockBytes = 4096
const malformed: ProxyHeader = { kind: 'malformed' }
const incomplete: ProxyHeader = { kind: 'incomplete' }

const startsAlike = (bytes: Buffer, beginning: Buffer): boolean => {
  const length = Math.min(bytes.length, beginning.length)
  return bytes.subarray(0, length).equals(beginning.subarray(0, length))
}
const isPort = (text: string): boolean => /^(0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 65535

const readLine = (bytes: Buffer): ProxyHeader => {
  const end = bytes.subarray(0, lineBytes).indexOf('\r\n')
  if (end < 0) return bytes.length < lineBytes ? incomplete : malformed
  const [, family, source = '', target = '', ...ports] = bytes.toString('latin1', 0, end).split(' ')
  const header = { kind: 'header', bytes: end + 2 } as const
  if (family === 'UNKNOWN') return { ...header, address: null }
  const version = { TCP4: 4, TCP6: 6 }[family ?? '']
  return version !== undefined &&
    isIP(source) === version &&
    isIP(target) === version &&
    ports.length === 2 &&
    ports.every(isPort)
    ? { ...header, address: source }
    : malformed
}

const ipv6 = (bytes: Buffer): string =>
  Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(2 * i).toString(16)).join(':')

const readBlock = (bytes: Buffer): ProxyHeader => {
  if (bytes.length < 16) return incomplete
  const [version, command] = [bytes[12]! >> 4, bytes[12]! & 0xf]
  const [family, transport] = [bytes[13]! >> 4, bytes[13]! & 0xf]
  const length = bytes.readUInt16BE(14)
  if (version !== 2 || command > 1 || length > blockBytes) return malformed
  if (bytes.length < 16 + length) return incomplete
  const header = { kind: 'header', bytes: 16 + length } as const
  if (command === 0 || family === 0 || transport === 0) return { ...header, address: null }
  if (transport !== 1) return malformed
  if (family === 1 && length >= 12) return { ...header, address: bytes.subarray(16, 20).join('.') }
  if (family === 2 && length >= 36) return { ...header, address: ipv6(bytes.subarray(16, 32)) }
  return malformed
}

/** Parses the first bytes of a connection. */
export const readProxyHeader = (bytes: Buffer): ProxyHeader => {
  if (bytes.length === 0) return incomplete
  if (startsAlike(bytes, signature)) return bytes.length < 12 ? incomplete : readBlock(bytes)
  if (startsAlike(bytes, Buffer.from('PROXY '))) return readLine(bytes)
  return malformed
}
