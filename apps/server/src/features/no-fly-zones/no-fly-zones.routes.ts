import { noFlyZoneList } from '@swath/contract/no-fly-zones'
import { createChanges } from '../../platform/change/change.ts'
import { listFile } from '../../platform/listing/list-file.ts'
import type { Services } from '../../platform/services.ts'
import { countZones, zoneRows, type ZoneRow } from './no-fly-zones.queries.ts'
import { streamGeoJson } from './zone-export.ts'
import type { Calls, Needs } from './zone-needs.ts'
import { presentZone, readZone } from './zone-answers.ts'
import {
  createNoFlyZone,
  deleteNoFlyZone,
  enableNoFlyZone,
  updateNoFlyZone,
} from './zone-changes.ts'

const listNoFlyZones =
  ({ readDb }: Needs): Calls['listNoFlyZones'] =>
  async ({ query }, { caller, language }) => {
    const [rows, { total, civil }] = await Promise.all([
      zoneRows.page(readDb, caller.scope, query, query),
      countZones(readDb, caller.scope, query),
    ])
    return {
      items: rows.map((row) => presentZone(row, caller, language)),
      total,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      stats: { civilNoflyNum: civil, notCivilNoflyNum: total - civil },
    }
  }

const exportNoFlyZones =
  ({ readDb }: Needs): Calls['exportNoFlyZones'] =>
  async ({ query }, context) => {
    const { format } = query
    const rows = zoneRows.each(readDb, context.caller.scope, query)
    const shown = (row: ZoneRow) => presentZone(row, context.caller, context.language)
    return format === 'geojson'
      ? streamGeoJson(rows, shown, context)
      : listFile(noFlyZoneList, { format }, context, { rows, present: shown, cells: {} })
  }

const getNoFlyZone =
  ({ db }: Needs): Calls['getNoFlyZone'] =>
  async ({ params }, { caller, language }) =>
    readZone(db, caller, params.noflyId, language)

export const noFlyZoneHandlers = (services: Services): Calls => {
  const needs: Needs = { ...services, ...createChanges(services) }
  return {
    listNoFlyZones: listNoFlyZones(needs),
    exportNoFlyZones: exportNoFlyZones(needs),
    getNoFlyZone: getNoFlyZone(needs),
    createNoFlyZone: createNoFlyZone(needs),
    updateNoFlyZone: updateNoFlyZone(needs),
    enableNoFlyZone: enableNoFlyZone(needs),
    deleteNoFlyZone: deleteNoFlyZone(needs),
  }
}
