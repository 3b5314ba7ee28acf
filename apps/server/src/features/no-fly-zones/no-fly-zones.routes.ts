import {
  noFlyZoneList,
  type noFlyZoneRoutes,
  type NoFlyZone,
  type NoFlyZoneInput,
  type ZoneShape,
} from '@swath/contract/no-fly-zones'
import type { Caller } from '@swath/domain/access/caller'
import type { LngLat } from '@swath/domain/lng-lat'
import type { Language } from '@swath/i18n/languages'
import { firstLevelAreaAt } from '@swath/fixtures/first-level-areas'
import { regionPrefix } from '@swath/domain/region-code'
import { asideJob } from '../../platform/aside/aside.ts'
import { createChanges, nothing, type RowKind } from '../../platform/change/change.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { Handlers, SignedInContext } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { listFile } from '../../platform/listing/list-file.ts'
import { regionPath } from '../../platform/regions/region-path.ts'
import type { Services } from '../../platform/services.ts'
import {
  countZones,
  deleteZone,
  findZone,
  insertZone,
  lockZone,
  updateZone,
  zoneRows,
  type ZoneRow,
} from './no-fly-zones.queries.ts'
import type { run } from './measure-zone.job.ts'
import { measureZone, type ZoneGeometry } from './zone-geometry.ts'
import { geoJsonOf } from './zone-export.ts'

export const shapeOf = (
  row: Pick<ZoneRow, 'shape' | 'rings' | 'center_lng' | 'center_lat' | 'radius_m'>,
): ZoneShape =>
  row.shape === 'polygon' && row.rings
    ? { kind: 'polygon', rings: row.rings }
    : {
        kind: 'circle',
        center: [row.center_lng ?? 0, row.center_lat ?? 0],
        radiusM: row.radius_m ?? 0,
      }

const present = (row: ZoneRow, caller: Caller, language: Language): NoFlyZone => {
  const manages = caller.rights.includes('noFlyZone.manage')
  return {
    noflyId: row.id,
    noflyName: row.name,
    type: row.type,
    shape: shapeOf(row),
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

/**
 * A government declares within its own area; anyone else where the middle of the zone lies. A zone
 * that stays in its first-level area keeps the finer code that it had, so that whoever declared it
 * does not lose it to a correction by someone above.
 */
const regionOf = (caller: Caller, center: LngLat, before?: string): string => {
  const area = firstLevelAreaAt(...center)
  if (area !== null && before?.startsWith(regionPrefix(area))) return before
  if (caller.scope.kind !== 'region') return area ?? caller.regionCode
  if (
    area === null ||
    !(area.startsWith(caller.scope.prefix) || caller.regionCode.startsWith(regionPrefix(area)))
  ) {
    return fail('invalid_input', {}, [{ path: 'shape', message: 'outsideOwnRegion' }])
  }
  return area.startsWith(caller.scope.prefix) ? area : caller.regionCode
}

const measureAside = asideJob<typeof run>({
  name: 'measure-zone',
  module: new URL('./measure-zone.job.ts', import.meta.url),
  deadlineMs: 30_000,
})

/** More corners than this may take longer than the loop can wait; fewer take a millisecond. */
const cornersAtOnce = 2_000

const measured = async (
  shape: ZoneShape,
  { caller, signal }: Pick<SignedInContext, 'caller' | 'signal'>,
): Promise<ZoneGeometry> =>
  shape.kind === 'polygon' && shape.rings.flat().length > cornersAtOnce
    ? measureAside(shape, { owner: caller.userId, signal })
    : measureZone(shape)

const columnsOf = (
  zone: NoFlyZoneInput,
  { bounds, areaM2, center }: ZoneGeometry,
  caller: Caller,
  now: Date,
  regionBefore?: string,
) => {
  const columns = {
    name: zone.noflyName,
    type: zone.type,
    detail_address: zone.detailAddress,
    lower_m: zone.lowerM,
    upper_m: zone.upperM,
    valid_from: zone.validFrom,
    valid_until: zone.validUntil,
    area_m2: areaM2,
    region_code: regionOf(caller, center, regionBefore),
    updated_at: now,
    shape: zone.shape.kind,
    rings: zone.shape.kind === 'polygon' ? JSON.stringify(zone.shape.rings) : null,
    center_lng: zone.shape.kind === 'circle' ? zone.shape.center[0] : null,
    center_lat: zone.shape.kind === 'circle' ? zone.shape.center[1] : null,
    radius_m: zone.shape.kind === 'circle' ? zone.shape.radiusM : null,
  }
  return { columns, bounds }
}

type LockedZone = NonNullable<Awaited<ReturnType<typeof lockZone>>>

/** Whoever sees one and has the right may change it: the call asks for the right. */
const zoneKind: RowKind<LockedZone, 'change'> = {
  type: 'no-fly-zone',
  lock: (trx, { caller }, id) => lockZone(trx, caller.scope, id),
  refusal: () => null,
  nameOf: (zone) => zone,
  versionOf: (zone) => zone.version,
  tell: (events) => events.emit('zonesChanged', {}),
}

export const noFlyZoneHandlers = (services: Services): Handlers<typeof noFlyZoneRoutes> => {
  const { db, readDb, clock } = services
  const { record, change } = createChanges(services)
  const read = async (
    from: Db | Tx,
    caller: Caller,
    id: string,
    language: Language,
  ): Promise<NoFlyZone> =>
    present((await findZone(from, caller.scope, id)) ?? fail('not_found'), caller, language)

  return {
    listNoFlyZones: async ({ query }, { caller, language }) => {
      const [rows, { total, civil }] = await Promise.all([
        zoneRows.page(readDb, caller.scope, query, query),
        countZones(readDb, caller.scope, query),
      ])
      return {
        items: rows.map((row) => present(row, caller, language)),
        total,
        currentPage: query.currentPage,
        pageSize: query.pageSize,
        stats: { civilNoflyNum: civil, notCivilNoflyNum: total - civil },
      }
    },

    exportNoFlyZones: async ({ query }, context) => {
      const { format } = query
      const rows = zoneRows.each(readDb, context.caller.scope, query)
      const shown = (row: ZoneRow) => present(row, context.caller, context.language)
      return format === 'geojson'
        ? geoJsonOf(rows, shown, context)
        : listFile(noFlyZoneList, { format }, context, { rows, present: shown, cells: {} })
    },

    getNoFlyZone: async ({ params }, { caller, language }) =>
      read(db, caller, params.noflyId, language),

    createNoFlyZone: async ({ body }, context) => {
      const { caller, language } = context
      const now = new Date(clock.now())
      const id = uuidv7(clock.now())
      const geometry = await measured(body.shape, context)
      const { columns, bounds } = columnsOf(body, geometry, caller, now)
      return record(context, async (trx) => ({
        action: 'no-fly-zone.create',
        object: { type: zoneKind.type, id, name: body.noflyName },
        details: body,
        write: () =>
          insertZone(
            trx,
            {
              ...columns,
              id,
              account_id: caller.accountId,
              created_by: caller.userId,
              created_at: now,
            },
            bounds,
          ),
        answer: () => read(trx, caller, id, language),
        tell: (events) => events.emit('zonesChanged', {}),
      }))
    },

    updateNoFlyZone: async ({ params: { noflyId }, body: { version, ...body } }, context) => {
      const { caller, language } = context
      const geometry = await measured(body.shape, context)
      const asked = { id: noflyId, version, to: 'change', action: 'no-fly-zone.update' } as const
      return change(context, zoneKind, asked, async (trx, _zone, now) => {
        const before = (await findZone(trx, caller.scope, noflyId)) ?? fail('not_found')
        const { columns, bounds } = columnsOf(body, geometry, caller, now, before.region_code)
        return {
          name: body.noflyName,
          before: present(before, caller, 'en'),
          after: body,
          write: () => updateZone(trx, noflyId, columns, bounds),
          answer: () => read(trx, caller, noflyId, language),
        }
      })
    },

    enableNoFlyZone: ({ body: { noflyId, opr } }, context) => {
      const { caller, language } = context
      const enabled = opr === 'enable'
      const asked = { id: noflyId, to: 'change', action: `no-fly-zone.${opr}` } as const
      return change(context, zoneKind, asked, async (trx, zone, now) => ({
        changes: zone.enabled !== enabled,
        write: () => updateZone(trx, noflyId, { enabled, updated_at: now }),
        answer: () => read(trx, caller, noflyId, language),
      }))
    },

    deleteNoFlyZone: ({ params: { noflyId } }, context) => {
      const asked = { id: noflyId, to: 'change', action: 'no-fly-zone.delete' } as const
      return change(context, zoneKind, asked, async (trx) => ({
        write: () => deleteZone(trx, noflyId),
        answer: nothing,
      }))
    },
  }
}
