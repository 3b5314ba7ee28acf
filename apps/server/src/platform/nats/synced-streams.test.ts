import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { requireSyncedStreams } from './synced-streams.ts'

const undo: (() => unknown)[] = []
afterEach(() => {
  for (const step of undo.splice(0)) step()
})

/** The monitoring of a server with this JetStream; the shapes are those of nats-server 2.9 and 2.12. */
const openMonitor = async (jetstream: unknown): Promise<string> => {
  const server = createServer((request, response) => {
    if (request.url === '/moved/varz') response.writeHead(302, { location: '/varz' })
    else response.writeHead(request.url === '/varz' ? 200 : 404)
    response.end(JSON.stringify({ server_id: 'N1', jetstream }))
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  undo.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const synced = { config: { max_memory: 1, max_storage: 1, sync_interval: 0, sync_always: true } }
const later = { config: { max_memory: 1, max_storage: 1, sync_interval: 120_000_000_000 } }

const outcomeOf = (monitors: readonly string[]): Promise<string> =>
  requireSyncedStreams(monitors).then(
    () => 'synced',
    (error: Error) => `${error.name}: ${error.message}`,
  )

test('accepts servers that write to disk before they answer', async () => {
  expect(await outcomeOf([await openMonitor(synced), await openMonitor(synced)])).toBe('synced')
})

test('one server of several that writes later is named', async () => {
  const slow = await openMonitor(later)
  expect(await outcomeOf([await openMonitor(synced), slow])).toMatch(
    `StartFailure: NATS may lose data that devices were told is stored: the server at ${slow} answers before it writes to disk. Set sync_interval: always`,
  )
})

test('what cannot be read is not taken as safe', async () => {
  expect(await outcomeOf([])).toContain('NATS_MONITOR_URLS names no server')
  const without = await openMonitor({})
  expect(await outcomeOf([without])).toContain(`${without} shows no JetStream`)
  expect(await outcomeOf(['http://127.0.0.1:1'])).toContain('http://127.0.0.1:1 cannot be read: ')
  expect(await outcomeOf([`${await openMonitor(synced)}/wrong`])).toContain('answers with 404')
  expect(await outcomeOf([`${await openMonitor(synced)}/moved`])).toContain('cannot be read: ')
})
