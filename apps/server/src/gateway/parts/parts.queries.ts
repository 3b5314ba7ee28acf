// Parts reported by drones, and the alarms that follow from their makers' lists. The alarms are a
// function of the reported and the listed parts, so judging again gives the same result.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { DronePart } from '@swath/domain/drone-parts'
import type { Tx } from '../../platform/database/database.ts'

export type ReportedParts = { droneId: string; atMs: number; parts: readonly DronePart[] }

/** Selects drones: the given ones, or all of one maker. */
type Which = { droneIds: readonly string[] } | { accountId: string }

const among = (which: Which, droneId: string): RawBuilder<SqlBool> =>
  'droneIds' in which
    ? sql<SqlBool>`${sql.ref(droneId)} = any(${which.droneIds})`
    : sql<SqlBool>`${sql.ref(droneId)} in (
        select id from drone where manufacturer_id = ${which.accountId}::uuid)`

/**
 * For a query with `part` and its `drone`: the maker lists parts of this kind, but not this one.
 */
const isStrange = sql<SqlBool>`(
  exists (select from allowed_part listed
    where listed.account_id = drone.manufacturer_id and listed.kind = part.kind)
  and not exists (select from allowed_part listed
    where listed.account_id = drone.manufacturer_id and listed.kind = part.kind
      and listed.hw_id = part.hw_id))`

/** Returns how many alarms were raised and ended. */
export const judgeParts = async (
  trx: Tx,
  which: Which,
  now: Date,
): Promise<{ raised: number; ended: number }> => {
  const raised = await sql`
    insert into part_alarm (id, drone_id, account_id, kind, hw_id, raised_at, state)
    select gen_random_uuid(), part.drone_id, drone.manufacturer_id, part.kind, part.hw_id,
      ${now}, 'open'
    from drone_part part join drone on drone.id = part.drone_id
    where ${among(which, 'part.drone_id')} and ${isStrange}
    order by part.drone_id, part.kind, part.hw_id
    on conflict (drone_id, kind, hw_id) where state in ('open', 'accepted') do nothing`.execute(trx)
  const ended = await sql`
    update part_alarm alarm
    set state = case when part.drone_id is null then 'gone' else 'listed' end,
      ended_at = ${now}, version = alarm.version + 1
    from part_alarm same
      join drone on drone.id = same.drone_id
      left join drone_part part on part.drone_id = same.drone_id and part.kind = same.kind
        and part.hw_id = same.hw_id
    where same.id = alarm.id and alarm.state = 'open' and ${among(which, 'alarm.drone_id')}
      and (part.drone_id is null or not ${isStrange})`.execute(trx)
  return { raised: Number(raised.numAffectedRows ?? 0), ended: Number(ended.numAffectedRows ?? 0) }
}

/** Assigns reported receivers to the drone's maker and to the drone. */
const noteReceivers = async (trx: Tx, droneIds: readonly string[], now: Date): Promise<void> => {
  await sql`
    insert into rtk_device (id, account_id, kind, drone_id, created_at)
    select distinct on (part.hw_id) part.hw_id, drone.manufacturer_id, 'onboard', drone.id, ${now}
    from drone_part part join drone on drone.id = part.drone_id
    where part.drone_id = any(${droneIds}) and part.kind = 'gnss'
      and part.hw_id ~ '^[A-Z0-9][A-Z0-9._-]{2,39}$'
    order by part.hw_id, part.last_at desc
    on conflict (id) do update set drone_id = excluded.drone_id, version = rtk_device.version + 1
      where rtk_device.account_id = excluded.account_id
        and rtk_device.drone_id is distinct from excluded.drone_id`.execute(trx)
}

/** Stores the last report of each drone, replacing its earlier one. */
export const keepReportedParts = async (
  trx: Tx,
  reports: readonly ReportedParts[],
  now: Date,
): Promise<void> => {
  const last = [...new Map(reports.map((report) => [report.droneId, report])).values()].toSorted(
    (a, b) => (a.droneId < b.droneId ? -1 : 1),
  )
  if (last.length === 0) return
  const droneIds = last.map(({ droneId }) => droneId)
  const rows = last.flatMap(({ droneId, atMs, parts }) =>
    parts.map((part) => ({ droneId, at: new Date(atMs).toISOString(), ...part })),
  )
  await sql`
    insert into drone_part (drone_id, kind, hw_id, firmware, first_at, last_at)
    select reported.drone_id, reported.kind, reported.hw_id, reported.firmware, reported.at,
      reported.at
    from unnest(
      ${rows.map((row) => row.droneId)}::text[],
      ${rows.map((row) => row.kind)}::text[],
      ${rows.map((row) => row.hwId)}::text[],
      ${rows.map((row) => row.firmware)}::text[],
      ${rows.map((row) => row.at)}::timestamptz[]
    ) as reported (drone_id, kind, hw_id, firmware, at)
    join drone on drone.id = reported.drone_id
    on conflict (drone_id, kind, hw_id) do update set
      firmware = coalesce(excluded.firmware, drone_part.firmware),
      last_at = greatest(excluded.last_at, drone_part.last_at)`.execute(trx)
  await sql`
    delete from drone_part part
    using unnest(
      ${droneIds}::text[],
      ${last.map(({ parts }) => JSON.stringify(parts.map(({ kind, hwId }) => `${kind} ${hwId}`)))}::jsonb[]
    ) as reported (drone_id, parts)
    where part.drone_id = reported.drone_id
      and not reported.parts ? (part.kind || ' ' || part.hw_id)`.execute(trx)
  await noteReceivers(trx, droneIds, now)
  await judgeParts(trx, { droneIds }, now)
}
