import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { isPublicAddress, mayReach, NotPublic, postPublic } from './public-request.ts'

const post = { headers: {}, body: Buffer.from('x'), timeoutMs: 2_000 }

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'example.com',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['1.1.1.1', '172.32.0.1', '2606:4700::1111'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  'http://push.example.com/1',
  'https://push.example.com:8443/1',
  'https://user@push.example.com/1',
  'https://localhost/1',
  'https://127.0.0.1/1',
  'https://2130706433/1',
  'https://[::1]/1',
  'https://[::ffff:7f00:1]/1',
  'file:///etc/passwd',
  'no address',
])('%s is refused before a connection', async (address) => {
  expect(mayReach(address, [])).toBe(false)
  await expect(postPublic(address, [], post)).rejects.toThrow(NotPublic)
})

test('a public name on the usual port is accepted', () => {
  expect(mayReach('https://fcm.googleapis.com/fcm/send/abc', [])).toBe(true)
})

test('a name that resolves to this machine is refused', async () => {
  // The local resolver answers every name below localhost with the loopback address.
  await expect(postPublic('https://push.localhost/1', [], post)).rejects.toThrow()
})

test('an allowed origin is reached, and its redirect is not followed', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    response.writeHead(307, { location: '/secret' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await postPublic(`${origin}/push`, [origin], post)).toBe(307)
  expect(asked).toEqual(['/push'])
  server.close()
})
