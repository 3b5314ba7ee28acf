import { expect, test } from 'vitest'
import { whyNotAsked } from './figures.ts'

const asked = { measures: ['coveredM2'], by: [], filters: {}, from: null, until: null } as const

test.each([
  [{ by: ['month', 'province'] }, null],
  [{ measures: ['newDroneCount', 'coveredM2'], by: ['month', 'province'] }, null],
  [{ measures: [] }, 'figure_measures'],
  [{ by: ['day', 'drone', 'mode'] }, 'figure_dimensions'],
  [{ by: ['day', 'day'] }, 'figure_dimensions'],
  [{ measures: ['newPlotCount'], by: ['mode'] }, 'figure_measure_dimension'],
  [{ measures: ['droneCount'], by: ['month'] }, 'figure_measure_dimension'],
  [
    { measures: ['coveredM2', 'newDroneCount'], filters: { cropId: 'rice' } },
    'figure_measure_filter',
  ],
  [{ measures: ['newPlotCount'], filters: { regionCode: '156330000' } }, null],
  [{ from: '2026-11-23', until: '2026-11-23' }, 'figure_period'],
  [{ top: { by: 'sprayL', count: 6 } }, 'figure_top'],
  [{ top: { by: 'coveredM2', count: 6 }, by: ['drone'] }, null],
] as const)('%j: %s', (part, refusal) => {
  expect(whyNotAsked({ ...asked, ...part })).toBe(refusal)
})
