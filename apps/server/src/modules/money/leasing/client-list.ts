import type { leasingRoutes } from '@swath/contract/money/leasing'
import { rentalClientList } from '@swath/contract/money/rental-clients'
import { currencyDecimals, toMajor } from '@swath/domain/money'
import { muFromM2 } from '@swath/domain/units'
import type { Handlers } from '../../../platform/http/context.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { priceCell } from './price-cell.ts'
import { lends, presentClient, readClient } from './client-presenters.ts'
import { clientRows, clientSums, lessorsOf } from './clients.queries.ts'
import type { Deps } from './leasing-deps.ts'

export const clientListHandlers = ({
  readDb,
}: Deps): Pick<
  Handlers<typeof leasingRoutes>,
  'listRentalClients' | 'exportRentalClients' | 'getRentalClient' | 'listRentalManufacturers'
> => ({
  listRentalClients: async ({ query: given }, { caller }) =>
    clientRows.answer(readDb, caller.scope, given, async (query) => {
      const [rows, sums, states] = await Promise.all([
        clientRows.page(readDb, caller.scope, query, query),
        clientSums(readDb, caller.scope, query),
        clientRows.countStates(readDb, caller.scope, query),
      ])
      return {
        items: rows.map((row) => presentClient(row, caller)),
        total: sums.clients,
        currentPage: query.currentPage,
        pageSize: query.pageSize,
        stats: {
          total: sums.clients,
          workArea: muFromM2(sums.covered_m2),
          zzNum: sums.makers,
          sortieCount: sums.sorties,
          modelNum: sums.models,
          states,
        },
        can: { create: lends(caller, 'client.manage') },
      }
    }),

  exportRentalClients: ({ query }, context) =>
    listFile(rentalClientList, query, context, {
      rows: clientRows.each(readDb, context.caller.scope, query),
      present: (row) => presentClient(row, context.caller),
      cells: {
        balances: (row) =>
          presentClient(row, context.caller)
            .balances.map(({ currency, prepaid }) => {
              const money = { amountMinor: prepaid, currency }
              return `${toMajor(money).toFixed(currencyDecimals[currency])} ${currency}`
            })
            .join('; '),
        muUnitPrice: (row) => priceCell(row.mu_unit_price_minor, row.currency),
        durationPrice: (row) => priceCell(row.hour_unit_price_minor, row.currency),
      },
    }),

  getRentalClient: ({ params }, { caller }) => readClient(readDb, caller, params.clientId),

  listRentalManufacturers: async (_asked, { caller }) => ({
    items: (await lessorsOf(readDb, caller.accountId)).map(({ id, name }) => ({
      accountId: id,
      accountName: name,
    })),
  }),
})
