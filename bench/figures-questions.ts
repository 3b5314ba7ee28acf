// Questions of the statistics screens, the overview and saved statistics, for users whose scope is
// everything, a province, a county, a manufacturer and an operator.
import type { Scope } from '@swath/domain/access/caller'
import type { FigureQuestion } from '@swath/domain/figures'

export type Asked = { name: string; scope: Scope; question: FigureQuestion }

// Periods of statistics screens: to the end of the year and of the month.
const year = { from: '2026-01-01', until: '2027-01-01' }
const month = { from: '2026-11-01', until: '2026-12-01' }
/** Periods of the overview and saved statistics on 23 November. */
const yearSoFar = { ...year, until: '2026-11-24' }
const monthSoFar = { ...month, until: '2026-11-24' }
const lastYear = { from: '2025-01-01', until: '2026-01-01' }
const today = { from: '2026-11-18', until: '2026-11-19' }

const asked = (
  name: string,
  scope: Scope,
  question: Partial<FigureQuestion> & Pick<FigureQuestion, 'measures'>,
): Asked => ({
  name,
  scope,
  question: {
    by: [],
    filters: {},
    from: null,
    until: null,
    timeZone: 'Asia/Shanghai',
    ...question,
  },
})

const overview = [
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

const everyone: Scope = { kind: 'all' }

export const statScreenQuestions = (maker: string): Asked[] => {
  const asMaker: Scope = { kind: 'accounts', as: 'manufacturer', accountIds: [maker] }
  const province: Scope = { kind: 'region', prefix: '15611' }
  const area = { measures: ['coveredM2'] as const }
  const top = { by: 'coveredM2', count: 6 } as const
  return [
    asked('rank of drones, all time', everyone, { ...area, by: ['drone'], top }),
    asked('rank of drones, this year', everyone, { ...area, by: ['drone'], top, ...year }),
    asked('rank of drones, this month', everyone, { ...area, by: ['drone'], top, ...month }),
    asked('rank of pilots, all time', everyone, { ...area, by: ['pilot'], top }),
    asked('rank of pilots, province, this year', province, {
      ...area,
      by: ['pilot'],
      top,
      ...year,
    }),
    asked('hours, all time', everyone, { ...area, by: ['hourOfDay'] }),
    asked('hours by month, this year', everyone, { ...area, by: ['month', 'hourOfDay'], ...year }),
    asked('hours, province', province, { ...area, by: ['hourOfDay'] }),
    asked('modes, last year', everyone, { ...area, by: ['mode'], ...lastYear }),
    asked('provinces, today', everyone, { ...area, by: ['province'], ...today }),
    asked('provinces, this month', everyone, { ...area, by: ['province'], ...month }),
    asked('provinces of a maker, this year', asMaker, { ...area, by: ['province'], ...year }),
    asked('countries abroad, all time', everyone, {
      ...area,
      by: ['country'],
      filters: { abroad: true },
    }),
    asked('curve of days, this month', everyone, { ...area, by: ['day'], ...month }),
    asked('curve of months, maker', asMaker, { ...area, by: ['month'], ...year }),
    asked('headline', everyone, {
      measures: [
        'droneCount',
        'newPlotM2',
        'newPlotCount',
        'durationS',
        'sprayL',
        'coveredM2',
        'sortieCount',
      ],
    }),
    asked('block of today', everyone, { measures: overview, ...today }),
    asked('block of this month', everyone, { measures: overview, ...month }),
    asked('block of this year', everyone, { measures: overview, ...year }),
    asked('block of this year, province', province, { measures: overview, ...year }),
    asked('block of this year, maker', asMaker, { measures: overview, ...year }),
    asked('overview of the year so far', everyone, { measures: overview, ...yearSoFar }),
    asked('overview of the month so far', everyone, { measures: overview, ...monthSoFar }),
    asked('overview: provinces, this year', everyone, {
      measures: ['coveredM2', 'sortieCount', 'activeDroneCount'],
      by: ['province'],
      ...year,
    }),
    asked('overview: counties of a province', province, {
      measures: ['coveredM2', 'sortieCount', 'activeDroneCount'],
      by: ['county'],
      ...month,
    }),
  ]
}

export const savedQuestions = ({
  maker,
  operator,
  model,
  plot,
}: Record<'maker' | 'operator' | 'model' | 'plot', string>): Asked[] => {
  const county: Scope = { kind: 'region', prefix: '156110101' }
  const asOperator: Scope = { kind: 'accounts', as: 'operator', accountIds: [operator] }
  const work = { measures: ['coveredM2', 'sprayL', 'sortieCount'] as const }
  return [
    asked('crops by month', everyone, { ...work, by: ['month', 'crop'], ...year }),
    asked('chemicals of rice by province', everyone, {
      ...work,
      by: ['province', 'chemical'],
      filters: { cropId: 'rice' },
      ...year,
    }),
    asked('modes by month, county', county, { ...work, by: ['month', 'mode'], ...lastYear }),
    asked('makers by month', everyone, { ...work, by: ['month', 'manufacturer'], ...year }),
    asked('operators of a county', county, { ...work, by: ['operator'], ...year }),
    asked('active machines and plots by month', everyone, {
      measures: ['activeDroneCount', 'activePlotCount'],
      by: ['month'],
      ...year,
    }),
    asked('days of a model', everyone, {
      ...work,
      by: ['month'],
      filters: { modelId: model },
      ...year,
    }),
    asked('a range of drones, each', everyone, {
      ...work,
      by: ['drone'],
      filters: { droneRange: { from: 'FIG-001000', until: 'FIG-001999' } },
      ...year,
    }),
    asked('an operator: days of a month', asOperator, { ...work, by: ['day'], ...month }),
    asked('an operator: crops by month', asOperator, { ...work, by: ['month', 'crop'], ...year }),
    asked('an operator: pilots, 100 odd days', asOperator, {
      ...work,
      by: ['pilot'],
      from: '2026-05-13',
      until: '2026-08-21',
    }),
    asked('a plot by month', everyone, { ...work, by: ['month'], filters: { plotId: plot } }),
    asked('a maker by province and mode', everyone, {
      ...work,
      by: ['province', 'mode'],
      filters: { manufacturerId: maker },
      ...lastYear,
    }),
  ]
}
