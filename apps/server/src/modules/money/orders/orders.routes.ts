// Yearly service fees of drones: ordered, paid, renewed, refunded.
import { orderList, type orderRoutes, type OrderState } from '@swath/contract/money/orders'
import { createChanges } from '../../../platform/change/change.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import {
  eachWithRowSecurity,
  readWithRowSecurity,
  toLedgerReader,
} from '../ledger/row-security.queries.ts'
import { moneyCell } from '../payments/money-cell.ts'
import type { Payments } from '../payments/create-payments.ts'
import { createOrders, listOrderableDrones } from './create-orders.ts'
import { orderRows, sumUnpaid } from './orders.queries.ts'
import { cancelOrder, payOrders, refundOrder } from './pay-orders.ts'
import { presentOrder, readOrder } from './present-order.ts'
import { listServicePrices, setServicePrice } from './prices.ts'

type Calls = Handlers<typeof orderRoutes>

const pickTotal = (stats: Record<OrderState, number>, state: OrderState | 'all' = 'all'): number =>
  state === 'all' ? Object.values(stats).reduce((sum, count) => sum + count, 0) : stats[state]

export const orderHandlers = (services: Services, payments: Payments): Calls => {
  const deps = { ...services, ...createChanges(services), payments }
  const { readDb } = services
  return {
    listOrders: async ({ query }, { caller }) => {
      const { scope, rights } = caller
      const { rows, stats, due } = await readWithRowSecurity(
        readDb,
        toLedgerReader(caller),
        async (tx) => ({
          rows: await orderRows.page(tx, scope, query, query),
          stats: await orderRows.countStates(tx, scope, query),
          due: await sumUnpaid(tx, scope, query),
        }),
      )
      return {
        items: rows.map((row) => presentOrder(row, caller)),
        total: pickTotal(stats, query.state),
        currentPage: query.currentPage,
        pageSize: query.pageSize,
        stats,
        due,
        can: { create: rights.includes('equipment.manage') },
      }
    },
    exportOrders: async ({ query }, context) =>
      listFile(orderList, { format: query.format }, context, {
        rows: eachWithRowSecurity(readDb, toLedgerReader(context.caller), (tx) =>
          orderRows.each(tx, context.caller.scope, query),
        ),
        present: (row) => presentOrder(row, context.caller),
        cells: {
          year: ({ year }) => year,
          amountMinor: ({ amount_minor, currency }) => moneyCell(amount_minor, currency),
        },
      }),
    getOrder: ({ params }, { caller }) =>
      readWithRowSecurity(services.db, toLedgerReader(caller), (tx) =>
        readOrder(tx, caller, params.orderId),
      ),
    createOrders: createOrders(deps),
    cancelOrder: cancelOrder(deps),
    refundOrder: refundOrder(deps),
    payOrders: payOrders(deps),
    listOrderableDrones: listOrderableDrones(deps),
    listServicePrices: listServicePrices(deps),
    setServicePrice: setServicePrice(deps),
  }
}
