// The demonstration's data: created in one transaction at the first start, reused at every later
// one.
import { hash as argon2 } from '@node-rs/argon2'
import { demoPassword } from './data/accounts.ts'
import type { FleetFile } from '@swath/simulator/fleet'
import { issueDeviceSecret } from '@swath/server/gateway/mqtt/public'
import type { Clock } from '@swath/server/platform/clock/clock'
import type { Sealer } from '@swath/server/platform/config/master-key'
import type { FileStore } from '@swath/server/platform/files/file-store'
import { tx as transaction, type Db } from '@swath/server/platform/database/database'
import { writeAlarmDesk } from './alarm-desk.seed.ts'
import { writeClaimDesk } from './claim-desk.seed.ts'
import { writeAppLogs } from './app-logs.seed.ts'
import { writeBulletins } from './bulletins.seed.ts'
import { writeDataStats } from './data-stats.seed.ts'
import { hurry, isSeeded, putCredentials } from './demonstration.queries.ts'
import { writeFirmware } from './firmware.seed.ts'
import { startFlightThread, type FlightThread } from './flight-thread.ts'
import { writeFlightLogs } from './flight-logs.seed.ts'
import { buildFleet } from './fleet.seed.ts'
import { writeGear } from './gear.seed.ts'
import { writeGeometryImports } from './geometry-imports.seed.ts'
import { layOtherPlots } from './other-fields.seed.ts'
import { writeOrders } from './orders.seed.ts'
import { layGroupPlans, writeGroupPlans, type GroupWork } from './group-plans.seed.ts'
import { writeSubsidies } from './subsidies.seed.ts'
import { writeLeaseBills } from './lease-bills.seed.ts'
import { writeLeasing } from './leasing.seed.ts'
import { writeTeams } from './teams.seed.ts'
import { writeUnifiedTasks } from './unified-tasks.seed.ts'
import { buildWorld } from './world.seed.ts'
import { demoId, type World, type WorldPlot } from './world-rows.seed.ts'
import { writeWorld } from './write-world.seed.ts'
import { writePast } from './write-past.seed.ts'
import { writeZoneHoldings } from './zone-holdings.seed.ts'

type Services = {
  db: Db
  clock: Clock
  progress: (line: string) => void
  /** Without it, files are left out. */ store?: FileStore
  /** If absent, keys and builds signed with them are left out. */
  sealer?: () => Promise<Sealer | null>
  /** Absent: made when it is needed. */ plan?: Plan | undefined
}

/** Computed without a database. */
type Plan = {
  readonly world: World
  readonly otherPlots: readonly WorldPlot[]
  readonly group: GroupWork
  readonly flights: FlightThread
  /** The time at which the demonstration is made. */ readonly nowMs: number
}

export const planDemonstration = async (flights: FlightThread, nowMs: number): Promise<Plan> => {
  const world = buildWorld()
  const otherPlots = layOtherPlots(world)
  return { world, otherPlots, group: await layGroupPlans(world, nowMs), flights, nowMs }
}

export const seedDemonstration = async (services: Services): Promise<{ fleet: FleetFile }> => {
  const { db, clock } = services
  let { plan } = services
  if (!(await isSeeded(db, demoId('account', 'platform')))) {
    services.progress('Making the demonstration: 200 drones and a year of their work')
    plan ??= await planDemonstration(startFlightThread(), clock.now())
    try {
      await writeDemonstration(services, plan)
    } finally {
      await plan.flights.stop()
    }
  }
  return { fleet: await fleetWithCredentials(db, plan?.world ?? buildWorld(), clock.now()) }
}

const writeDemonstration = async (
  { db, progress, store, sealer }: Services,
  { world, otherPlots, group, flights, nowMs }: Plan,
): Promise<void> => {
  const passwordHash = await argon2(demoPassword)
  const records = await transaction(db, async (tx) => {
    await hurry(tx)
    await writeWorld(tx, world, passwordHash, nowMs, otherPlots)
    const written = await writePast(tx, world, otherPlots, flights.pool, group.flights, nowMs)
    await writeAlarmDesk(tx, nowMs)
    await writeClaimDesk(tx, nowMs)
    await writeTeams(tx, world, nowMs)
    await writeOrders(tx, world, nowMs)
    await writeGroupPlans(tx, group)
    await writeLeasing(tx, world, nowMs)
    await writeLeaseBills(tx, world, nowMs)
    await writeUnifiedTasks(tx, world, nowMs)
    await writeSubsidies(tx, nowMs)
    await writeZoneHoldings(tx, world, nowMs)
    await writeGear(tx, world, nowMs)
    return written
  })
  await writeBulletins(db, store, world, nowMs)
  await writeDataStats(db, world, nowMs)
  if (store) {
    await writeAppLogs(db, store, world, nowMs)
    await writeFlightLogs(db, store, world, nowMs)
    await writeGeometryImports(db, store, world, nowMs)
    const opened = await sealer?.()
    if (opened) await writeFirmware(db, { store, sealer: opened, world, nowMs })
  }
  progress(`The demonstration is made: ${records.toLocaleString('en')} work records`)
}

/** The secrets are stored only in the fleet's file, so every start issues new ones. */
const fleetWithCredentials = async (db: Db, world: World, nowMs: number): Promise<FleetFile> => {
  const issued = world.drones.map((drone) => ({
    droneId: drone.id,
    id: demoId('credential', drone.id),
    ...issueDeviceSecret(),
  }))
  const accepted = new Set(
    await putCredentials(
      db,
      issued.map(({ droneId, id, hash }) => ({ droneId, id, secretHash: hash })),
    ),
  )
  const secrets = new Map(issued.map(({ droneId, secret }) => [droneId, secret]))
  const fleet = buildFleet(world, secrets, nowMs)
  return { ...fleet, drones: fleet.drones.filter((drone) => accepted.has(drone.droneId)) }
}
