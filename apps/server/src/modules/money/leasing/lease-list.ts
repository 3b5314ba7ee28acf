import { leaseList } from '@swath/contract/money/leases'
import type { leasingRoutes } from '@swath/contract/money/leasing'
import { muFromM2 } from '@swath/domain/units'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { basicPricesInForce } from './basic-prices.queries.ts'
import { lends, presentPrices } from './client-presenters.ts'
import { presentLease } from './lease-presenters.ts'
import { findLease, leaseRows, lendableDrones, sumLeases, usesOf } from './leases.queries.ts'
import type { Deps } from './leasing-deps.ts'
import { priceCell } from './price-cell.ts'

export const leaseListHandlers = ({
  readDb,
  clock,
}: Deps): Pick<
  Handlers<typeof leasingRoutes>,
  'listLeases' | 'exportLeases' | 'getLease' | 'listLendableDrones'
> => ({
  listLeases: async ({ query }, { caller }) => {
    const [rows, sums, states] = await Promise.all([
      leaseRows.page(readDb, caller, query, query),
      sumLeases(readDb, caller, query),
      leaseRows.countStates(readDb, caller, query),
    ])
    return {
      items: rows.map((row) => presentLease(row, caller)),
      total: sums.total,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      stats: {
        ...states,
        sortieCount: sums.sorties,
        coveredArea: muFromM2(sums.covered_m2),
        flightTime: sums.duration_s,
      },
      can: { create: lends(caller, 'lease.manage') },
    }
  },

  exportLeases: ({ query }, context) =>
    listFile(leaseList, query, context, {
      rows: leaseRows.each(readDb, context.caller, query),
      present: (row) => presentLease(row, context.caller),
      cells: {
        muUnitPrice: (row) => priceCell(row.mu_unit_price_minor, row.currency),
        durationPrice: (row) => priceCell(row.hour_unit_price_minor, row.currency),
      },
    }),

  getLease: async ({ params }, { caller }) => {
    const row = (await findLease(readDb, caller, Number(params.leaseId))) ?? fail('not_found')
    const uses = row.share_token === null ? [] : await usesOf(readDb, caller, row.id)
    return {
      ...presentLease(row, caller),
      uses: uses.map((used) => ({
        clientName: used.client_name,
        userName: used.user_name,
        from: used.from_at.toISOString(),
        until: used.until_at?.toISOString() ?? null,
      })),
    }
  },

  listLendableDrones: async ({ query }, { caller }) => {
    const [drones, asked] = await Promise.all([
      lendableDrones(readDb, caller.accountId, query.search),
      basicPricesInForce(readDb, caller, new Date(clock.now())),
    ])
    return {
      items: drones.map((drone) => ({
        droneId: drone.id,
        droneName: drone.name,
        modelName: drone.model_name,
        rentalModel: drone.rental_model,
        // The price of a model takes precedence over the price of all models.
        basicPrices: ([1, 2, 3, 5] as const).flatMap((rentalModel) => {
          const fit = asked.filter((price) => price.rental_model === rentalModel)
          const price =
            fit.find(({ model_id: modelId }) => modelId === drone.model_id) ??
            fit.find(({ model_id: modelId }) => modelId === null)
          return price ? [{ rentalModel, ...presentPrices(price) }] : []
        }),
      })),
    }
  },
})
