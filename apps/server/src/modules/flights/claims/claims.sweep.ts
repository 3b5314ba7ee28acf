// Access cases of this feature: the callers of each call, and the owners of its rows.
import { claimRoutes } from '@swath/contract/flights/claims'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep, type Asking } from '../../../sweep/testing-cases.ts'
import { monitor, visibleDrones, zoneList } from '../../../sweep/testing-oracle.ts'
import {
  world,
  worldNow,
  idsFor,
  places,
  droneLines,
  droneNames,
  type PersonName,
} from '../../../sweep/testing-world.ts'

const suspicionId = idsFor(droneNames)

const seed = async (db: Db): Promise<void> => {
  await db
    .insertInto('claim_suspicion')
    .values(
      droneNames.map((name) => {
        const { maker, operator, tenant, place } = droneLines[name]
        const [lng, lat] = places[place].at
        return {
          id: suspicionId[name],
          drone_id: world.droneId[name],
          sortie_id: world.sortieId[name],
          manufacturer_id: world.accountId[maker],
          operator_id: operator && world.accountId[operator],
          tenant_id: tenant && world.accountId[tenant],
          region_code: places[place].code,
          cause: 'pump_off',
          at: new Date(worldNow),
          lng,
          lat,
        }
      }),
    )
    .execute()
}

/** Supervisors: the platform and governments. Suspected accounts do not see their suspicions. */
const supervisors: readonly PersonName[] = [
  ...zoneList.filter((name) => name !== 'east'),
  'countyStaff',
]
const seen = Object.fromEntries(
  monitor.map((person) => [person, supervisors.includes(person) ? visibleDrones[person] : []]),
)

const inPath = ({ person, drone }: Asking) => ({
  params: { suspicionId: suspicionId[seen[person]?.[0] ?? drone] },
})
/** A version that no row has, so that the call is refused before it changes anything. */
const version = 99

export const claimSweep = featureSweep(claimRoutes, {
  seed,
  strangers: {
    claimSuspicion: ({ person }) =>
      droneNames.filter((name) => !seen[person]?.includes(name)).map((name) => suspicionId[name]),
  },
  cases: {
    listClaimSuspicions: {
      people: monitor,
      request: () => ({ query: { pageSize: '100' } }),
      holds: { kind: 'drone', rows: seen },
      look: ({ total }, person) => ({ actual: total, expected: seen[person]!.length }),
    },
    exportClaimSuspicions: { people: monitor, holds: { kind: 'drone', rows: seen } },
    getClaimSuspicion: { people: monitor, request: inPath },
    lookAtClaim: {
      people: monitor,
      right: true,
      request: (asking) => ({ ...inPath(asking), body: { version } }),
    },
    commentClaim: {
      people: monitor,
      right: true,
      request: (asking) => ({ ...inPath(asking), body: { text: 'Said by the sweep' } }),
      changes: true,
    },
    decideClaim: {
      people: monitor,
      right: true,
      request: (asking) => ({
        ...inPath(asking),
        body: { decision: 'in_order', text: 'Said by the sweep', version },
      }),
    },
    reopenClaim: {
      people: monitor,
      right: true,
      request: (asking) => ({ ...inPath(asking), body: { text: 'Said by the sweep', version } }),
    },
  },
})
