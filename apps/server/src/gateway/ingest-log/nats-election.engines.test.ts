// A cluster of three NATS servers of which too few run (`npm run test:engines`).
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../platform/database/loopback-port.ts'
import { openNats } from '../../platform/nats/nats.ts'
import { eventually } from '../../platform/testing-eventually.ts'
import { openStream } from './ingest-log.nats-open.ts'

const folder = mkdtempSync(join(tmpdir(), 'swath-election-'))
const names = ['a', 'b', 'c'] as const
const ports = await Promise.all(Array.from({ length: 6 }, freePort))
const running: ChildProcess[] = []

const start = (name: (typeof names)[number]): void => {
  const i = names.indexOf(name)
  const file = join(folder, `${name}.conf`)
  const routes = names.map((_, at) => `nats://127.0.0.1:${ports[3 + at]}`).join(', ')
  writeFileSync(
    file,
    `server_name: ${name}
listen: 127.0.0.1:${ports[i]}
jetstream { store_dir: "${join(folder, name)}" }
cluster { name: elected, listen: 127.0.0.1:${ports[3 + i]}, routes: [${routes}] }
`,
  )
  running.push(spawn('/usr/sbin/nats-server', ['-c', file], { stdio: 'ignore' }))
}

afterAll(async () => {
  await Promise.all(
    running.map(async (server) => {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    }),
  )
  rmSync(folder, { recursive: true, force: true })
})

test('the start waits for a leader, and reports its absence in one sentence', async () => {
  start('a')
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(JSON.parse(line).msg) })
  const nats = await eventually(() =>
    openNats(`nats://127.0.0.1:${ports[0]}`, log).catch(() => null),
  )
  try {
    await expect(openStream(nats.connection, log, 100)).rejects.toThrow(
      'NATS has no JetStream leader',
    )
    const opening = openStream(nats.connection, log)
    start('b')
    const manager = await opening
    expect((await manager.streams.info('SWATH_INGEST')).config.name).toBe('SWATH_INGEST')
    expect(warnings).toContain('Waiting until NATS has elected a JetStream leader')
  } finally {
    await nats.close()
  }
})
