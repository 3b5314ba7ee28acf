import {
  paymentDifferenceList,
  type paymentRoutes,
  type PaymentDifference,
} from '@swath/contract/money/payments'
import type { Caller } from '@swath/domain/access/caller'
import type { Currency } from '@swath/domain/money'
import { createChanges, type RowKind } from '../../../platform/change/change.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import {
  differenceRows,
  findDifference,
  lastBillDay,
  lockDifference,
  settleDifference,
  type DifferenceRow,
} from './differences.queries.ts'
import { moneyCell } from './money-cell.ts'

type Calls = Pick<
  Handlers<typeof paymentRoutes>,
  'listPaymentDifferences' | 'exportPaymentDifferences' | 'settlePaymentDifference'
>

const present = (row: DifferenceRow, { rights }: Caller): PaymentDifference => ({
  differenceId: row.id,
  day: row.day,
  provider: 'wechat',
  number: row.number,
  kind: row.kind,
  hereMinor: row.here_minor,
  thereMinor: row.there_minor,
  currency: row.currency as Currency,
  state: row.settled_at ? 'settled' : 'open',
  note: row.note,
  foundAt: row.found_at.toISOString(),
  settledAt: row.settled_at?.toISOString() ?? null,
  version: row.version,
  can: { settle: row.settled_at === null && rights.includes('account.manage') },
})

const differenceKind: RowKind<DifferenceRow, 'settle'> = {
  type: 'payment-difference',
  lock: (trx, { caller }, id) => lockDifference(trx, caller.scope, id),
  refusal: (_context, { settled_at }) => (settled_at === null ? null : 'conflict'),
  identify: ({ id, number }) => ({ id, name: number }),
  readVersion: ({ version }) => version,
}

export const differenceHandlers = (services: Services): Calls => {
  const { readDb } = services
  const { change } = createChanges(services)
  return {
    listPaymentDifferences: async ({ query }, { caller }) => {
      const { scope } = caller
      const [page, stats, last] = await Promise.all([
        differenceRows.readPage(readDb, scope, query, (row) => present(row, caller)),
        differenceRows.countStates(readDb, scope, query),
        scope.kind === 'all' ? lastBillDay(readDb) : undefined,
      ])
      return {
        ...page,
        stats,
        lastDay: last
          ? {
              day: last.day,
              provider: 'wechat',
              paymentNum: last.payment_count,
              refundNum: last.refund_count,
              paidMinor: last.paid_minor,
              refundedMinor: last.refunded_minor,
              comparedAt: last.compared_at.toISOString(),
            }
          : null,
      }
    },
    exportPaymentDifferences: async ({ query }, context) =>
      listFile(paymentDifferenceList, { format: query.format }, context, {
        rows: differenceRows.each(readDb, context.caller.scope, query),
        present: (row) => present(row, context.caller),
        cells: {
          hereMinor: ({ here_minor, currency }) => moneyCell(here_minor, currency),
          thereMinor: ({ there_minor, currency }) => moneyCell(there_minor, currency),
        },
      }),
    settlePaymentDifference: ({ params, body: { text, version } }, context) =>
      change(
        context,
        differenceKind,
        { id: params.differenceId, version, to: 'settle', action: 'payment-difference.settle' },
        async (trx, row, now) => ({
          details: { text },
          write: () =>
            settleDifference(trx, row.id, { note: text, userId: context.caller.userId, at: now }),
          answer: async () =>
            present(
              (await findDifference(trx, context.caller.scope, row.id)) ?? fail('not_found'),
              context.caller,
            ),
        }),
      ),
  }
}
