// The baseline: a table with one row per point, written by a service that inserts each message as
// it arrives.
import type pg from 'pg'

export type PlainPoint = {
  droneId: string
  boot: string
  seq: number
  t: number
  lng: number
  lat: number
  height: number
  speed: number
  heading: number
  flow: number
  pump: boolean
  width: number
  tank: number
  battery: number
  link: number
  fix: number
  sats: number
  mode: number
}

const columns = [
  ['drone_id', 'text', 'droneId'],
  ['boot', 'text', 'boot'],
  ['seq', 'bigint', 'seq'],
  ['at', 'timestamptz', 't'],
  ['lng', 'float8', 'lng'],
  ['lat', 'float8', 'lat'],
  ['height_m', 'real', 'height'],
  ['speed_ms', 'real', 'speed'],
  ['heading_deg', 'real', 'heading'],
  ['flow_l_min', 'real', 'flow'],
  ['pump_on', 'boolean', 'pump'],
  ['width_m', 'real', 'width'],
  ['tank_l', 'real', 'tank'],
  ['battery_percent', 'real', 'battery'],
  ['link_percent', 'real', 'link'],
  ['fix', 'smallint', 'fix'],
  ['satellites', 'smallint', 'sats'],
  ['mode', 'smallint', 'mode'],
] as const satisfies readonly (readonly [string, string, keyof PlainPoint])[]

const readValue = (point: PlainPoint, field: keyof PlainPoint): unknown =>
  field === 't' ? new Date(point.t).toISOString() : point[field]

export const createPointTable = async (
  client: pg.ClientBase | pg.Pool,
  table: string,
): Promise<void> => {
  await client.query(
    `create table ${table} (${columns.map(([name, type]) => `${name} ${type} not null`).join(', ')}, primary key (drone_id, at, seq))`,
  )
}

/** One statement for many rows, or for one: each is prepared once a connection. */
export const insertPoints = async (
  client: pg.ClientBase | pg.Pool,
  table: string,
  points: readonly PlainPoint[],
): Promise<void> => {
  const names = columns.map(([name]) => name).join(', ')
  if (points.length === 1) {
    await client.query({
      name: `one ${table}`,
      text: `insert into ${table} (${names}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')}) on conflict do nothing`,
      values: columns.map(([, , field]) => readValue(points[0]!, field)),
    })
    return
  }
  await client.query({
    name: `many ${table}`,
    text: `insert into ${table} (${names}) select * from unnest(${columns.map(([, type], i) => `$${i + 1}::${type}[]`).join(', ')}) on conflict do nothing`,
    values: columns.map(([, , field]) => points.map((point) => readValue(point, field))),
  })
}

/** Whole tracks, all columns, in order. */
export const selectTracks = async (
  client: pg.ClientBase | pg.Pool,
  table: string,
  droneIds: readonly string[],
): Promise<Record<string, unknown>[]> => {
  const { rows } = await client.query({
    name: `tracks ${table}`,
    text: `select * from ${table} where drone_id = any($1) order by drone_id, at`,
    values: [droneIds],
  })
  return rows
}
