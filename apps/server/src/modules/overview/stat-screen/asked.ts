// Queries of the statistics screens and the overview.
import type { Caller } from '@swath/domain/access/caller'
import type { FigureQuestion, FigureRow, Measure } from '@swath/domain/figures'
import { CHINA_REGION, toCountryCode } from '@swath/domain/region-code'
import { muFromM2 } from '@swath/domain/units'
import type { Db } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { askFigures, askToday } from '../../figures/public.ts'

export type Asks = (
  caller: Pick<Caller, 'scope' | 'timeZone'>,
  question: Omit<FigureQuestion, 'timeZone'>,
) => Promise<FigureRow[]>

export const createAsks =
  ({ readDb }: Pick<Services, 'readDb'>): Asks =>
  ({ scope, timeZone }, question) =>
    askFigures(readDb, scope, { ...question, timeZone })

export const figureOf = (row: FigureRow | undefined, measure: Measure): number =>
  row?.figures[measure] ?? 0

export const muOf = (row: FigureRow | undefined, measure: Measure): number =>
  muFromM2(figureOf(row, measure))

/** Figures by key of the first dimension, areas in mu. */
export const muByKey = (rows: readonly FigureRow[]): ReadonlyMap<string | null, number> =>
  new Map(rows.map((row) => [row.keys[0] ?? null, muOf(row, 'coveredM2')]))

const overviewMeasures = [
  'newDroneCount',
  'durationS',
  'activeDroneCount',
  'coveredM2',
  'newPlotCount',
  'sortieCount',
  'newPlotM2',
  'sprayL',
  'activePlotCount',
] as const

const toOverview = ([row]: readonly FigureRow[]) => ({
  newDroneCount: figureOf(row, 'newDroneCount'),
  flightTime: figureOf(row, 'durationS'),
  activeDroneCount: figureOf(row, 'activeDroneCount'),
  sprayArea: muOf(row, 'coveredM2'),
  newBlockCount: figureOf(row, 'newPlotCount'),
  flightCount: figureOf(row, 'sortieCount'),
  newBlockArea: muOf(row, 'newPlotM2'),
  sprayQuantity: figureOf(row, 'sprayL'),
  activeBlockCount: figureOf(row, 'activePlotCount'),
})

/** New, active and completed: the nine figures in a block of the statistics screens. */
export const askOverview = async (
  asks: Asks,
  caller: Pick<Caller, 'scope' | 'timeZone'>,
  stretch: Pick<FigureQuestion, 'from' | 'until'>,
  filters: FigureQuestion['filters'] = {},
) => toOverview(await asks(caller, { measures: overviewMeasures, by: [], filters, ...stretch }))

export const askTodayOverview = async (
  db: Db,
  caller: Pick<Caller, 'scope' | 'timeZone'>,
  nowMs: number,
) =>
  toOverview(await askToday(db, caller, nowMs, { measures: overviewMeasures, by: [], filters: {} }))

/** The country that counts as domestic: the caller's own, China for the platform. */
export const homeCountry = ({ accountType, regionCode }: Caller): string =>
  accountType === 'platform' ? CHINA_REGION : `${toCountryCode(regionCode)}000000`
