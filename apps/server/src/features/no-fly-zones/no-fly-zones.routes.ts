import type {
  noFlyZoneRoutes,
  NoFlyZone,
  NoFlyZoneInput,
  ZoneShape,
} from '@swath/contract/no-fly-zones'
import type { Caller } from '@swath/domain/access/caller'
import type { LngLat } from '@swath/domain/lng-lat'
import type { Language } from '@swath/i18n/languages'
import { firstLevelAreaAt } from '@swath/fixtures/first-level-areas'
import { regionPrefix } from '@swath/domain/region-code'
import { asideJob } from '../../platform/aside/aside.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { changeBy } from '../../platform/audit/caller-change.ts'
import { tx, type Db, type Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { Handlers, SignedInContext } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { regionPath } from '../../platform/regions/region-path.ts'
import type { Services } from '../../platform/services.ts'
import {
  deleteZone,
  eachZone,
  findZone,
  insertZone,
  lockZone,
  pageOfZones,
  updateZone,
  type ZoneRow,
} from './no-fly-zones.queries.ts'
import type { run } from './measure-zone.job.ts'
import { measureZone, type ZoneGeometry } from './zone-geometry.ts'
import { exportZones } from './zone-export.ts'

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

export const noFlyZoneHandlers = ({
  db,
  readDb,
  clock,
  events,
}: Services): Handlers<typeof noFlyZoneRoutes> => {
  const read = async (
    from: Db | Tx,
    caller: Caller,
    id: string,
    language: Language,
  ): Promise<NoFlyZone> =>
    present((await findZone(from, caller.scope, id)) ?? fail('not_found'), caller, language)

  const object = (id: string, name: string) => ({ type: 'no-fly-zone', id, name })

  return {
    listNoFlyZones: async ({ query }, { caller, language }) => {
      const { rows, total, civil } = await pageOfZones(readDb, caller.scope, query, query)
      return {
        items: rows.map((row) => present(row, caller, language)),
        total,
        currentPage: query.currentPage,
        pageSize: query.pageSize,
        stats: { civilNoflyNum: civil, notCivilNoflyNum: total - civil },
      }
    },

    exportNoFlyZones: async ({ query }, { caller, language, setHeader, signal }) => {
      const zones = async function* () {
        for await (const row of eachZone(readDb, caller.scope, query))
          yield present(row, caller, language)
      }
      return exportZones(query.format, zones(), {
        language,
        timeZone: caller.timeZone,
        signal,
        setHeader,
      })
    },

    getNoFlyZone: async ({ params }, { caller, language }) =>
      read(db, caller, params.noflyId, language),

    createNoFlyZone: async ({ body }, context) => {
      const { caller, language } = context
      const now = new Date(clock.now())
      const id = uuidv7(clock.now())
      const geometry = await measured(body.shape, context)
      const { columns, bounds } = columnsOf(body, geometry, caller, now)
      const zone = await tx(db, async (trx) => {
        await insertZone(
          trx,
          {
            ...columns,
            id,
            account_id: caller.accountId,
            created_by: caller.userId,
            created_at: now,
          },
          bounds,
        )
        const created = await read(trx, caller, id, language)
        await recordAudit(
          trx,
          changeBy(context, clock.now(), 'no-fly-zone.create', object(id, body.noflyName), body),
        )
        return created
      })
      events.emit('zonesChanged', {})
      return zone
    },

    updateNoFlyZone: async ({ params, body }, context) => {
      const { caller, language } = context
      const geometry = await measured(body.shape, context)
      // Answered from within: a deletion that comes next must not make a change that was done look
      // refused.
      const zone = await tx(db, async (trx) => {
        ;(await lockZone(trx, caller.scope, params.noflyId)) ?? fail('not_found')
        const before = (await findZone(trx, caller.scope, params.noflyId)) ?? fail('not_found')
        const { columns, bounds } = columnsOf(
          body,
          geometry,
          caller,
          new Date(clock.now()),
          before.region_code,
        )
        await updateZone(trx, params.noflyId, columns, bounds)
        const after = await read(trx, caller, params.noflyId, language)
        await recordAudit(
          trx,
          changeBy(
            context,
            clock.now(),
            'no-fly-zone.update',
            object(params.noflyId, body.noflyName),
            { before: present(before, caller, 'en'), after: body },
          ),
        )
        return after
      })
      events.emit('zonesChanged', {})
      return zone
    },

    enableNoFlyZone: async ({ body }, context) => {
      const { caller, language } = context
      const { zone, changed } = await tx(db, async (trx) => {
        const before = (await lockZone(trx, caller.scope, body.noflyId)) ?? fail('not_found')
        const wanted = body.opr === 'enable'
        if (before.enabled !== wanted)
          await updateZone(trx, before.id, { enabled: wanted, updated_at: new Date(clock.now()) })
        const after = await read(trx, caller, before.id, language)
        if (before.enabled !== wanted)
          await recordAudit(
            trx,
            changeBy(
              context,
              clock.now(),
              `no-fly-zone.${body.opr}`,
              object(before.id, before.name),
            ),
          )
        return { zone: after, changed: before.enabled !== wanted }
      })
      if (changed) events.emit('zonesChanged', {})
      return zone
    },

    deleteNoFlyZone: async ({ params }, context) => {
      await tx(db, async (trx) => {
        const zone =
          (await lockZone(trx, context.caller.scope, params.noflyId)) ?? fail('not_found')
        await deleteZone(trx, zone.id)
        await recordAudit(
          trx,
          changeBy(context, clock.now(), 'no-fly-zone.delete', object(zone.id, zone.name)),
        )
      })
      events.emit('zonesChanged', {})
    },
  }
}
