// Inserts the rows of the test world.
import { randomBytes } from 'node:crypto'
import type { Db } from '../platform/database/database.ts'
import {
  accountLines,
  boxText,
  buildCanary,
  droneLines,
  makerNames,
  newId,
  personLines,
  places,
  square,
  world,
  worldNow,
  type AccountLine,
  type AccountName,
  type DroneName,
  type PersonName,
  type UserLine,
} from './testing-world.ts'

export const insertWorld = async (db: Db): Promise<void> => {
  await insertAccounts(db)
  await insertDrones(db)
  await insertFlights(db)
}

const insertAccounts = async (db: Db): Promise<void> => {
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
        name: buildCanary('account', name),
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

const insertDrones = async (db: Db): Promise<void> => {
  for (const maker of makerNames) {
    await db
      .insertInto('drone_model')
      .values({
        id: world.modelId[maker],
        manufacturer_id: world.accountId[maker],
        name: buildCanary('model', maker),
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
        name: buildCanary('drone', name),
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
        last_message_at: new Date(worldNow),
        last_point_at: new Date(worldNow),
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

const insertPlot = async (
  db: Db,
  name: DroneName,
  owner:
    | (typeof droneLines)[DroneName]['maker']
    | NonNullable<(typeof droneLines)[DroneName]['operator']>,
  place: (typeof droneLines)[DroneName]['place'],
): Promise<void> => {
  const { code, at } = places[place]
  await db
    .insertInto('plot')
    .values({
      id: world.plotId[name],
      account_id: world.accountId[owner],
      name: buildCanary('plot', name),
      region_code: code,
      parts: JSON.stringify([[square(at, 0.001)]]),
      bounds: boxText(at, 0.001),
      area_m2: 10_000,
      crop_id: null,
      created_by: null,
    })
    .execute()
}

type Owned = {
  drone_id: string
  manufacturer_id: string
  operator_id: string | null
  tenant_id: string | null
  region_code: string
}

const insertWork = async (db: Db, name: DroneName, shared: Owned): Promise<void> => {
  const times = { start_at: new Date(worldNow - 600_000), end_at: new Date(worldNow) }
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
  // A simulated flight, which appears only in the list of simulated flights and in no sum.
  await db
    .insertInto('sortie')
    .values({
      ...shared,
      ...times,
      id: world.simulatedSortieId[name],
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
}

const insertFlights = async (db: Db): Promise<void> => {
  for (const [name, line] of Object.entries(droneLines) as [
    DroneName,
    (typeof droneLines)[DroneName],
  ][]) {
    const owner = line.operator ?? line.maker
    const { code } = places[line.place]
    await insertPlot(db, name, owner, line.place)
    const shared = {
      drone_id: world.droneId[name],
      manufacturer_id: world.accountId[line.maker],
      operator_id: line.operator && world.accountId[line.operator],
      tenant_id: line.tenant && world.accountId[line.tenant],
      region_code: code,
    }
    await insertWork(db, name, shared)
  }
}

/** The people of an account with this role must have a second factor. */
export const requireFactor = async (db: Db, accountId: string, role: number): Promise<void> => {
  await db
    .updateTable('account')
    .set({ factor_roles: [role] })
    .where('id', '=', accountId)
    .execute()
}

export const insertFactor = async (db: Db, userId: string): Promise<void> => {
  await db
    .insertInto('passkey')
    .values({
      id: newId(),
      user_id: userId,
      host: 'localhost',
      credential_id: randomBytes(16),
      public_key: randomBytes(77),
      counter: 0,
      transports: [],
      name: 'Phone',
      created_at: new Date(worldNow),
    })
    .execute()
}
