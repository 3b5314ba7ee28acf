import type { orderRoutes, ServicePrice } from '@swath/contract/money/orders'
import type { Currency } from '@swath/domain/money'
import type { Changes } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import type { Payments } from '../payments/create-payments.ts'
import { listPrices, lockPrice, putPrice, removePrice } from './prices.queries.ts'

type Calls = Handlers<typeof orderRoutes>
type Deps = Services & Changes & { payments: Payments }

const readPrices = async (db: Db | Tx): Promise<ServicePrice[]> =>
  (await listPrices(db)).map((row) => ({
    orderType: row.order_type,
    currency: row.currency as Currency,
    amountMinor: row.amount_minor,
    version: row.version,
  }))

export const listServicePrices =
  ({ readDb, payments }: Deps): Calls['listServicePrices'] =>
  async () => ({ items: await readPrices(readDb), providers: payments.offered(null) })

export const setServicePrice =
  ({ record }: Deps): Calls['setServicePrice'] =>
  ({ body: { orderType, currency, amountMinor, version } }, context) =>
    record(context, async (trx, now) => {
      const { caller } = context
      if (caller.scope.kind !== 'all') fail('forbidden')
      const before = await lockPrice(trx, orderType, currency)
      if (version !== undefined && version !== before?.version) fail('conflict')
      return {
        action: 'service-price.set',
        object: {
          type: 'service-price',
          id: `${orderType}-${currency}`,
          name: `${orderType} ${currency}`,
        },
        before: { amountMinor: before?.amount_minor ?? null },
        after: { amountMinor },
        write: () =>
          amountMinor === null
            ? removePrice(trx, orderType, currency)
            : putPrice(trx, {
                orderType,
                currency,
                amountMinor,
                sellerId: caller.accountId,
                at: now,
              }),
        answer: async () => ({ items: await readPrices(trx) }),
      }
    })
