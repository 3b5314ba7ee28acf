// Restrictions for drones whose service year was not paid for. Regardless of payments, flights are
// received, stored and shown, alarms are raised, zones are sent to drones, and a drone can always
// be locked, paused, recalled and landed.
import type { ErrorCode } from '@swath/contract/errors'
import { orderTypes, serviceStateOn, type OrderType } from '@swath/domain/service-terms'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { findLastYear } from './services.queries.ts'

/** Errors of refused new work: starts and routes, corrections, firmware. */
const refusals = {
  1: 'service_lapsed',
  2: 'rtk_service_lapsed',
  3: 'firmware_service_lapsed',
} as const satisfies Record<OrderType, ErrorCode>

/** The last paid year of an expired service; null: it is valid, or the drone never had it. */
export const findLapsedYear = async (
  db: Db | Tx,
  droneId: string,
  orderType: OrderType,
  now: Date,
): Promise<number | null> => {
  const last = await findLastYear(db, droneId, orderType, now)
  return last && serviceStateOn(last.year, last.today) === 'lapsed' ? last.year : null
}

/** Whether the RTK service of a drone has expired; used by the caster. */
export const hasLapsedCorrections =
  (db: Db) =>
  async (droneId: string, now: Date): Promise<boolean> =>
    (await findLapsedYear(db, droneId, orderTypes.rtk, now)) !== null

/**
 * Required for new work with a drone. A drone that never had the service is not restricted.
 * @throws service_lapsed, rtk_service_lapsed, firmware_service_lapsed
 */
export const requireService = async (
  db: Db | Tx,
  droneId: string,
  orderType: OrderType,
  now: Date,
): Promise<void> => {
  const year = await findLapsedYear(db, droneId, orderType, now)
  if (year !== null) fail(refusals[orderType], { year })
}
