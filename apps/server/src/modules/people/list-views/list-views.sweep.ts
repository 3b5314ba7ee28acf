// Access cases of this feature: the callers of each call, its input, and the owners of its rows,
// which are shared within the account.
import { listViewRoutes } from '@swath/contract/people/list-views'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { everyone } from '../../../sweep/testing-oracle.ts'
import { ownRowsOf } from '../../../sweep/testing-own-rows.ts'
import {
  accountNames,
  buildCanary,
  idsFor,
  personLines,
  world,
  worldNow,
} from '../../../sweep/testing-world.ts'

const { ids, strangers, listing } = ownRowsOf('account', everyone)

/** One more of each account, for the call that deletes. */
const doomed = idsFor(accountNames)

export const listViewSweep = featureSweep(listViewRoutes, {
  seed: async (db) => {
    await db
      .insertInto('shared_list_view')
      .values(
        accountNames.flatMap((name) => {
          const row = {
            account_id: world.accountId[name],
            list: 'drones',
            query: 'flight=offline',
            shared_by: world.userId[name],
            shared_by_name: 'Sweep',
            shared_at: new Date(worldNow),
          }
          return [
            { ...row, id: ids[name], name: buildCanary('account', name) },
            { ...row, id: doomed[name], name: 'To be deleted' },
          ]
        }),
      )
      .execute()
  },
  strangers: { sharedListView: strangers },
  cases: {
    getOwnListViews: { people: everyone, request: () => ({ query: { list: 'drones' } }) },
    keepOwnListViews: {
      people: everyone,
      request: () => ({ body: { list: 'drones', items: [] } }),
      changes: true,
    },
    listSharedViews: {
      people: everyone,
      request: () => ({ query: { list: 'drones' } }),
      holds: listing.holds,
    },
    shareListView: {
      people: everyone,
      request: () => ({ body: { list: 'drones', name: 'Made by the sweep', query: '' } }),
      changes: true,
    },
    unshareListView: {
      people: everyone,
      request: ({ person }) => ({ params: { viewId: doomed[personLines[person].account] } }),
      changes: true,
    },
  },
})
