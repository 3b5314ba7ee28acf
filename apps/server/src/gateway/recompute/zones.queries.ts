import { ZoneIndex, type AirZone } from '@swath/domain/zone-index'
import type { Db } from '../../platform/database/database.ts'

/**
 * The enabled zones, of every account: they bind all drones. A zone counts from its last change on,
 * so that a flight of last month is not judged by a zone of today.
 */
export const loadZones = async (db: Db): Promise<ZoneIndex<AirZone>> => {
  const rows = await db
    .selectFrom('no_fly_zone')
    .where('enabled', '=', true)
    .orderBy('id')
    .select([
      'id',
      'name',
      'shape',
      'rings',
      'center_lng',
      'center_lat',
      'radius_m',
      'lower_m',
      'upper_m',
      'valid_from',
      'valid_until',
      'updated_at',
    ])
    .execute()
  return new ZoneIndex(
    rows.map((row): AirZone => ({
      id: row.id,
      name: row.name,
      shape:
        row.shape === 'circle'
          ? { kind: 'circle', center: [row.center_lng!, row.center_lat!], radiusM: row.radius_m! }
          : { kind: 'polygon', rings: row.rings! },
      lowerM: row.lower_m,
      upperM: row.upper_m,
      fromMs: Math.max(row.updated_at.getTime(), row.valid_from?.getTime() ?? 0),
      toMs: row.valid_until?.getTime() ?? null,
    })),
  )
}
