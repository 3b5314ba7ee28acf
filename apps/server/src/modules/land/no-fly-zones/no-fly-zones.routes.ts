import { noFlyZoneList } from '@swath/contract/land/no-fly-zones'
import { createChanges } from '../../../platform/change/change.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import { fail } from '../../../platform/errors/fail.ts'
import {
  countZones,
  findZone,
  listVersions,
  zoneRows,
  type ZoneRow,
} from './no-fly-zones.queries.ts'
import { chosenOf, geometryFile } from '../geometry-exports/geometry-file.ts'
import { fileCells, sayable, toFeature } from './zone-export.ts'
import { countHolders, pageOfHolders } from './zone-holders.queries.ts'
import type { Calls, Deps } from './zone-deps.ts'
import {
  noHolders,
  presentHolder,
  presentVersion,
  presentZone,
  readZone,
} from './zone-presenters.ts'
import {
  createNoFlyZone,
  deleteNoFlyZone,
  enableNoFlyZone,
  updateNoFlyZone,
} from './zone-changes.ts'

const listNoFlyZones =
  ({ readDb }: Deps): Calls['listNoFlyZones'] =>
  async ({ query }, { caller, language }) => {
    const [rows, { total, civil }, enabled] = await Promise.all([
      zoneRows.page(readDb, caller.scope, query, query),
      countZones(readDb, caller.scope, query),
      zoneRows.countStates(readDb, caller.scope, query),
    ])
    const counts = await countHolders(
      readDb,
      caller.scope,
      rows.map(({ id }) => id),
    )
    return {
      items: rows.map((row) => presentZone(row, caller, language, counts.get(row.id) ?? noHolders)),
      total,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      stats: { civilNoflyNum: civil, notCivilNoflyNum: total - civil, enabled },
    }
  }

const exportNoFlyZones =
  ({ readDb, clock }: Deps): Calls['exportNoFlyZones'] =>
  async ({ query }, context) => {
    const { format, noflyIds } = query
    const chosen = noflyIds === undefined ? null : new Set(noflyIds.split(','))
    const rows = chosenOf(zoneRows.each(readDb, context.caller.scope, query), chosen)
    const present = (row: ZoneRow) => presentZone(row, context.caller, context.language)
    if (format === 'csv' || format === 'xlsx')
      return listFile(noFlyZoneList, { format }, context, { rows, present, cells: fileCells })
    const ground = {
      name: noFlyZoneList.name,
      rows: sayable(rows, format),
      toFeature: (row: ZoneRow) => toFeature(present(row), clock.now()),
    }
    return geometryFile(format === 'wkt' ? 'csv' : format, ground, context)
  }

const getNoFlyZone =
  ({ db }: Deps): Calls['getNoFlyZone'] =>
  async ({ params }, { caller, language }) =>
    readZone(db, caller, params.noflyId, language)

const getZoneVersions =
  ({ db }: Deps): Calls['getZoneVersions'] =>
  async ({ params: { noflyId } }, { caller }) => {
    if (!(await findZone(db, caller.scope, noflyId))) fail('not_found')
    return { items: (await listVersions(db, noflyId)).map(presentVersion) }
  }

const getZoneHolders =
  ({ db, clock }: Deps): Calls['getZoneHolders'] =>
  async ({ params: { noflyId }, query }, { caller }) => {
    const zone = (await findZone(db, caller.scope, noflyId)) ?? fail('not_found')
    const { rows, stats } = await pageOfHolders(db, caller.scope, zone, query)
    return {
      items: rows.map((row) => presentHolder(row, clock.now())),
      total: query.state ? stats[query.state] : stats.current + stats.behind + stats.never,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      stats,
      changedAt: zone.updated_at.toISOString(),
    }
  }

export const noFlyZoneHandlers = (services: Services): Calls => {
  const deps: Deps = { ...services, ...createChanges(services) }
  return {
    listNoFlyZones: listNoFlyZones(deps),
    exportNoFlyZones: exportNoFlyZones(deps),
    getNoFlyZone: getNoFlyZone(deps),
    getZoneVersions: getZoneVersions(deps),
    getZoneHolders: getZoneHolders(deps),
    createNoFlyZone: createNoFlyZone(deps),
    updateNoFlyZone: updateNoFlyZone(deps),
    enableNoFlyZone: enableNoFlyZone(deps),
    deleteNoFlyZone: deleteNoFlyZone(deps),
  }
}
