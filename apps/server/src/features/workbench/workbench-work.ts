// Today's work beside that of yesterday and of a week ago, hour by hour of the account's own zone.
import type { WorkbenchWork } from '@swath/contract/workbench'
import type { Caller } from '@swath/domain/access/caller'
import type { FigureRow } from '@swath/domain/figures'
import { muFromM2 } from '@swath/domain/units'
import type { Db } from '../../platform/database/database.ts'
import { dateTimeIn } from '../../platform/listing/local-time.ts'
import { askFigures } from '../figures/public.ts'

const dayMs = 86_400_000

const toDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

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
  for (const { keys, figures } of rows) hours[Number(keys[1])] = muFromM2(figures.coveredM2 ?? 0)
  return hours
}

export const readWork = async (db: Db, { scope, timeZone }: Caller, nowMs: number) => {
  const clock = dateTimeIn(new Date(nowMs), timeZone)
  const day = `${clock.year}-${clock.month}-${clock.day}`
  const hoursOver = Number(clock.hour)
  const asked = { filters: {}, timeZone } as const
  const byHour = { ...asked, by: ['day', 'hourOfDay'] } as const
  const measures = ['coveredM2', 'sortieCount', 'durationS', 'sprayL'] as const
  const [yesterday, tomorrow, weekAgo] = [toDay(day, -1), toDay(day, 1), toDay(day, -7)]
  const [lastDays, lastWeek, [active]] = await Promise.all([
    askFigures(db, scope, { ...byHour, measures, from: yesterday, until: tomorrow }),
    askFigures(db, scope, { ...byHour, measures, from: weekAgo, until: toDay(day, -6) }),
    askFigures(db, scope, {
      ...asked,
      by: [],
      measures: ['activeDroneCount'],
      from: day,
      until: tomorrow,
    }),
  ])
  const ofDay = (wanted: string): FigureRow[] => lastDays.filter(({ keys }) => keys[0] === wanted)
  const byThen = (rows: readonly FigureRow[]): WorkbenchWork =>
    sumUp(rows.filter(({ keys }) => Number(keys[1]) < hoursOver))
  return {
    today: sumUp(ofDay(day)),
    hoursOver,
    byThen: {
      today: byThen(ofDay(day)),
      yesterday: byThen(ofDay(yesterday)),
      weekAgo: byThen(lastWeek),
    },
    activeDroneCount: active?.figures.activeDroneCount ?? 0,
    areaByHour: { today: areaByHour(ofDay(day)), yesterday: areaByHour(ofDay(yesterday)) },
  }
}
