// A process that charges flights is killed repeatedly at any moment: in the end each flight was
// charged once, at its price. Set `KILLS=50` for a long run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { priceOfArea } from '@swath/domain/money'
import { insertAccount } from '../../../platform/auth/testing.queries.ts'
import { readConnectionUrl } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
} from '../../flights/flights/testing-rows.queries.ts'
import { sealLedger } from '../ledger/seal.ts'
import { verifyBook } from '../ledger/verify.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { balanceOfClient } from './client-balance.ts'
import { changeRecord, insertClient, insertLease } from './testing-leases.queries.ts'

const { db } = await ownTestDatabase(loadRegionTable)
const child = fileURLToPath(new URL('testing-billing-child.ts', import.meta.url))
const kills = Number(process.env['KILLS'] ?? 3)
const flights = 60
const startMs = Date.parse('2026-06-01T00:00:00Z')

/** Charges every flight repeatedly, one transaction each; prints when it starts. */
const start = async (droneId: string) => {
  const process_ = spawn(process.execPath, [child, await readConnectionUrl(db), droneId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(process_.stdout, 'data')
  return process_
}

test('killed at any moment, each flight is charged once', async () => {
  const lessor = await insertAccount(db, { type: 'operator', operator_type: 'team' })
  const drone = await insertDroneRow(db, {
    modelId: await insertModel(db, lessor.id),
    manufacturerId: lessor.id,
    operatorId: lessor.id,
  })
  const clientId = await insertClient(db, { lessor_account_id: lessor.id })
  await insertLease(db, {
    lessor_account_id: lessor.id,
    client_id: clientId,
    drone_id: drone.id,
    starts_at: new Date(startMs),
    mu_unit_price_minor: 333,
  })
  const areas = Array.from({ length: flights }, (_, i) => 1_000 + i * 37.5)
  const ids: string[] = []
  const balance = async () => (await balanceOfClient(db, clientId))[0]?.balanceMinor
  for (const [i, coveredM2] of areas.entries())
    ids.push(await insertFlight(db, drone, { startMs: startMs + i * 900_000, coveredM2 }))
  const owed = (): number => areas.reduce((sum, area) => sum + priceOfArea(333, area), 0)
  const isCharged = (): Promise<void> => expect.poll(balance, { timeout: 60_000 }).toBe(-owed())
  const grow = async (n: number): Promise<void> => {
    areas[n]! += 12.5
    await changeRecord(db, ids[n]!, { covered_m2: areas[n]! })
  }
  for (let i = 0; i < kills; i++) {
    const running = await start(drone.id)
    // The charge changes, so that there is always an entry to reverse.
    const untilMs = performance.now() + Math.random() * 400
    for (let n = i; performance.now() < untilMs; n++) await grow(n % flights)
    running.kill('SIGKILL')
    await once(running, 'exit')
    if (i % 2 === 0) await sealLedger(db)
  }
  const last = await start(drone.id)
  await isCharged()
  // If each process was killed before it had charged anything, nothing was reversed yet.
  await grow(0)
  await isCharged()
  last.kill('SIGKILL')
  await once(last, 'exit')
  await sealLedger(db)
  const { entries, problems } = await verifyBook(db, lessor.id)
  expect(problems).toEqual([])
  expect(entries).toBeGreaterThan(flights)
  expect(await balance()).toBe(-owed())
}, 300_000)
