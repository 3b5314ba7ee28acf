import { describe, expect, test } from 'vitest'
import { readProxyHeader } from './proxy-header.ts'

const line = (text: string) => Buffer.from(text, 'latin1')
/** In HAProxy's format: PROXY or LOCAL, TCP over IPv4 or IPv6, addresses, ports, additions. */
const block = (
  commandAndFamily: readonly [command: number, family: number],
  addresses: string,
  additions = '',
) => {
  const body = Buffer.from(addresses + additions, 'hex')
  const head = Buffer.from('0d0a0d0a000d0a515549540a00000000', 'hex')
  head[12] = commandAndFamily[0]
  head[13] = commandAndFamily[1]
  head.writeUInt16BE(body.length, 14)
  return Buffer.concat([head, body])
}
const over4 = 'cb007109' + '0a000001' + 'd431' + '075b'
const over6 =
  '20010db8000900000000000000000007' + '20010db8000500000000000000000001' + 'd431' + '075b'
const connect = Buffer.from('100c00044d5154540402003c', 'hex')

describe('a header', () => {
  test.each<[string, Buffer, string | null]>([
    ['of version 1', line('PROXY TCP4 203.0.113.9 10.0.0.1 54321 1883\r\n'), '203.0.113.9'],
    [
      'of version 1, IPv6',
      line('PROXY TCP6 2001:db8:9::7 2001:db8:5::1 1 1883\r\n'),
      '2001:db8:9::7',
    ],
    ['of version 1, of the proxy’s own connection', line('PROXY UNKNOWN\r\n'), null],
    ['of version 1, unknown with addresses', line('PROXY UNKNOWN a b c d\r\n'), null],
    ['of version 2', block([0x21, 0x11], over4), '203.0.113.9'],
    ['of version 2, IPv6', block([0x21, 0x21], over6), '2001:db8:9:0:0:0:0:7'],
    ['of version 2, of the proxy’s own connection', block([0x20, 0x00], ''), null],
    ['of version 2, with extensions', block([0x21, 0x11], over4, '04000400000000'), '203.0.113.9'],
  ])('%s', (_, header, address) => {
    const bytes = header.length
    expect(readProxyHeader(header)).toEqual({ kind: 'header', bytes, address })
    expect(readProxyHeader(Buffer.concat([header, connect]))).toEqual({
      kind: 'header',
      bytes,
      address,
    })
    for (let length = 0; length < bytes; length++)
      expect(readProxyHeader(header.subarray(0, length)), String(length)).toEqual({
        kind: 'incomplete',
      })
  })
})

test.each<[string, Buffer]>([
  ['MQTT without a header', connect],
  ['an HTTP request', line('GET / HTTP/1.1\r\n')],
  ['a TLS ClientHello', Buffer.from('1603010200010001fc0303', 'hex')],
  ['an invalid address', line('PROXY TCP4 203.0.113.999 10.0.0.1 1 2\r\n')],
  ['an address of the wrong family', line('PROXY TCP4 2001:db8::1 10.0.0.1 1 2\r\n')],
  ['an invalid port', line('PROXY TCP4 203.0.113.9 10.0.0.1 65536 1\r\n')],
  ['too few fields', line('PROXY TCP4 203.0.113.9 10.0.0.1 1\r\n')],
  ['too many fields', line('PROXY TCP4 203.0.113.9 10.0.0.1 1 2 3\r\n')],
  ['a line without a line break', line(`PROXY TCP4 ${'1'.repeat(200)}`)],
  ['an unknown protocol', line('PROXY UDP4 203.0.113.9 10.0.0.1 1 2\r\n')],
  ['version 3', block([0x31, 0x11], over4)],
  ['an unknown command', block([0x22, 0x11], over4)],
  ['datagrams', block([0x21, 0x12], over4)],
  ['truncated addresses', block([0x21, 0x11], 'cb007109')],
  ['an unknown address family', block([0x21, 0x41], over4)],
  ['extensions above the size limit', block([0x21, 0x11], over4, '00'.repeat(5000))],
])('rejects: %s', (_, bytes) => {
  expect(readProxyHeader(bytes)).toEqual({ kind: 'malformed' })
})

test('any bytes are decided at once and within limits', () => {
  for (let round = 0; round < 5000; round++) {
    const bytes = Buffer.from(
      Array.from({ length: 1 + (round % 140) }, (_, i) => (round * 7919 + i * i * 31) % 256),
    )
    const parsed = readProxyHeader(
      Buffer.concat([block([0x21, 0x11], '').subarray(0, round % 14), bytes]),
    )
    if (parsed.kind === 'header') expect(parsed.bytes).toBeLessThanOrEqual(bytes.length + 14)
  }
})
