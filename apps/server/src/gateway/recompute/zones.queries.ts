import { sql, type Selectable, type SqlBool } from 'kysely'
import { dronesOfScope } from '@swath/domain/access/drones-of-scope'
import { deriveScope } from '@swath/domain/access/policy'
import { regionPrefix } from '@swath/domain/region-code'
import { ZoneIndex, type AirZone } from '@swath/domain/zone-index'
import type { StayInRule, ZonesInForce } from '@swath/domain/zones-in-force'
import { findSubtree } from '../../platform/auth/people.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'

type StoredZone = Selectable<Database['no_fly_zone_version']>['content']

/** Maximum age of accepted points: nothing older is judged. */
const oldestDays = 400

const toMs = (time: string | null): number | null => (time === null ? null : Date.parse(time))

const toAirZone = (zone: StoredZone, since: Date, until: Date | null): AirZone => ({
  id: zone.id,
  name: zone.name,
  shape:
    zone.shape === 'circle'
      ? { kind: 'circle', center: [zone.center_lng!, zone.center_lat!], radiusM: zone.radius_m! }
      : { kind: 'polygon', rings: zone.rings! },
  lowerM: zone.lower_m,
  upperM: zone.upper_m,
  lowerReference: zone.lower_reference,
  upperReference: zone.upper_reference,
  fromMs: Math.max(since.getTime(), toMs(zone.valid_from) ?? 0),
  toMs:
    until === null
      ? toMs(zone.valid_until)
      : Math.min(until.getTime(), toMs(zone.valid_until) ?? Infinity),
  windows: zone.windows,
  timeZone: zone.time_zone,
  restriction: zone.restriction,
  kind: zone.kind,
})

/** An account's stay-in areas apply to the drones that its own users can see. */
const bindingOf = async (db: Db, accountId: string): Promise<StayInRule['binds']> => {
  const account = await db
    .selectFrom('account')
    .where('id', '=', accountId)
    .select(['type', 'parent_id', 'tag', 'path', 'region_code'])
    .executeTakeFirst()
  if (!account) return () => false
  const scope = deriveScope({
    accountType: account.type,
    root: account.parent_id === null,
    tag: account.tag,
    regionPrefix: regionPrefix(account.region_code),
    accountIds: await findSubtree(db, account.path),
  })
  return dronesOfScope(scope)
}

/**
 * All zones that were in force at any time for which points may still arrive: each version of each
 * zone, with its period. So a flight of last month is judged by the zones of last month. Stay-out
 * zones apply to all drones, regardless of the declaring account; stay-in areas to those of the
 * account.
 */
export const loadZones = async (db: Db): Promise<ZonesInForce> => {
  const rows = await db
    .selectFrom('no_fly_zone_version')
    .where('enabled', '=', true)
    .where(
      sql<SqlBool>`(until is null or until > since
        and until > now() - make_interval(days => ${oldestDays}))`,
    )
    .orderBy('zone_id')
    .orderBy('number')
    .select(['account_id', 'content', 'since', 'until'])
    .execute()
  const stayOut: AirZone[] = []
  const areas = new Map<string, AirZone[]>()
  for (const { account_id, content, since, until } of rows) {
    const zone = toAirZone(content, since, until)
    if (zone.kind === 'stay_in') {
      const own = areas.get(account_id)
      if (own) own.push(zone)
      else areas.set(account_id, [zone])
    } else if (zone.restriction !== 'no_restriction') stayOut.push(zone)
  }
  return {
    stayOut: new ZoneIndex(stayOut),
    stayIn: await Promise.all(
      [...areas].map(async ([declarerId, own]) => ({
        declarerId,
        binds: await bindingOf(db, declarerId),
        areas: new ZoneIndex(own),
      })),
    ),
  }
}
