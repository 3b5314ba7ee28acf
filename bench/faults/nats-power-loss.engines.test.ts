// All three servers of a NATS cluster lose power at once, after messages were acknowledged to
// devices. JetStream answers before it writes to disk, unless `sync_interval: always` is set.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openNatsLog } from '@swath/server/gateway/ingest-log/ingest-log.nats'
import type { Db } from '@swath/server/platform/database/database'
import { openNats } from '@swath/server/platform/nats/nats'
import { natsCanSync, startNatsCluster, type NatsServer } from './cluster-servers.ts'
import { whyNoMachines } from './machine.ts'

const log = pino({ level: 'silent' })
const messages = 200

const bootAll = async (servers: readonly NatsServer[]): Promise<void> => {
  for (const { machine } of servers) await machine.boot()
  for (const { service } of servers) service.ensure()
  for (const { service } of servers) await service.ready()
}

/** The log is only written here: reading it would need a database. */
const openLog = async ([server]: readonly NatsServer[]) => {
  const nats = await openNats(`nats://127.0.0.1:${server!.port}`, log)
  return { nats, ingestLog: await openNatsLog(nats, undefined as unknown as Db, log) }
}

/** Number of acknowledged messages that are gone after the power failure. */
const countLost = async (isSynced: boolean): Promise<number> => {
  const logFolder = mkdtempSync(join(tmpdir(), 'swath-nats-logs-'))
  const servers = await startNatsCluster(logFolder, isSynced)
  try {
    await bootAll(servers)
    const before = await openLog(servers)
    for (let i = 0; i < messages; i++)
      await before.ingestLog.append({
        receivedAtMs: Date.now(),
        droneId: 'PL-1',
        kind: 'track',
        refusal: '',
        bytes: Buffer.from(`message ${i}`),
      })
    await Promise.all(servers.map(({ machine }) => machine.losePower()))
    await before.nats.connection.close()
    await bootAll(servers)
    const after = await openLog(servers)
    const { batches } = await after.ingestLog.backlog()
    await after.nats.close()
    return messages - batches
  } finally {
    for (const { machine } of servers) await machine.remove()
    rmSync(logFolder, { recursive: true })
  }
}

const reason = whyNoMachines()

test.skipIf(reason !== null)('without the setting, acknowledged messages are lost', async () =>
  expect(await countLost(false)).toBeGreaterThan(0),
)

// Debian 12 has nats-server 2.9, the setting exists from 2.10 on: NATS_SERVER names another one.
test.skipIf(reason !== null || !natsCanSync())('with the setting, none is lost', async () =>
  expect(await countLost(true)).toBe(0),
)
