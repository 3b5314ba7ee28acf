import { describe, expect, test } from 'vitest'
import { createAddressList, isAddressRange } from '../config/address-list.ts'
import { createClientReader } from './client.ts'

const readAs = (
  trustedProxies: readonly string[],
  remoteAddress: string,
  headers: Record<string, string | string[]>,
  encrypted = false,
) =>
  createClientReader(trustedProxies)({
    headers,
    socket: { remoteAddress, ...(encrypted ? { encrypted } : {}) },
  })

describe('the address of the client', () => {
  const proxies = ['loopback', '10.0.0.0/8', '2001:db8:5::/48']
  test.each([
    ['without a header', '203.0.113.9', undefined, '203.0.113.9'],
    [
      'from an untrusted sender that names another address',
      '203.0.113.9',
      '198.51.100.1',
      '203.0.113.9',
    ],
    ['from a proxy', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['from a proxy over IPv6', '2001:db8:5::1', '2001:db8:9::7', '2001:db8:9::7'],
    ['from a proxy on a dual-stack socket', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['through two proxies', '127.0.0.1', '203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['with a forged entry in front', '127.0.0.1', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['with a forged proxy in front', '127.0.0.1', '1.2.3.4, 10.9.9.9, 203.0.113.9', '203.0.113.9'],
    ['with a port', '127.0.0.1', '203.0.113.9:55012', '203.0.113.9'],
    ['with a port, IPv6', '127.0.0.1', '[2001:db8:9::7]:443', '2001:db8:9::7'],
    ['with an entry that is not an address', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['with an earlier entry that is not an address', '127.0.0.1', 'x y, 10.0.0.2', '10.0.0.2'],
    ['with an empty header', '127.0.0.1', '', '127.0.0.1'],
    ['with only proxies', '127.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ])('%s', (_, from, forwarded, expected) => {
    const headers: Record<string, string> =
      forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    expect(readAs(proxies, from, headers).address).toBe(expected)
  })

  test('is that of the socket if no proxy is configured', () => {
    const seen = readAs([], '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })
    expect(seen).toMatchObject({ address: '127.0.0.1', passedOnByStranger: true })
  })
})

describe('host and protocol', () => {
  const forwarded = {
    'host': 'inner:8080',
    'x-forwarded-host': 'spray.example.com',
    'x-forwarded-proto': 'https',
  }
  test('are those reported by a trusted proxy', () => {
    expect(readAs(['loopback'], '127.0.0.1', forwarded)).toMatchObject({
      host: 'spray.example.com',
      secure: true,
    })
  })
  test('are our own if an untrusted sender reports others', () => {
    expect(readAs(['loopback'], '203.0.113.9', forwarded)).toMatchObject({
      host: 'inner',
      secure: false,
    })
  })
  test('are those of the nearest proxy if several report them', () => {
    const headers = {
      'x-forwarded-host': 'a.example, b.example',
      'x-forwarded-proto': 'https,http',
    }
    expect(readAs(['loopback'], '127.0.0.1', headers)).toMatchObject({
      host: 'b.example',
      secure: false,
    })
  })
  test('are read from the connection and from HTTP/2 as well', () => {
    expect(readAs([], '203.0.113.9', { ':authority': 'Spray.example:8443' }, true)).toMatchObject({
      host: 'spray.example',
      secure: true,
    })
  })
})

test('a list of addresses accepts both families, ranges and loopback, and nothing else', () => {
  const list = createAddressList(['loopback', '192.0.2.7', '10.0.0.0/8', 'fd00::/8'])
  const inside = ['127.9.9.9', '::1', '::ffff:127.0.0.1', '192.0.2.7', '10.255.0.1', 'fd12::3']
  expect(inside.filter((address) => !list.includes(address))).toEqual([])
  const outside = ['192.0.2.8', '11.0.0.1', 'fe80::1%eth0', '', 'loopback', '10.0.0.1.5', undefined]
  expect(outside.filter((address) => list.includes(address))).toEqual([])
})

test.each([
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0/8',
  '10.0.0.0/8/8',
  'proxy',
  '1.2.3.4/',
  'fe80::1%eth0',
])('%s is not accepted as a trusted range', (text) => expect(isAddressRange(text)).toBe(false))
