// Today's work by hour in the account's time zone, compared with yesterday and with the
// average of the last days.
import { zoneDay } from '@swath/domain/zone-days'
import { dateTimeIn } from '@swath/domain/local-time'
import type { WorkbenchWork } from '@swath/contract/overview/workbench'
import type { Caller } from '@swath/domain/access/caller'
import { addDays } from '@swath/domain/calendar-steps'
import type { FigureRow } from '@swath/domain/figures'
import { muFromM2 } from '@swath/domain/units'
import type { Db } from '../../../platform/database/database.ts'
import { askFigures, askToday } from '../../figures/public.ts'

const measures = ['coveredM2', 'sortieCount', 'durationS', 'sprayL'] as const

const add = (sum: WorkbenchWork, { figures }: FigureRow): WorkbenchWork => ({
  sprayArea: sum.sprayArea + muFromM2(figures.coveredM2 ?? 0),
  sortieCount: sum.sortieCount + (figures.sortieCount ?? 0),
  durationS: sum.durationS + (figures.durationS ?? 0),
  sprayL: sum.sprayL + (figures.sprayL ?? 0),
})
const sumUp = (rows: readonly FigureRow[]): WorkbenchWork =>
  rows.reduce(add, { sprayArea: 0, sortieCount: 0, durationS: 0, sprayL: 0 })

const areaByHour = (rows: readonly FigureRow[]): number[] => {
  const hours = Array.from({ length: 24 }, () => 0)
  for (const { keys, figures } of rows) hours[Number(keys[0])] = muFromM2(figures.coveredM2 ?? 0)
  return hours
}

const usualDays = 7

const share = (sum: WorkbenchWork, days: number): WorkbenchWork => ({
  sprayArea: sum.sprayArea / days,
  sortieCount: sum.sortieCount / days,
  durationS: sum.durationS / days,
  sprayL: sum.sprayL / days,
})

export const readWork = async (db: Db, caller: Caller, nowMs: number) => {
  const { scope, timeZone } = caller
  const hoursOver = Number(dateTimeIn(new Date(nowMs), timeZone).hour)
  const byHour = { by: ['hourOfDay'], filters: {}, measures } as const
  const until = zoneDay(timeZone, nowMs)
  const ofDaysBefore = (days: number) =>
    askFigures(db, scope, { ...byHour, from: addDays(until, -days), until, timeZone })
  const [today, yesterday, lastDays, [active]] = await Promise.all([
    askToday(db, caller, nowMs, byHour),
    ofDaysBefore(1),
    ofDaysBefore(usualDays),
    askToday(db, caller, nowMs, { by: [], filters: {}, measures: ['activeDroneCount'] }),
  ])
  const byThen = (rows: readonly FigureRow[]): WorkbenchWork =>
    sumUp(rows.filter(({ keys }) => Number(keys[0]) < hoursOver))
  return {
    today: sumUp(today),
    hoursOver,
    byThen: { today: byThen(today), usual: share(byThen(lastDays), usualDays) },
    usualDay: share(sumUp(lastDays), usualDays),
    activeDroneCount: active?.figures.activeDroneCount ?? 0,
    areaByHour: { today: areaByHour(today), yesterday: areaByHour(yesterday) },
  }
}
