// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { orderRoutes } from '@swath/contract/money/orders'
import { featureSweep, type Asking, type Strangers } from '../../../sweep/testing-cases.ts'
import { orderList, seenAccounts } from '../../../sweep/testing-oracle.ts'
import {
  accountNames,
  buildCanary,
  idsFor,
  personLines,
  world,
  worldNow,
} from '../../../sweep/testing-world.ts'

const orderIds = idsFor(accountNames)
const unseen: Strangers = ({ person }) =>
  accountNames.filter((name) => !seenAccounts(person).includes(name)).map((name) => orderIds[name])
const own = ({ person }: Asking): string => orderIds[personLines[person].account]
const inPath = (asking: Asking) => ({ params: { orderId: own(asking) } })
const holds = {
  kind: 'order',
  rows: Object.fromEntries(orderList.map((person) => [person, seenAccounts(person)])),
}
/** A version that no row has, so that the call is refused before it changes anything. */
const version = 99

export const orderSweep = featureSweep(orderRoutes, {
  seed: async (db) => {
    await db
      .insertInto('service_order')
      .values(
        accountNames.map((name, place) => ({
          id: orderIds[name],
          number: buildCanary('order', name),
          order_type: 1 as const,
          drone_id: world.droneId.teams,
          year: 2000 + place,
          account_id: world.accountId[name],
          seller_id: world.accountId.root,
          amount_minor: 30_000,
          currency: 'CNY',
          payment_id: null,
          invoice_id: null,
          created_at: new Date(worldNow),
          created_by: null,
          created_by_name: 'Sweep',
          paid_at: null,
        })),
      )
      .execute()
  },
  strangers: { order: unseen },
  cases: {
    listOrders: { people: orderList, request: () => ({ query: { pageSize: '500' } }), holds },
    exportOrders: { people: orderList, holds },
    createOrders: {
      people: orderList,
      right: true,
      // No prices exist in this world, so that no order is created.
      request: ({ drone }) => ({
        body: { orderType: 1, year: 2026, droneIds: [world.droneId[drone]] },
      }),
    },
    getOrder: { people: orderList, request: inPath },
    cancelOrder: {
      people: orderList,
      right: true,
      request: (asking) => ({ ...inPath(asking), body: { version } }),
    },
    refundOrder: {
      people: orderList,
      right: true,
      request: (asking) => ({ ...inPath(asking), body: { text: 'Said by the sweep', version } }),
    },
    payOrders: {
      people: orderList,
      right: true,
      request: (asking) => ({ body: { orderIds: [own(asking)], provider: 'transfer' } }),
      changes: true,
    },
    listOrderableDrones: {
      people: orderList,
      request: () => ({ query: { orderType: '1', size: '100' } }),
    },
    listServicePrices: { people: orderList },
    setServicePrice: {
      people: orderList,
      right: true,
      request: () => ({ body: { orderType: 1, currency: 'CNY', amountMinor: 100, version } }),
    },
  },
})
