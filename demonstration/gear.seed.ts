// The gear of the demonstration: parts of each drone and its maker's list, RTK receivers with their
// service, base stations, settings of ground apps, and versions of the app.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { readVersionOrder } from '@swath/domain/app-version'
import type { DronePart } from '@swath/domain/drone-parts'
import { judgeParts, keepReportedParts } from '@swath/server/gateway/parts/public'
import type { Tx } from '@swath/server/platform/database/database'
import { insertRows } from './demonstration.queries.ts'
import { demoId, type World, type WorldDrone } from './world-rows.seed.ts'

const dayMs = 86_400_000

/** One drone in this many has a battery that is not on its manufacturer's list. */
const strangeEvery = 37
const spareBatteries = 60
/** Days until the service ends, assigned in turn. */
const daysLeft = [310, 22, 190, 5, 95, 260, -3, 140, 28, 365, 75, 220] as const
/** One receiver in this many has no service key yet, and one in this many is blocked. */
const unboundEvery = 11
const blockedEvery = 29

const number = (i: number): string => String(i + 1).padStart(5, '0')

/** The part number of a drone's receiver; its serial number begins with it. */
const receiverPn = (i: number): 'UM980' | 'UM982' => (i % 3 === 0 ? 'UM980' : 'UM982')
const receiverId = (i: number): string => `${receiverPn(i)}-${number(i)}`

/** As the drone reports them when it connects. */
export const partsOf = (drone: WorldDrone, i: number): readonly DronePart[] => {
  const maker = drone.model.name.replaceAll(/[^A-Z0-9]/g, '').slice(0, 4) || 'DR'
  const part = (kind: DronePart['kind'], hwId: string, firmware: string | null = null) => ({
    kind,
    hwId,
    firmware,
  })
  return [
    part('flight-controller', `${maker}-FC-${number(i)}`, '3.2.1'),
    part('gnss', receiverId(i), '1.18'),
    part('radar', `${maker}-RD-${number(i)}`, '2.0.4'),
    part('battery', i % strangeEvery === 8 ? `NN-16S-${number(i)}` : `${maker}-BAT-${number(i)}`),
    part('pump', `${maker}-PMP-${number(i)}`),
  ]
}

const writeLists = async (tx: Tx, world: World, nowMs: number): Promise<void> => {
  const rows = world.drones.flatMap((drone, i) =>
    partsOf(drone, i)
      .filter(({ hwId }) => !hwId.startsWith('NN-'))
      .map(({ kind, hwId }) => ({ accountId: drone.model.manufacturerId, kind, hwId, at: i })),
  )
  const spares = [...new Set(rows.map(({ accountId }) => accountId))].flatMap((accountId, m) =>
    Array.from({ length: spareBatteries }, (_, i) => ({
      accountId,
      kind: 'battery' as const,
      hwId: `SP-BAT-${m + 1}${number(i)}`,
      at: i,
    })),
  )
  await insertRows(
    tx,
    'allowed_part',
    [...rows, ...spares].map(({ accountId, kind, hwId, at }) => ({
      id: demoId('allowed-part', `${accountId} ${kind} ${hwId}`),
      account_id: accountId,
      kind,
      hw_id: hwId,
      note: hwId.startsWith('SP-') ? '2026-Q3' : '',
      added_at: new Date(nowMs - (200 - (at % 150)) * dayMs).toISOString(),
    })),
  )
}

/** Reports of drones at their last connection, and the alarms that follow. */
const writeReports = async (tx: Tx, world: World, nowMs: number): Promise<void> => {
  await keepReportedParts(
    tx,
    world.drones.map((drone, i) => ({
      droneId: drone.id,
      atMs: nowMs - ((i % 40) + 1) * 3_600_000,
      parts: partsOf(drone, i),
    })),
    new Date(nowMs),
  )
  await judgeParts(tx, { droneIds: world.drones.map(({ id }) => id) }, new Date(nowMs))
  // The alarms were raised at different times, and one of the parts was allowed.
  await sql`
    update part_alarm set raised_at = raised_at - (one.place * interval '17 hours'), told_at = ${new Date(nowMs)}
    from (select id, row_number() over (order by drone_id) as place from part_alarm) one
    where one.id = part_alarm.id`.execute(tx)
  await sql`
    update part_alarm set state = 'accepted', ended_at = raised_at + interval '5 hours',
      user_name = person.name, user_id = person.id, reason = '试用批次，已抽检', version = 2
    from (select app_user.id, app_user.name, app_user.account_id from app_user
      where app_user.user_type = 1) person
    where person.account_id = part_alarm.account_id
      and part_alarm.id = (select id from part_alarm order by raised_at limit 1)`.execute(tx)
}

const writeReceivers = async (tx: Tx, world: World, nowMs: number): Promise<void> => {
  const isoDay = (days: number): string => new Date(nowMs + days * dayMs).toISOString().slice(0, 10)
  for (const [i, drone] of world.drones.entries()) {
    const isBound = i % unboundEvery !== 4
    await tx
      .updateTable('rtk_device')
      .set({
        pn: receiverPn(i),
        qxdsk: isBound
          ? `D${createHash('sha256').update(drone.id).digest('hex').slice(0, 15)}`
          : null,
        expires_on: isBound ? isoDay(daysLeft[i % daysLeft.length]!) : null,
        allowed: i % blockedEvery !== 13,
        created_at: new Date(nowMs - drone.ageDays * dayMs),
      })
      .where('id', '=', receiverId(i))
      .execute()
  }
  // Positioning accuracy on the flights of the last month.
  await sql`
    insert into sortie_fix (drone_id, sortie_id, start_at, told_count, fixed_count, float_count,
      satellite_count, satellite_sum)
    select drone_id, id, start_at, point_count,
      round(point_count * (0.86 + 0.13 * share))::int, round(point_count * 0.01)::int,
      point_count, round(point_count * (18 + 12 * share))::int
    from sortie,
      lateral (select abs(hashtext(drone_id)) % 1000 / 1000.0 as share) one
    where start_at > ${new Date(nowMs - 30 * dayMs)} and state = 'closed' and not simulated
    on conflict do nothing`.execute(tx)
}

const writeMounts = async (tx: Tx, world: World): Promise<void> => {
  const makers = world.accounts.filter(({ type }) => type === 'manufacturer')
  const drones = makers.flatMap(
    (maker) => world.drones.find(({ model }) => model.manufacturerId === maker.id) ?? [],
  )
  // Nobody knows these passwords: users generate new ones.
  const unknown = '\\x' + createHash('sha256').update('nobody').digest('hex')
  await insertRows(
    tx,
    'ntrip_mount',
    drones.map((drone, i) => ({
      id: demoId('mount', drone.id),
      account_id: drone.model.manufacturerId,
      name: `BASE_${i + 1}`,
      place: drone.district.villages[0]!.name,
      format: i === 0 ? 'RTCM 3.3' : 'RTCM 3.2',
      lng: drone.plots[0]!.takeoff[0],
      lat: drone.plots[0]!.takeoff[1],
      enabled: i !== 1,
      base_secret_hash: unknown,
      rover_secret_hash: unknown,
      version: 1,
      rover_count: 0,
    })),
  )
}

const writeGroundConfigs = async (tx: Tx, world: World, nowMs: number): Promise<void> => {
  const owners = world.accounts.filter(
    ({ type, operatorType }) => type === 'manufacturer' || operatorType === 'team',
  )
  await insertRows(
    tx,
    'ground_station_config',
    owners.slice(0, 6).flatMap((account, i) => {
      const person = world.users.find(({ accountId }) => accountId === account.id)
      const saved = (daysAgo: number, number: number, more: Record<string, unknown>) => ({
        account_id: account.id,
        number,
        theme: 'system',
        launch_page_url: null,
        home_page_url: `https://ground.swath.example/${i + 1}`,
        server_address: 'ground.swath.example',
        saved_at: new Date(nowMs - daysAgo * dayMs).toISOString(),
        user_id: person?.id ?? null,
        user_name: person?.name ?? account.name,
        ...more,
      })
      return [
        saved(190 + i * 7, 1, {}),
        saved(20 + i * 3, 2, {
          theme: i % 2 === 0 ? 'contrast' : 'dark',
          launch_page_url: `https://ground.swath.example/${i + 1}/start.png`,
        }),
      ]
    }),
  )
}

/** The platform's apps, which drones of makers without their own apps get. */
const versions = [
  ['android', '4.8.2', 260, false, 'Terrain following uses the radar.'],
  ['android', '5.0.9', 150, false, 'Plots can be drawn by walking around them.'],
  ['android', '5.1.4', 90, true, 'Corrects the position of no-fly zones near the coast.'],
  ['android', '5.2.0', 40, false, 'New no-fly zones arrive during a flight.'],
  ['android', '5.2.1', 12, false, 'An interrupted upload of a route continues.'],
  ['ios', '5.2.0', 38, true, 'New no-fly zones arrive during a flight.'],
  ['windows', '5.1.4', 88, false, 'Corrects the position of no-fly zones near the coast.'],
] as const
/** The apps of one maker. */
const makerVersions = [
  ['android', '5.1.4-tx', 84, true, '修正 T30 喷头流量显示。'],
  ['android', '5.2.1-tx', 9, false, '支持 T40 Pro 双路泵校准。'],
] as const

const writeVersions = async (tx: Tx, world: World, nowMs: number): Promise<void> => {
  const platform = world.accounts.filter(({ type, parent }) => type === 'platform' && !parent)
  const [maker] = world.accounts.filter(({ type }) => type === 'manufacturer')
  const offers = [
    ...platform.map((account) => ({ account, offered: versions })),
    { account: maker!, offered: makerVersions },
  ]
  await insertRows(
    tx,
    'app_version',
    offers.flatMap(({ account, offered }) =>
      offered.map(([platform, name, daysAgo, isMinimum, notes]) => ({
        id: demoId('app-version', `${account.id} ${platform} ${name}`),
        account_id: account.id,
        platform,
        version_name: name,
        version_order: readVersionOrder(name),
        url: `https://ground.swath.example/app/${platform}/${name}`,
        sha256: createHash('sha256').update(`${platform} ${name}`).digest('hex'),
        notes,
        is_minimum: isMinimum,
        published_at: new Date(nowMs - daysAgo * dayMs).toISOString(),
        version: 1,
      })),
    ),
  )
}

export const writeGear = async (tx: Tx, world: World, nowMs: number): Promise<void> => {
  await writeLists(tx, world, nowMs)
  await writeReports(tx, world, nowMs)
  await writeReceivers(tx, world, nowMs)
  await writeMounts(tx, world)
  await writeGroundConfigs(tx, world, nowMs)
  await writeVersions(tx, world, nowMs)
}
