// A small world in which every kind of account, owner and place occurs, each row marked by a word
// of its own (its canary), so that a row that leaks is known by what it says.
import { randomBytes } from 'node:crypto'
import type { Db } from '../platform/database/database.ts'
import { uuidv7 } from '../platform/database/uuid.ts'

const now = Date.parse('2026-11-20T04:00:00Z')
const id = () => uuidv7(now)

/**
 * Where the world's accounts are: province, city, two of its counties; another province; Thailand.
 */
const places = {
  zhejiang: { code: '156330000', at: [120.2, 29.2] },
  hangzhou: { code: '156330100', at: [120.1, 30.2] },
  xihu: { code: '156330106', at: [120.05, 30.25] },
  binjiang: { code: '156330108', at: [120.21, 30.2] },
  henan: { code: '156410100', at: [113.6, 34.7] },
  chiangmai: { code: '764000000', at: [98.9, 18.8] },
} as const
type Place = keyof typeof places

type AccountLine = {
  type: 'platform' | 'government' | 'manufacturer' | 'operator' | 'farmer'
  parent: string | null
  place: Place
  more?: Record<string, unknown>
}
export const accountLines = {
  root: { type: 'platform', parent: null, place: 'hangzhou' },
  east: { type: 'platform', parent: 'root', place: 'hangzhou', more: { tag: 'east' } },
  province: { type: 'government', parent: 'root', place: 'zhejiang' },
  city: { type: 'government', parent: 'root', place: 'hangzhou' },
  county: { type: 'government', parent: 'root', place: 'xihu' },
  elsewhere: { type: 'government', parent: 'root', place: 'henan' },
  makerOne: { type: 'manufacturer', parent: 'root', place: 'hangzhou' },
  makerTwo: { type: 'manufacturer', parent: 'root', place: 'henan' },
  makerEast: { type: 'manufacturer', parent: 'east', place: 'hangzhou' },
  team: {
    type: 'operator',
    parent: 'root',
    place: 'xihu',
    more: { operator_type: 'team', can_create_sub: true },
  },
  teamSub: { type: 'operator', parent: 'team', place: 'xihu', more: { operator_type: 'team' } },
  teamSubSub: {
    type: 'operator',
    parent: 'teamSub',
    place: 'binjiang',
    more: { operator_type: 'team' },
  },
  rival: { type: 'operator', parent: 'root', place: 'henan', more: { operator_type: 'team' } },
  lone: {
    type: 'operator',
    parent: 'root',
    place: 'chiangmai',
    more: { operator_type: 'personal' },
  },
  renter: { type: 'operator', parent: 'root', place: 'henan', more: { operator_type: 'team' } },
  eastTeam: {
    type: 'operator',
    parent: 'east',
    place: 'binjiang',
    more: { operator_type: 'team' },
  },
  waiting: {
    type: 'operator',
    parent: 'root',
    place: 'xihu',
    more: { operator_type: 'team', check_status: 1 },
  },
  farmer: { type: 'farmer', parent: 'root', place: 'xihu' },
} as const satisfies Record<string, AccountLine>
export type AccountName = keyof typeof accountLines

const droneLines = {
  teams: { maker: 'makerOne', operator: 'team', tenant: null, place: 'xihu' },
  subs: { maker: 'makerOne', operator: 'teamSub', tenant: null, place: 'xihu' },
  subSubs: { maker: 'makerTwo', operator: 'teamSubSub', tenant: null, place: 'binjiang' },
  rivals: { maker: 'makerOne', operator: 'rival', tenant: null, place: 'henan' },
  rented: { maker: 'makerTwo', operator: 'rival', tenant: 'renter', place: 'henan' },
  lones: { maker: 'makerTwo', operator: 'lone', tenant: null, place: 'chiangmai' },
  easts: { maker: 'makerEast', operator: 'eastTeam', tenant: null, place: 'binjiang' },
  unsold: { maker: 'makerOne', operator: null, tenant: null, place: 'hangzhou' },
} as const satisfies Record<
  string,
  { maker: AccountName; operator: AccountName | null; tenant: AccountName | null; place: Place }
>
export type DroneName = keyof typeof droneLines
export const droneNames = Object.keys(droneLines) as DroneName[]

const zoneLines = {
  rootZone: 'root',
  provinceZone: 'province',
  cityZone: 'city',
  countyZone: 'county',
  elsewhereZone: 'elsewhere',
} as const satisfies Record<string, AccountName>
export type ZoneName = keyof typeof zoneLines
export const zoneNames = Object.keys(zoneLines) as ZoneName[]

type UserLine = { account: AccountName; type: 1 | 2 | 3 | 4 | 5 | 6; personal?: boolean }
export const personLines = {
  ...(Object.fromEntries(
    (Object.keys(accountLines) as AccountName[]).map((name) => [name, { account: name, type: 1 }]),
  ) as Record<AccountName, UserLine>),
  teamStaff: { account: 'team', type: 3 },
  teamEnterpriseAdmin: { account: 'team', type: 4 },
  teamBusinessAdmin: { account: 'team', type: 5 },
  teamLeaseManager: { account: 'team', type: 6 },
  teamPilot: { account: 'team', type: 2 },
  teamPersonal: { account: 'team', type: 4, personal: true },
  countyStaff: { account: 'county', type: 3 },
  makerBusinessAdmin: { account: 'makerOne', type: 5 },
} as const satisfies Record<string, UserLine>
export type PersonName = keyof typeof personLines
export const personNames = Object.keys(personLines) as PersonName[]

export type World = {
  accountId: Record<AccountName, string>
  /** The registration of `waiting`. */
  applicationId: string
  userApplicationId: string
  userId: Record<PersonName, string>
  droneId: Record<DroneName, string>
  sortieId: Record<DroneName, string>
  practiceId: Record<DroneName, string>
  anomalyId: Record<DroneName, string>
  plotId: Record<DroneName, string>
  /** Of the ground app that flies the drone. */
  appLogId: Record<DroneName, string>
  zoneId: Record<ZoneName, string>
  modelId: Record<'makerOne' | 'makerTwo' | 'makerEast', string>
}

/** A word that stands in every text of the thing it names and nowhere else. */
export const canaryOf = (
  kind: 'account' | 'drone' | 'zone' | 'plot' | 'model',
  name: string,
): string => `canary-${kind}-${name}-end`

const square = ([lng, lat]: readonly [number, number], size: number): [number, number][] => [
  [lng, lat],
  [lng + size, lat],
  [lng + size, lat + size],
  [lng, lat + size],
  [lng, lat],
]
const boxText = ([lng, lat]: readonly [number, number], size: number): string =>
  `((${lng + size},${lat + size}),(${lng},${lat}))`

const idsOf = <N extends string>(names: readonly N[]): Record<N, string> =>
  Object.fromEntries(names.map((name) => [name, id()])) as Record<N, string>

export const makeWorld = async (db: Db): Promise<World> => {
  const world: World = {
    applicationId: id(),
    userApplicationId: id(),
    accountId: idsOf(Object.keys(accountLines) as AccountName[]),
    userId: idsOf(personNames),
    sortieId: idsOf(droneNames),
    practiceId: idsOf(droneNames),
    anomalyId: idsOf(droneNames),
    plotId: idsOf(droneNames),
    appLogId: idsOf(droneNames),
    zoneId: idsOf(zoneNames),
    modelId: idsOf(['makerOne', 'makerTwo', 'makerEast']),
    droneId: Object.fromEntries(droneNames.map((name) => [name, `SWEEP-${name}`])) as Record<
      DroneName,
      string
    >,
  }
  await insertAccounts(db, world)
  await db
    .insertInto('account_application')
    .values({
      id: world.applicationId,
      account_id: world.accountId.waiting,
      type: 1,
      proposed: JSON.stringify({
        accountName: canaryOf('account', 'waiting'),
        regionCode: '156330106',
      }),
      current: null,
      submitted_by: world.userId.waiting,
      submitted_at: new Date(now),
      reviewed_by: null,
      reviewer_name: null,
      reviewed_at: null,
      reason: null,
    })
    .execute()
  await db
    .insertInto('user_application')
    .values({
      id: world.userApplicationId,
      account_id: world.accountId.team,
      admin_id: world.userId.team,
      name: 'canary-user-application-end',
      phone: '+86-13699999999',
      email: null,
      user_type: 2,
      password_hash: 'x',
      applied_at: new Date(now),
      reviewed_by: null,
      reviewer_name: null,
      reviewed_at: null,
      reason: null,
      user_id: null,
    })
    .execute()
  await insertDrones(db, world)
  await insertFlights(db, world)
  await insertZones(db, world)
  return world
}

const insertAccounts = async (db: Db, world: World): Promise<void> => {
  const paths: Record<string, string> = {}
  for (const [name, line] of Object.entries(accountLines) as [AccountName, AccountLine][]) {
    const accountId = world.accountId[name]
    paths[name] =
      `${line.parent === null ? '' : paths[line.parent]}${accountId.replaceAll('-', '')}/`
    await db
      .insertInto('account')
      .values({
        id: accountId,
        parent_id: line.parent === null ? null : world.accountId[line.parent as AccountName],
        path: paths[name]!,
        type: line.type,
        operator_type: null,
        name: canaryOf('account', name),
        tag: null,
        screens: null,
        region_code: places[line.place].code,
        time_zone: 'Asia/Shanghai',
        custom_domain: null,
        logo_url: null,
        contact_name: null,
        contact_phone: null,
        contact_address: null,
        email: null,
        legal_name: null,
        credit_code: null,
        business_license_url: null,
        ...line.more,
      })
      .execute()
  }
  const people = Object.entries(personLines) as [PersonName, UserLine][]
  await db
    .insertInto('app_user')
    .values(
      people.map(([name, line], index) => ({
        id: world.userId[name],
        account_id: world.accountId[line.account],
        phone: `+86-138${String(index).padStart(8, '0')}`,
        email: null,
        name: `person-${name}`,
        head_url: null,
        user_type: line.type,
        data_scope: line.personal ? ('personal' as const) : ('enterprise' as const),
        password_hash: null,
      })),
    )
    .execute()
}

const insertDrones = async (db: Db, world: World): Promise<void> => {
  for (const maker of ['makerOne', 'makerTwo', 'makerEast'] as const) {
    await db
      .insertInto('drone_model')
      .values({
        id: world.modelId[maker],
        manufacturer_id: world.accountId[maker],
        name: canaryOf('model', maker),
        shape: 'six',
        power: 'electric',
        tank_l: 30,
        swath_width_m: 5.5,
        picture_url: null,
      })
      .execute()
  }
  for (const [name, line] of Object.entries(droneLines) as [
    DroneName,
    (typeof droneLines)[DroneName],
  ][]) {
    const droneId = world.droneId[name]
    await db
      .insertInto('drone')
      .values({
        id: droneId,
        name: canaryOf('drone', name),
        model_id: world.modelId[line.maker],
        manufacturer_id: world.accountId[line.maker],
        operator_id: line.operator && world.accountId[line.operator],
        tenant_id: line.tenant && world.accountId[line.tenant],
        reg_mark: null,
        rack_no: null,
        manufacturer_number: null,
        buyer: null,
        rental_model: null,
        spray_width_m: 5.5,
        region_code: places[line.place].code,
        firmware: null,
      })
      .execute()
    const [lng, lat] = places[line.place].at
    await db
      .insertInto('drone_state')
      .values({
        drone_id: droneId,
        last_message_at: new Date(now),
        last_point_at: new Date(now),
        lng,
        lat,
        height_m: 3,
        speed_ms: 5,
        heading_deg: 90,
        flow_l_min: 3,
        tank_l: 10,
        battery_percent: 80,
        link_percent: 90,
        flight: 'flying',
        region_code: places[line.place].code,
        boot: null,
      })
      .execute()
  }
}

const insertFlights = async (db: Db, world: World): Promise<void> => {
  for (const [name, line] of Object.entries(droneLines) as [
    DroneName,
    (typeof droneLines)[DroneName],
  ][]) {
    const owner = line.operator ?? line.maker
    const { code, at } = places[line.place]
    await db
      .insertInto('plot')
      .values({
        id: world.plotId[name],
        account_id: world.accountId[owner],
        name: canaryOf('plot', name),
        region_code: code,
        rings: JSON.stringify([square(at, 0.001)]),
        bounds: boxText(at, 0.001),
        area_m2: 10_000,
        crop_id: null,
        created_by: null,
      })
      .execute()
    const shared = {
      drone_id: world.droneId[name],
      manufacturer_id: world.accountId[line.maker],
      operator_id: line.operator && world.accountId[line.operator],
      tenant_id: line.tenant && world.accountId[line.tenant],
      region_code: code,
    }
    const times = { start_at: new Date(now - 600_000), end_at: new Date(now) }
    await db
      .insertInto('sortie')
      .values({
        ...shared,
        ...times,
        id: world.sortieId[name],
        number: 1,
        state: 'closed',
        close_reason: 'landing',
        point_count: 0,
        bounds: null,
        pilot_id: null,
      })
      .execute()
    // A simulated flight, which is in no list but its own and in no sum.
    await db
      .insertInto('sortie')
      .values({
        ...shared,
        ...times,
        id: world.practiceId[name],
        number: 2,
        state: 'closed',
        close_reason: 'landing',
        point_count: 0,
        bounds: null,
        pilot_id: null,
        simulated: true,
      })
      .execute()
    await db
      .insertInto('work_record')
      .values({
        ...shared,
        ...times,
        sortie_id: world.sortieId[name],
        pilot_id: null,
        plot_id: world.plotId[name],
        crop_id: null,
        chemical: null,
        mode: 3,
        duration_s: 600,
        distance_m: 3000,
        spray_s: 500,
        spray_l: 20,
        spray_l_source: 'flow',
        height_m: 3,
        speed_ms: 5,
        flow_l_min: 2.4,
        width_m: 5.5,
        covered_m2: 10_000,
        swept_m2: 10_500,
        repeated_m2: 100,
        overlap_ratio: 0.01,
        outside_plot_ratio: 0,
        claimed_m2: null,
        track_hash: randomBytes(32),
        previous_hash: Buffer.alloc(0),
        hash: randomBytes(32),
      })
      .execute()
    await db
      .insertInto('app_log')
      .values({
        ...shared,
        region_code: code,
        id: world.appLogId[name],
        key: randomBytes(32).toString('base64url'),
        file_name: `${canaryOf('drone', name)}.log`,
        kind: 'text',
        bytes: 5,
        sha256: randomBytes(32),
        account_id: world.accountId[owner],
        app_version: '5.2',
        platform: 'android',
        uploaded_by: null,
        uploader_name: world.droneId[name],
        uploaded_at: new Date(now),
        stored: true,
      })
      .execute()
    await db
      .insertInto('anomaly')
      .values({
        ...shared,
        id: world.anomalyId[name],
        sortie_id: world.sortieId[name],
        type: 2,
        level: 2,
        cause: 'flow',
        at: new Date(now),
        lng: at[0],
        lat: at[1],
      })
      .execute()
  }
}

const insertZones = async (db: Db, world: World): Promise<void> => {
  for (const [name, owner] of Object.entries(zoneLines) as [
    ZoneName,
    (typeof zoneLines)[ZoneName],
  ][]) {
    const { code, at } = places[accountLines[owner].place]
    await db
      .insertInto('no_fly_zone')
      .values({
        id: world.zoneId[name],
        account_id: world.accountId[owner],
        name: canaryOf('zone', name),
        type: 1,
        shape: 'polygon',
        rings: JSON.stringify([square(at, 0.01)]),
        center_lng: null,
        center_lat: null,
        radius_m: null,
        bounds: boxText(at, 0.01),
        area_m2: 1_000_000,
        region_code: code,
        lower_m: null,
        upper_m: null,
        valid_from: null,
        valid_until: null,
        created_by: null,
      })
      .execute()
  }
}
