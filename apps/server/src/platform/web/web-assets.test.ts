// Only the files of the console are served, as files: nothing hidden, no folders, nothing outside.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer, refuseUnknown } from '../http/server.ts'
import { consolePage, registerWebAssets } from './web-assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'swath-web-'))
let server: FastifyInstance

beforeAll(async () => {
  for (const [path, text] of Object.entries({
    'secret.txt': 'outside',
    'dist/index.html': '<!doctype html><p>console',
    'dist/assets/app-1a2b.js': 'app()',
    'dist/.git/config': '[core] secret',
    'dist/.env': 'MASTER_KEY=secret',
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  server = await createHttpServer({ log: pino({ level: 'silent' }) })
  await registerWebAssets(server, join(folder, 'dist'))
  refuseUnknown(server, consolePage(join(folder, 'dist')))
  await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Without a client that would normalize the path. */
const ask = async (line: string): Promise<string> => {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`${line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
  let text = ''
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()))
  await once(socket, 'close')
  return text
}

test('serves the files of the console, and its page for its paths', async () => {
  expect(await ask('GET /assets/app-1a2b.js')).toMatch(/^HTTP\/1.1 200 [^]*app\(\)/)
  expect(await ask('GET /monitor')).toMatch(/^HTTP\/1.1 200 [^]*<p>console/)
})

test.each([
  '/.git/config',
  '/.git',
  '/.git/',
  '/.env',
  '/assets',
  '/assets/',
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/..%2fsecret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/assets/..%5c..%5csecret.txt',
])('%s shows no hidden file, no folder and nothing outside', async (path) => {
  const answer = await ask(`GET ${path}`)
  expect(answer).toMatch(/^HTTP\/1.1 (200|400|403|404) /)
  expect(answer).not.toMatch(/secret|outside|app-1a2b/)
})

test('TRACE and unknown methods are refused', async () => {
  for (const method of ['TRACE', 'TRACK', 'DEBUG'])
    expect(await ask(`${method} /`), method).toMatch(/^HTTP\/1.1 (400|404|405) /)
})
