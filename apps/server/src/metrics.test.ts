// What process managers and Prometheus read; deploy/ names only metrics that the program has.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Program } from './program.ts'
import { startTestProgram } from './testing-started-program.ts'
import { ownTestDatabase } from './platform/database/testing-file.ts'
import { makeCertificate } from './platform/tls/testing-certificate.ts'

const own = await ownTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'swath-metrics-'))
let program: Program
let address = ''

beforeAll(async () => {
  const { cert, key } = makeCertificate(1)
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  program = await startTestProgram(own.url, folder, {
    environment: {
      MQTT_TLS_PORT: '0',
      HEALTH_PORT: '0',
      DRAIN_SECONDS: '2',
      TLS_CERT_FILE: join(folder, 'cert.pem'),
      TLS_KEY_FILE: join(folder, 'key.pem'),
    },
    progress: (line) => {
      address = /Health and metrics are at (\S+)/.exec(line)?.[1] ?? address
    },
  })
})
afterAll(async () => {
  await program.stop()
  rmSync(folder, { recursive: true, force: true })
})

const deployFile = (name: string): string =>
  readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8')

test.each(['prometheus/alerts.yaml', 'grafana/swath.json'])(
  '%s names only metrics that the program has',
  async (file) => {
    const text = await (await fetch(`${address}/metrics`)).text()
    const known = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
      ),
    )
    const named = new Set(deployFile(file).match(/\b(?:swath|process|nodejs)_[a-z_]+\b/g))
    expect(named.size).toBeGreaterThan(10)
    expect([...named].filter((name) => !known.has(name))).toEqual([])
  },
)

test('the health port has health and metrics, and nothing else', async () => {
  const ask = async (path: string) => (await fetch(`${address}${path}`)).status
  expect(await ask('/healthz')).toBe(200)
  expect(await ask('/readyz')).toBe(200)
  expect(await ask('/api/docs')).toBe(404)
  expect(await ask('/')).toBe(404)
})

test('a program that stops says so first, and answers until it has ended', async () => {
  const stopped = program.stop()
  const ready = await fetch(`${address}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([404, { leaving: true }])
  expect((await fetch(`${address}/metrics`)).status).toBe(200)
  await stopped
  await expect(fetch(`${address}/readyz`)).rejects.toThrow()
})
