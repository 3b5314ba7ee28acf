import type { NoFlyZone, ZoneShape } from '@swath/contract/no-fly-zones'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import type { Db, Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/fail.ts'
import { regionPath } from '../../platform/regions/region-path.ts'
import { findZone, type ZoneRow } from './no-fly-zones.queries.ts'

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

export const presentZone = (row: ZoneRow, caller: Caller, language: Language): NoFlyZone => {
  const manages = caller.rights.includes('noFlyZone.manage')
  return {
    noflyId: row.id,
    noflyName: row.name,
    type: row.type,
    shape: toShape(row),
    detailAddress: row.detail_address,
    lowerM: row.lower_m,
    upperM: row.upper_m,
    validFrom: row.valid_from?.toISOString() ?? null,
    validUntil: row.valid_until?.toISOString() ?? null,
    areaM2: row.area_m2,
    regionCode: row.region_code,
    region: regionPath(row.region_code, language),
    accountName: row.account_name,
    enabled: row.enabled,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    can: { update: manages, enable: manages, delete: manages },
  }
}

export const readZone = async (
  from: Db | Tx,
  caller: Caller,
  id: string,
  language: Language,
): Promise<NoFlyZone> =>
  presentZone((await findZone(from, caller.scope, id)) ?? fail('not_found'), caller, language)
