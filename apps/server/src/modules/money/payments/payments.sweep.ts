// Callers of this feature, and the payments that they see.
import { paymentRoutes } from '@swath/contract/money/payments'
import { featureSweep, type Asking } from '../../../sweep/testing-cases.ts'
import { leasingSides, orderList, seenAccounts } from '../../../sweep/testing-oracle.ts'
import {
  accountNames,
  buildCanary,
  idsFor,
  newId,
  personLines,
  world,
  worldNow,
} from '../../../sweep/testing-world.ts'

const paymentIds = idsFor(accountNames)
const differenceId = newId()
const inPath = ({ person }: Asking) => ({
  params: { paymentId: paymentIds[personLines[person].account] },
})
/** The bills of the gateway can be seen by the operator of the service only. */
const holds = {
  kind: 'difference',
  rows: Object.fromEntries(orderList.map((person) => [person, person === 'root' ? ['bill'] : []])),
}

export const paymentSweep = featureSweep(paymentRoutes, {
  seed: async (db) => {
    await db
      .insertInto('payment')
      .values(
        accountNames.map((name) => ({
          id: paymentIds[name],
          number: buildCanary('payment', name),
          provider: 'transfer' as const,
          purpose: 'order',
          reference_id: paymentIds[name],
          payer_id: world.accountId[name],
          payee_id: world.accountId.root,
          amount_minor: 30_000,
          currency: 'CNY',
          // Closed, so that it cannot be confirmed.
          state: 'closed' as const,
          qr_text: null,
          gateway_id: null,
          created_at: new Date(worldNow),
          expires_at: null,
          checked_at: null,
          paid_at: null,
          confirmed_by: null,
        })),
      )
      .execute()
    await db
      .insertInto('payment_difference')
      .values({
        id: differenceId,
        provider: 'wechat',
        day: '2026-11-19',
        number: buildCanary('difference', 'bill'),
        kind: 'unknown',
        here_minor: null,
        there_minor: 100,
        currency: 'CNY',
        found_at: new Date(worldNow),
        settled_at: null,
        settled_by: null,
      })
      .execute()
  },
  strangers: {
    payment: ({ person }) =>
      accountNames
        .filter((name) => !seenAccounts(person).includes(name))
        .map((name) => paymentIds[name]),
    paymentDifference: ({ person }) => (person === 'root' ? [] : [differenceId]),
  },
  cases: {
    // Payments of orders, and of recharges.
    getPayment: { people: [...new Set([...orderList, ...leasingSides])], request: inPath },
    confirmPayment: { people: orderList, right: true, request: inPath },
    confirmRefund: { people: orderList, right: true, request: inPath },
    listPaymentDifferences: { people: orderList, holds },
    exportPaymentDifferences: { people: orderList, holds },
    settlePaymentDifference: {
      people: orderList,
      right: true,
      request: () => ({
        params: { differenceId },
        // A version that no row has.
        body: { text: 'Said by the sweep', version: 99 },
      }),
    },
  },
})
