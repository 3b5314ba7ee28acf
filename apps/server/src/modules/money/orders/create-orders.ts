// Orders a service for drones and a year.
import { zoneDay } from '@swath/domain/zone-days'
import type { orderRoutes } from '@swath/contract/money/orders'
import { currencyOfRegion, orderableYears } from '@swath/domain/service-terms'
import type { Changes } from '../../../platform/change/change.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { buildNumber } from '../payments/numbers.ts'
import { insertOrders, type NewOrder } from './orders.queries.ts'
import { readOrder } from './present-order.ts'
import { findPrice } from './prices.queries.ts'
import { findDrones, pageOfOrderable, regionOf } from './services.queries.ts'

type Calls = Handlers<typeof orderRoutes>
type Deps = Services & Changes

/** Looks up each currency's price once. @throws order_without_price */
const createPricing = (trx: Tx, orderType: 1 | 2 | 3) => {
  const known = new Map<string, Awaited<ReturnType<typeof findPrice>>>()
  return async (regionCode: string) => {
    const currency = currencyOfRegion(regionCode)
    if (!known.has(currency)) known.set(currency, await findPrice(trx, orderType, currency))
    const price = known.get(currency)
    return price ? { ...price, currency } : fail('order_without_price', { currency })
  }
}

export const createOrders =
  ({ clock, record }: Deps): Calls['createOrders'] =>
  ({ body: { orderType, year, droneIds } }, context) =>
    record(context, async (trx, now) => {
      const { caller } = context
      if (!orderableYears(zoneDay(caller.timeZone, clock.now())).includes(year))
        fail('order_year_closed')
      const wanted = [...new Set(droneIds)]
      const drones = await findDrones(trx, caller.scope, wanted)
      if (drones.length < wanted.length) fail('not_found')
      // The operator of the service orders on behalf of the drone's owner; others for themselves.
      const isForOthers = caller.scope.kind === 'all'
      const ownRegion = await regionOf(trx, caller.accountId)
      const priceIn = createPricing(trx, orderType)
      const orders: NewOrder[] = []
      for (const drone of drones) {
        const price = await priceIn(isForOthers ? drone.region_code : ownRegion)
        orders.push({
          id: uuidv7(clock.now()),
          number: buildNumber('SO', clock.now()),
          orderType,
          droneId: drone.id,
          year,
          accountId: isForOthers ? drone.holder_id : caller.accountId,
          sellerId: price.seller_id,
          amountMinor: price.amount_minor,
          currency: price.currency,
          at: now,
          userId: caller.userId,
          userName: caller.userName,
        })
      }
      const [first] = orders
      return {
        action: 'order.create',
        object: { type: 'order', id: first!.id, name: first!.number },
        details: {
          orderType,
          year,
          orders: orders.map(({ number, droneId }) => `${number} ${droneId}`),
        },
        write: async () => {
          if (!(await insertOrders(trx, orders))) fail('order_exists', { year })
        },
        answer: async () => ({
          items: await Promise.all(orders.map(({ id }) => readOrder(trx, caller, id))),
        }),
      }
    })

export const listOrderableDrones =
  ({ readDb, clock }: Deps): Calls['listOrderableDrones'] =>
  async ({ query }, { caller }) => {
    const orderType = Number(query.orderType) as 1 | 2 | 3
    const year = query.year === undefined ? undefined : Number(query.year)
    const [{ rows, total }, regionCode] = await Promise.all([
      pageOfOrderable(readDb, caller.scope, { orderType, year, search: query.search }, query),
      regionOf(readDb, caller.accountId),
    ])
    const currency = currencyOfRegion(regionCode)
    const price = await findPrice(readDb, orderType, currency)
    return {
      items: rows.map((row) => ({ droneId: row.id, droneName: row.name, lastYear: row.last_year })),
      total,
      pageIndex: query.pageIndex,
      size: query.size,
      price: price
        ? { orderType, currency, amountMinor: price.amount_minor, version: price.version }
        : null,
      years: [...orderableYears(zoneDay(caller.timeZone, clock.now()))],
    }
  }
