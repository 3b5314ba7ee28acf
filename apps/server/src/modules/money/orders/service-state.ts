// Restrictions where a year was not paid for. Independent of payments, flights are received, stored
// and shown, alarms are raised, zones reach drones, and a drone can always be locked, held,
// recalled and landed.
import type { ErrorCode } from '@swath/contract/errors'
import { orderTypes, serviceStateOn, type OrderType } from '@swath/domain/service-terms'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { findLastYear } from './services.queries.ts'

/** Errors for refused new work: starts and routes, corrections, firmware. */
const refusals = {
  1: 'service_lapsed',
  2: 'rtk_service_lapsed',
  3: 'firmware_service_lapsed',
} as const satisfies Record<OrderType, ErrorCode>

/** The last year of a service that has lapsed; null: it runs, or the drone never had it. */
export const findLapsedYear = async (
  db: Db | Tx,
  droneId: string,
  orderType: OrderType,
  now: Date,
): Promise<number | null> => {
  const last = await findLastYear(db, droneId, orderType, now)
  return last && serviceStateOn(last.year, last.today) === 'lapsed' ? last.year : null
}

/** Whether a drone's corrections have lapsed, for the caster. */
export const hasLapsedCorrections =
  (db: Db) =>
  async (droneId: string, now: Date): Promise<boolean> =>
    (await findLapsedYear(db, droneId, orderTypes.rtk, now)) !== null

/**
 * For new work with a drone. One that never had the service is not restricted.
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
