// Creates the accounts, drones and clients of a campaign. Argument: JSON of `Preparation`; prints
// JSON of `Prepared`.
import pg from 'pg'
import { applyMigrations } from '@swath/server/apply-migrations'
import { seedFleet, type TestFleet } from '@swath/server/gateway/testing.seed'
import {
  insertDroneRow,
  insertFlight,
  pointsEast,
} from '@swath/server/modules/flights/flights/testing-rows.queries'
import { loadRegionTable } from '@swath/server/modules/people/regions/regions.seed'
import {
  insertClient,
  insertLease,
} from '@swath/server/modules/money/lease-billing/testing-leases.queries'
import { insertAccount, insertUser } from '@swath/server/platform/auth/testing.queries'
import type { Db } from '@swath/server/platform/database/database'
import { insertSignedIn } from '../signed-in.ts'
import type { DroneLogin } from './drone.ts'
import { withStarted, type Installation } from './installation.ts'
import { parkedDroneId, pricePerMuMinor } from './prices.ts'

export type Preparation = Installation & { drones: number }
export type Prepared = {
  drones: DroneLogin[]
  bearer: string
  creditedId: number
  spendingId: number
}

const writeClients = async (
  db: Db,
  lessorId: string,
  droneIds: readonly string[],
): Promise<Pick<Prepared, 'creditedId' | 'spendingId'>> => {
  const client = (name: string, warnBelowMinor: number | null) =>
    insertClient(db, { lessor_account_id: lessorId, name, warn_below_minor: warnBelowMinor })
  const flyingId = await client('Flying', null)
  for (const droneId of droneIds)
    await insertLease(db, {
      lessor_account_id: lessorId,
      client_id: flyingId,
      drone_id: droneId,
      starts_at: new Date('2026-01-01T00:00:00Z'),
      mu_unit_price_minor: pricePerMuMinor,
    })
  return {
    creditedId: await client('Credited', null),
    spendingId: await client('Spending', 10_000),
  }
}

const parkedFlights = 6
const hourMs = 3_600_000

const parkDrone = async (db: Db, { modelId, manufacturerId, operatorId }: TestFleet) => {
  const ids = { modelId, manufacturerId, operatorId }
  const drone = await insertDroneRow(db, { ...ids, id: parkedDroneId })
  const dayBefore = Math.floor(Date.now() / hourMs) * hourMs - 24 * hourMs
  for (let i = 0; i < parkedFlights; i++) {
    const startMs = dayBefore + i * hourMs
    await insertFlight(db, drone, { startMs, points: pointsEast(startMs, 60) })
  }
}

const prepare = async (db: Db, url: string, drones: number): Promise<Prepared> => {
  await applyMigrations(db)
  await loadRegionTable(db)
  const fleet = await seedFleet(db, 'FC', drones)
  await parkDrone(db, fleet)
  // Faults that the hourly check finds are reported to the administrators of the platform.
  const platform = await insertAccount(db, { type: 'platform', name: 'Platform' })
  await insertUser(db, platform, { email: 'platform@bench.example' })
  const lessor = { id: fleet.operatorId, path: '' }
  await insertUser(db, lessor) // with a phone, who is sent SMS
  await db
    .updateTable('account')
    .set({ lease_account: true, operator_type: 'team' })
    .where('id', '=', lessor.id)
    .execute()
  const clients = await writeClients(
    db,
    lessor.id,
    fleet.drones.map(({ droneId }) => droneId),
  )
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const bearer = await insertSignedIn(client, lessor.id, '127.0.0.1')
  await client.end()
  return { drones: fleet.drones.map((login, drone) => ({ ...login, drone })), bearer, ...clients }
}

const given = JSON.parse(process.argv[2]!) as Preparation
const prepared = await withStarted(given, (db, url) => prepare(db, url, given.drones))
process.stdout.write(`${JSON.stringify(prepared)}\n`)
process.exit(0)
