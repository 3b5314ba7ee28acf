// Creates, changes, enables, disables and deletes zones.
import type { NoFlyZoneInput, ZoneShape } from '@swath/contract/land/no-fly-zones'
import type { Caller } from '@swath/domain/access/caller'
import type { LngLat } from '@swath/domain/lng-lat'
import { regionCodeAt } from '@swath/fixtures/first-level-areas'
import { regionPrefix } from '@swath/domain/region-code'
import { workerJob } from '../../../platform/workers/workers.ts'
import { nothing, type RowKind } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { findTimeZone } from '../../../platform/regions/time-zone.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { deleteZone, findZone, insertZone, lockZone, updateZone } from './no-fly-zones.queries.ts'
import type { run } from './measure-zone.job.ts'
import { measureZone, type ZoneGeometry } from './zone-geometry.ts'
import type { Calls, Deps } from './zone-deps.ts'
import { presentZone, readZone } from './zone-presenters.ts'

/**
 * A government declares within its own region; for others the zone's center decides. A zone that
 * stays in its first-level area keeps its finer code, so that a correction by a higher authority
 * does not move it out of its declarer's region.
 */
const pickRegion = (caller: Caller, center: LngLat, before?: string): string => {
  const area = regionCodeAt(...center)
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

const measureInWorker = workerJob<typeof run>({
  name: 'measure-zone',
  module: new URL('./measure-zone.job.ts', import.meta.url),
  deadlineMs: 30_000,
})

/** More corners may block the event loop for too long; up to this many take a millisecond. */
const cornersAtOnce = 2_000

const measured = async (
  shape: ZoneShape,
  { caller, signal }: Pick<SignedInContext, 'caller' | 'signal'>,
): Promise<ZoneGeometry> =>
  shape.kind === 'polygon' && shape.rings.flat().length > cornersAtOnce
    ? measureInWorker(shape, { owner: caller.userId, signal })
    : measureZone(shape)

const toColumns = (
  zone: NoFlyZoneInput,
  { bounds, areaM2, center }: ZoneGeometry,
  caller: Caller,
  now: Date,
  regionBefore?: string,
) => {
  const region = pickRegion(caller, center, regionBefore)
  const columns = {
    name: zone.noflyName,
    type: zone.type,
    detail_address: zone.detailAddress,
    kind: zone.kind,
    restriction: zone.restriction,
    reasons: JSON.stringify(zone.reasons),
    message: zone.message,
    authorities: JSON.stringify(zone.authorities),
    lower_m: zone.lowerM,
    upper_m: zone.upperM,
    lower_reference: zone.lowerReference,
    upper_reference: zone.upperReference,
    windows: JSON.stringify(zone.windows),
    time_zone: zone.timeZone ?? findTimeZone(region),
    valid_from: zone.validFrom,
    valid_until: zone.validUntil,
    area_m2: areaM2,
    region_code: region,
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

/** Everyone who can see a zone may change it; the call itself requires the right. */
const zoneKind: RowKind<LockedZone, 'change'> = {
  type: 'no-fly-zone',
  lock: (trx, { caller }, id) => lockZone(trx, caller.scope, id),
  refusal: () => null,
  identify: (zone) => zone,
  readVersion: (zone) => zone.version,
  tell: (events) => events.emit('zonesChanged', {}),
}

/**
 * Inserts a zone, measured in place if that is cheap. The caller emits events and writes the log.
 * @throws errors of measuring
 */
export const recordZone = async (
  trx: Tx,
  caller: Caller,
  zone: NoFlyZoneInput,
  now: Date,
  geometry: ZoneGeometry = measureZone(zone.shape),
): Promise<string> => {
  const id = uuidv7(now.getTime())
  const { columns, bounds } = toColumns(zone, geometry, caller, now)
  const made = { id, account_id: caller.accountId, created_by: caller.userId, created_at: now }
  await insertZone(trx, { ...columns, ...made }, bounds)
  return id
}

export const createNoFlyZone =
  ({ record }: Deps): Calls['createNoFlyZone'] =>
  async ({ body }, context) => {
    const { caller, language } = context
    const geometry = await measured(body.shape, context)
    return record(context, async (trx, now) => {
      const id = await recordZone(trx, caller, body, now, geometry)
      return {
        action: 'no-fly-zone.create',
        object: { type: zoneKind.type, id, name: body.noflyName },
        details: body,
        answer: () => readZone(trx, caller, id, language),
        tell: (events) => events.emit('zonesChanged', {}),
      }
    })
  }

export const updateNoFlyZone =
  ({ change }: Deps): Calls['updateNoFlyZone'] =>
  async ({ params: { noflyId }, body: { version, ...body } }, context) => {
    const { caller, language } = context
    const geometry = await measured(body.shape, context)
    const asked = { id: noflyId, version, to: 'change', action: 'no-fly-zone.update' } as const
    return change(context, zoneKind, asked, async (trx, _zone, now) => {
      const before = (await findZone(trx, caller.scope, noflyId)) ?? fail('not_found')
      const { columns, bounds } = toColumns(body, geometry, caller, now, before.region_code)
      return {
        name: body.noflyName,
        before: presentZone(before, caller, 'en'),
        after: { ...body, timeZone: columns.time_zone },
        write: () => updateZone(trx, noflyId, columns, bounds),
        answer: () => readZone(trx, caller, noflyId, language),
      }
    })
  }

export const enableNoFlyZone =
  ({ change }: Deps): Calls['enableNoFlyZone'] =>
  ({ body: { noflyId, opr } }, context) => {
    const { caller, language } = context
    const enabled = opr === 'enable'
    const asked = { id: noflyId, to: 'change', action: `no-fly-zone.${opr}` } as const
    return change(context, zoneKind, asked, async (trx, zone, now) => ({
      changes: zone.enabled !== enabled,
      write: () => updateZone(trx, noflyId, { enabled, updated_at: now }),
      answer: () => readZone(trx, caller, noflyId, language),
    }))
  }

export const deleteNoFlyZone =
  ({ change }: Deps): Calls['deleteNoFlyZone'] =>
  ({ params: { noflyId } }, context) => {
    const asked = { id: noflyId, to: 'change', action: 'no-fly-zone.delete' } as const
    return change(context, zoneKind, asked, async (trx, _zone, now) => ({
      write: () => deleteZone(trx, noflyId, now),
      answer: nothing,
    }))
  }
