// Filters of the monitor: for its map, lists, totals and alarms.
import { z } from 'zod'
import { RegionCode, filter } from '../fields.ts'
import { id } from '../ids.ts'

export const monitorFilters = {
  region: filter(RegionCode),
  zzAccountId: filter(id('account')),
  yyAccountId: filter(id('account')),
  deviceType: filter(z.enum(['sprayer', 'spreader', 'mapper'])),
  flyModelId: filter(id('droneModel')),
}
