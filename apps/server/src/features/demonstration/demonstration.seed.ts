// The demonstration world: made in one transaction at the first start, found again at every later
// one.
import { activationCodes } from '@swath/contract/activation-codes'
import { toApplicationType, reviewCodes } from '@swath/contract/review-codes'
import { hash as argon2 } from '@node-rs/argon2'
import { demoCrops } from '@swath/fixtures/demo-districts'
import { demoPassword } from '@swath/fixtures/demo-accounts'
import { shapeBounds } from '@swath/domain/zone-shapes'
import { polygonBounds } from '@swath/domain/polygon'
import type { Bounds } from '@swath/domain/lng-lat'
import type { FleetFile } from '@swath/simulator/fleet'
import { issueDeviceSecret } from '../../gateway/mqtt/public.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { tx as transaction, type Db, type Tx } from '../../platform/database/database.ts'
import { writeAppLogs } from './app-logs.seed.ts'
import {
  analyze,
  hurry,
  insertRows,
  isSeeded,
  putCredentials,
  readAnomalies,
  writeTotals,
  type Row,
} from './demonstration.queries.ts'
import { writeFlightLogs } from './flight-logs.seed.ts'
import { fleetOf } from './fleet.seed.ts'
import { writeMembers } from './members.seed.ts'
import { writeModels } from './models.seed.ts'
import { pastOf } from './past-flights.seed.ts'
import { type PastRows } from './flown-rows.seed.ts'
import { flightPools } from './template-flights.seed.ts'
import { adminOf, buildWorld } from './world.seed.ts'
import { demoId, type World } from './world-rows.seed.ts'

type Services = {
  db: Db
  clock: Clock
  progress: (line: string) => void
  /** Without it, files are left out. */ store?: FileStore
}

const dayMs = 86_400_000

export const seedDemonstration = async ({
  db,
  clock,
  progress,
  store,
}: Services): Promise<{ fleet: FleetFile }> => {
  const world = buildWorld()
  if (!(await isSeeded(db, demoId('account', 'platform')))) {
    progress('Making the demonstration: 200 drones and a year of their work')
    const nowMs = clock.now()
    const pools = await flightPools(world)
    const passwordHash = await argon2(demoPassword)
    const records = await transaction(db, async (tx) => {
      await hurry(tx)
      await writeWorld(tx, world, passwordHash, nowMs)
      return await writePast(tx, world, pools, nowMs)
    })
    if (store) {
      await writeAppLogs(db, store, world, nowMs)
      await writeFlightLogs(db, store, world, nowMs)
    }
    await analyze(db)
    progress(`The demonstration is made: ${records.toLocaleString('en')} work records`)
  }
  return { fleet: await fleetWithCredentials(db, world) }
}

/** The secrets are kept nowhere but in the fleet's file: every start issues new ones. */
const fleetWithCredentials = async (db: Db, world: World): Promise<FleetFile> => {
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
  const fleet = fleetOf(world, new Map(issued.map(({ droneId, secret }) => [droneId, secret])))
  return { ...fleet, drones: fleet.drones.filter((drone) => accepted.has(drone.droneId)) }
}

const box = (bounds: Bounds): string =>
  `(${bounds.maxLng},${bounds.maxLat}),(${bounds.minLng},${bounds.minLat})`

/** A company that registers has told of itself already what waits for review. */
const registeredFacts = (world: World, accountId: string): Row => {
  const proposed = world.applications.find(
    (application) =>
      toApplicationType(application.type) === 'registration' && application.accountId === accountId,
  )?.proposed
  return {
    contact_phone: proposed?.['contactPhone'] ?? adminOf(world, accountId).phone,
    contact_address: proposed?.['contactAddress'] ?? null,
    legal_name: proposed?.['legal'] ?? null,
    credit_code: proposed?.['creditCode'] ?? null,
  }
}

const contactOf = (world: World, accountId: string): string =>
  world.accounts.find(({ id }) => id === accountId)?.contact ?? ''

type DaysAgo = (days: number) => string

const writeAccounts = async (tx: Tx, world: World, daysAgo: DaysAgo): Promise<void> => {
  await insertRows(
    tx,
    'account',
    world.accounts.map((account) => ({
      id: account.id,
      parent_id: account.parent === null ? null : demoId('account', account.parent),
      path: account.path,
      type: account.type,
      operator_type: account.operatorType ?? null,
      name: account.name,
      tag: account.tag ?? null,
      screens: account.screens ?? null,
      region_code: account.regionCode,
      time_zone: account.timeZone,
      theme: account.theme ?? 'default',
      custom_domain: account.customDomain ?? null,
      contact_name: account.contact,
      check_status: account.unaudited ? reviewCodes.waiting : reviewCodes.passed,
      enabled: account.enabled ?? true,
      vip_level: account.vipLevel ?? 0,
      can_create_sub: account.canCreateSub ?? false,
      lease_account: account.leaseAccount ?? false,
      created_at: daysAgo(account.unaudited ? 0.2 : 540),
      ...registeredFacts(world, account.id),
    })),
  )
  await insertRows(
    tx,
    'account_application',
    world.applications.map((application) => ({
      id: application.id,
      account_id: application.accountId,
      type: application.type,
      status: reviewCodes.waiting,
      proposed: application.proposed,
      current: application.current,
      submitted_by: application.submittedBy,
      submitted_at: daysAgo(application.hoursAgo / 24),
    })),
  )
}

const writePeople = async (
  tx: Tx,
  world: World,
  passwordHash: string,
  daysAgo: DaysAgo,
): Promise<void> => {
  await insertRows(
    tx,
    'app_user',
    world.users.map((user) => ({
      id: user.id,
      account_id: user.accountId,
      phone: user.phone,
      name: user.name,
      user_type: user.userType,
      data_scope: 'enterprise',
      password_hash: passwordHash,
      enabled: true,
      settings: {},
      created_at: daysAgo(530),
    })),
  )
}

const writeDrones = async (tx: Tx, world: World, daysAgo: DaysAgo): Promise<void> => {
  await insertRows(
    tx,
    'drone',
    world.drones.map((drone, i) => ({
      id: drone.id,
      name: drone.name,
      model_id: drone.model.id,
      manufacturer_id: drone.model.manufacturerId,
      operator_id: drone.operatorId,
      tenant_id: drone.tenantId,
      reg_mark: `B-${String(7000 + i * 13)}`,
      rack_no: `R${String(10_000 + i * 37)}`,
      manufacturer_number: `M${String(500 + i)}`,
      buyer: null,
      device_type: 'sprayer',
      sale_type: drone.tenantId ? 2 : 1,
      rental_model: drone.tenantId ? ([1, 2, 3] as const)[i % 3] : null,
      spray_width_m: null,
      activation: activationCodes.activated,
      locked: false,
      region_code: drone.regionCode,
      firmware: '3.2.1',
      created_at: daysAgo(drone.ageDays),
      released_at: daysAgo(drone.ageDays - 0.1),
      released_by: contactOf(world, drone.model.manufacturerId),
      activated_at: daysAgo(drone.ageDays - 0.3),
    })),
  )
  // Each stood at its maker's for half a day before its owner had it.
  await insertRows(
    tx,
    'drone_former_parties',
    world.drones.flatMap((drone) =>
      drone.operatorId === null
        ? []
        : [
            {
              drone_id: drone.id,
              until_at: daysAgo(drone.ageDays - 0.5),
              manufacturer_id: drone.model.manufacturerId,
              operator_id: null,
              tenant_id: null,
              region_code: drone.regionCode,
              user_id: null,
              user_name: contactOf(world, drone.model.manufacturerId),
            },
          ],
    ),
  )
}

const writePlots = async (tx: Tx, world: World, daysAgo: DaysAgo): Promise<void> => {
  await insertRows(
    tx,
    'crop',
    demoCrops.map(({ id, names }) => ({ id, names })),
  )
  await insertRows(
    tx,
    'plot',
    world.plots.map((plot) => ({
      id: plot.id,
      account_id: plot.accountId,
      name: plot.name,
      region_code: plot.regionCode,
      rings: [plot.ring],
      bounds: box(polygonBounds([plot.ring])),
      area_m2: plot.areaM2,
      crop_id: plot.cropId,
      created_at: daysAgo(400),
    })),
  )
}

const writeZones = async (tx: Tx, world: World, daysAgo: DaysAgo): Promise<void> => {
  await insertRows(
    tx,
    'no_fly_zone',
    world.zones.map((zone) => ({
      id: zone.id,
      account_id: zone.accountId,
      name: zone.name,
      type: zone.type,
      shape: zone.shape.kind,
      rings: zone.shape.kind === 'polygon' ? zone.shape.rings : null,
      center_lng: zone.shape.kind === 'circle' ? zone.shape.center[0] : null,
      center_lat: zone.shape.kind === 'circle' ? zone.shape.center[1] : null,
      radius_m: zone.shape.kind === 'circle' ? zone.shape.radiusM : null,
      bounds: box(shapeBounds(zone.shape)),
      area_m2: zone.areaM2,
      region_code: zone.regionCode,
      detail_address: zone.address,
      lower_m: null,
      upper_m: zone.upperM,
      enabled: zone.enabled,
      created_at: daysAgo(450),
      updated_at: daysAgo(430),
    })),
  )
}

const writeWorld = async (
  tx: Tx,
  world: World,
  passwordHash: string,
  nowMs: number,
): Promise<void> => {
  const daysAgo: DaysAgo = (days) => new Date(nowMs - days * dayMs).toISOString()
  await writeAccounts(tx, world, daysAgo)
  await writePeople(tx, world, passwordHash, daysAgo)
  await writeMembers(tx, passwordHash, nowMs)
  await writeModels(tx, world, daysAgo)
  await writeDrones(tx, world, daysAgo)
  await writePlots(tx, world, daysAgo)
  await writeZones(tx, world, daysAgo)
}

/** A user who looks in now and then: what is older than this is read. */
const unreadDays = 6

const kinds = [
  ['sorties', 'sortie'],
  ['records', 'work_record'],
  ['chunks', 'track_chunk'],
  ['events', 'device_event'],
  ['anomalies', 'anomaly'],
] as const
type Batch = Record<(typeof kinds)[number][0], Row[]>
const emptyBatch = (): Batch => ({
  sorties: [],
  records: [],
  chunks: [],
  events: [],
  anomalies: [],
})
const recordsABatch = 4_000

const writePast = async (
  tx: Tx,
  world: World,
  pools: Awaited<ReturnType<typeof flightPools>>,
  nowMs: number,
): Promise<number> => {
  const states: Row[] = []
  let records = 0
  let batch = emptyBatch()
  // The database takes one batch while the next is made.
  let writing = Promise.resolve()
  const write = async (): Promise<void> => {
    await writing
    writing = writeBatch(tx, batch)
    // awaited above and below; until then something else may fail first
    writing.catch(() => undefined)
    batch = emptyBatch()
  }
  for (const drone of world.drones) {
    const past: PastRows = pastOf(drone, pools.get(drone.pool)!, nowMs)
    for (const [kind] of kinds) batch[kind].push(...past[kind])
    states.push(past.state ?? emptyState(drone.id, drone.regionCode, drone.plots[0]!.takeoff))
    records += past.records.length
    if (batch.records.length >= recordsABatch) await write()
    await new Promise(setImmediate)
  }
  await write()
  await writing
  await insertRows(tx, 'drone_state', states)
  await writeTotals(tx)
  await readAnomalies(
    tx,
    world.users.filter((user) => user.signIn).map((user) => user.id),
    new Date(nowMs - unreadDays * dayMs),
  )
  return records
}

const writeBatch = async (tx: Tx, batch: Batch): Promise<void> => {
  for (const [kind, table] of kinds) await insertRows(tx, table, batch[kind])
}

const emptyState = (
  droneId: string,
  regionCode: string,
  place: readonly [number, number],
): Row => ({
  drone_id: droneId,
  last_message_at: null,
  last_point_at: null,
  lng: place[0],
  lat: place[1],
  height_m: null,
  speed_ms: null,
  heading_deg: null,
  flow_l_min: null,
  tank_l: null,
  battery_percent: null,
  link_percent: null,
  flight: 'offline',
  region_code: regionCode,
  boot: null,
})
