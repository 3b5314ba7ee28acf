// Today's work for the monitor: of all filtered drones, of one drone, or by operator.
import type { Caller } from '@swath/domain/access/caller'
import type { FigureRow } from '@swath/domain/figures'
import { muFromM2 } from '@swath/domain/units'
import type { Db } from '../../../platform/database/database.ts'
import { askToday, type FactFilters } from '../../figures/public.ts'
import type { MonitorFilters } from './monitor.queries.ts'

const measures = ['coveredM2', 'sortieCount', 'durationS', 'sprayL'] as const

const toFilters = (filters: MonitorFilters & { droneId?: string }): FactFilters => ({
  regionCode: filters.region,
  manufacturerId: filters.zzAccountId,
  operatorId: filters.yyAccountId,
  modelId: filters.flyModelId,
  deviceType: filters.deviceType,
  droneIds: filters.droneId === undefined ? undefined : [filters.droneId],
})

const toWork = (figures: FigureRow['figures'] = {}) => ({
  sortieCount: figures.sortieCount ?? 0,
  sprayArea: muFromM2(figures.coveredM2 ?? 0),
  durationS: figures.durationS ?? 0,
  sprayL: figures.sprayL ?? 0,
})

export const workToday = async (
  db: Db,
  caller: Caller,
  nowMs: number,
  filters: MonitorFilters & { droneId?: string },
) => {
  const asked = { measures, by: [], filters: toFilters(filters) }
  return toWork((await askToday(db, caller, nowMs, asked))[0]?.figures)
}

/** By operator id; drones without an operator are left out. */
export const workTodayByOperator = async (
  db: Db,
  caller: Caller,
  nowMs: number,
  filters: MonitorFilters,
) => {
  const asked = { measures, by: ['operator'], filters: toFilters(filters) } as const
  const rows = await askToday(db, caller, nowMs, asked)
  return rows.flatMap(({ keys, figures }) =>
    keys[0] == null ? [] : [{ operatorId: keys[0], ...toWork(figures) }],
  )
}
