import type { NoFlyZone, ZoneShape, ZoneVersion } from '@swath/contract/land/no-fly-zones'
import type { ZoneHolder } from '@swath/contract/land/zone-distribution'
import type { Caller } from '@swath/domain/access/caller'
import type { AirZone } from '@swath/domain/zone-index'
import type { Language } from '@swath/i18n/languages'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { phaseAt } from '../../../platform/events/flight-phase.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { findZone, type VersionRow, type ZoneRow } from './no-fly-zones.queries.ts'
import { countHolders, type HolderRow } from './zone-holders.queries.ts'

export const noHolders = { current: 0, behind: 0 }

const toWindows = (windows: ZoneRow['windows']): NoFlyZone['windows'] =>
  windows.map(({ days, ...hours }) => ({ ...hours, days: [...days] }))

export const toShape = (
  row: Pick<ZoneRow, 'shape' | 'rings' | 'center_lng' | 'center_lat' | 'radius_m'>,
): ZoneShape =>
  row.shape === 'polygon' && row.rings
    ? { kind: 'polygon', rings: row.rings }
    : {
        kind: 'circle',
        center: [row.center_lng ?? 0, row.center_lat ?? 0],
        radiusM: row.radius_m ?? 0,
      }

type Ground = Omit<ZoneRow, 'account_name'>

/** The current zone, to check flights. */
export const toAirZone = (row: Ground): AirZone => ({
  id: row.id,
  name: row.name,
  shape: toShape(row),
  kind: row.kind,
  restriction: row.restriction,
  lowerM: row.lower_m,
  upperM: row.upper_m,
  lowerReference: row.lower_reference,
  upperReference: row.upper_reference,
  fromMs: row.valid_from?.getTime() ?? null,
  toMs: row.valid_until?.getTime() ?? null,
  windows: row.windows,
  timeZone: row.time_zone,
})

/** Data of a zone for maps and route checks, without its declarer. */
export const presentGround = (row: Ground) => ({
  noflyId: row.id,
  noflyName: row.name,
  type: row.type,
  kind: row.kind,
  restriction: row.restriction,
  shape: toShape(row),
  enabled: row.enabled,
  lowerM: row.lower_m,
  upperM: row.upper_m,
  lowerReference: row.lower_reference,
  upperReference: row.upper_reference,
  validFrom: row.valid_from?.toISOString() ?? null,
  validUntil: row.valid_until?.toISOString() ?? null,
  windows: toWindows(row.windows),
  timeZone: row.time_zone,
})

export const presentZone = (
  row: ZoneRow,
  caller: Caller,
  language: Language,
  distribution: NoFlyZone['distribution'] = null,
): NoFlyZone => {
  const manages = caller.rights.includes('noFlyZone.manage')
  return {
    ...presentGround(row),
    detailAddress: row.detail_address,
    reasons: row.reasons,
    message: row.message,
    authorities: row.authorities,
    areaM2: row.area_m2,
    regionCode: row.region_code,
    region: regionPath(row.region_code, language),
    accountName: row.account_name,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    distribution,
    version: row.version,
    can: { update: manages, enable: manages, delete: manages },
  }
}

export const presentVersion = ({ content, since, until }: VersionRow): ZoneVersion => ({
  noflyName: content.name,
  kind: content.kind,
  restriction: content.restriction,
  shape: toShape(content),
  lowerM: content.lower_m,
  upperM: content.upper_m,
  lowerReference: content.lower_reference,
  upperReference: content.upper_reference,
  validFrom: content.valid_from && new Date(content.valid_from).toISOString(),
  validUntil: content.valid_until && new Date(content.valid_until).toISOString(),
  areaM2: content.area_m2,
  enabled: content.enabled,
  version: content.version,
  since: since.toISOString(),
  until: until?.toISOString() ?? null,
})

export const presentHolder = (row: HolderRow, nowMs: number): ZoneHolder => ({
  droneId: row.id,
  droneName: row.name,
  yyAccountName: row.operator_name,
  state: row.held,
  flight: phaseAt(row.flight ?? 'offline', row.last_message_at?.getTime() ?? NaN, nowMs),
  acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
  behindSince: row.behind_since?.toISOString() ?? null,
})

export const readZone = async (
  from: Db | Tx,
  caller: Caller,
  id: string,
  language: Language,
): Promise<NoFlyZone> => {
  const row = (await findZone(from, caller.scope, id)) ?? fail('not_found')
  const counts = await countHolders(from, caller.scope, [id])
  return presentZone(row, caller, language, counts.get(id) ?? noHolders)
}
