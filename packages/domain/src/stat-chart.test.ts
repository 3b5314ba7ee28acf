import { expect, test } from 'vitest'
import { heightOfChart, toStatChart } from './stat-chart.ts'
import { groundOfChart, statChartOption, type ChartLook } from './stat-chart-option.ts'

const area = { name: 'Covered', kind: 'area', unit: 'ha', decimals: 2 } as const
const hours = { name: 'Flight time', kind: 'hours', unit: 'h', decimals: 1 } as const
const swept = { name: 'Swept', kind: 'area', unit: 'ha', decimals: 2 } as const
const nameBefore = (name: string) => `${name}, before`
const shared = {
  areas: [],
  nameBefore,
  today: '2026-04-11',
  nameRunning: (name: string) => `${name} (so far)`,
}
const row = (names: string[], values: number[], before: number[] | null = null) => ({
  keys: names,
  names,
  values,
  before,
})

test('measures of one unit share an axis, and the previous period is next to its own', () => {
  const chart = toStatChart({
    showType: 'bar',
    dimensions: ['crop'],
    measures: [area, hours, swept],
    rows: [row(['Rice'], [3, 2, 4], [1, 5, 6])],
    ...shared,
  })
  expect(chart.axes).toEqual([
    { unit: 'ha', decimals: 2 },
    { unit: 'h', decimals: 1 },
  ])
  expect(chart.series.map(({ name, axis, values }) => [name, axis, ...values])).toEqual([
    ['Covered', 0, 3],
    ['Covered, before', 0, 1],
    ['Flight time', 1, 2],
    ['Flight time, before', 1, 5],
    ['Swept', 0, 4],
    ['Swept, before', 0, 6],
  ])
})

test('months split by hour are in order, though only the latest has data in the first hour', () => {
  const { categories, series } = toStatChart({
    showType: 'heat',
    dimensions: ['hourOfDay', 'month'],
    measures: [area],
    rows: [
      row(['00:00', '2026-04'], [1]),
      row(['05:00', '2026-01'], [2]),
      row(['05:00', '2026-04'], [3]),
    ],
    ...shared,
  })
  expect(categories).toEqual(['00:00', '05:00'])
  expect(series.map(({ name, values }) => [name, ...values])).toEqual([
    ['2026-01', null, 2],
    ['2026-04', 1, 3],
  ])
})

const look: ChartLook = {
  colors: ['#009E73'],
  ink: '#000000',
  muted: '#000000',
  line: '#000000',
  paper: '#FFFFFF',
  heat: ['#FFFFFF', '#000000'],
  font: 'sans-serif',
  format: (value, decimals) => value.toFixed(decimals),
  dash: '–',
}

test('lines of two units are drawn one above the other, each on its own axis', () => {
  const chart = toStatChart({
    showType: 'line',
    dimensions: ['month'],
    measures: [area, hours],
    rows: [row(['2026-01'], [5, 1]), row(['2026-02'], [6, 2])],
    ...shared,
  })
  const { series, grid } = statChartOption(chart, look) as unknown as {
    series: { xAxisIndex: number; yAxisIndex: number }[]
    grid: unknown[]
  }
  expect(grid).toHaveLength(2)
  expect(series.map(({ xAxisIndex, yAxisIndex }) => [xAxisIndex, yAxisIndex])).toEqual([
    [0, 0],
    [1, 1],
  ])
})

test('the month that is not over is named and drawn as such, and no other', () => {
  const rows = [row(['2026-03'], [5]), row(['2026-04'], [2])]
  const draw = (showType: 'line' | 'bar', today: string) => {
    const content = { dimensions: ['month'] as const, measures: [area], rows, ...shared, today }
    const chart = toStatChart({ showType, ...content })
    return { chart, ...(statChartOption(chart, look) as { series: { data: unknown[] }[] }) }
  }
  const line = draw('line', '2026-04-11')
  expect(line.chart.categories).toEqual(['2026-03', '2026-04 (so far)'])
  expect(line.series.map(({ data }) => data)).toEqual([
    [5, null],
    [5, 2],
  ])
  expect(draw('bar', '2026-04-11').series[0]!.data).toMatchObject([
    5,
    { value: 2, itemStyle: { borderType: 'dashed' } },
  ])
  expect(draw('line', '2026-05-01').series.map(({ data }) => data)).toEqual([[5, 2]])
})

test('names from people are text in the tooltip, never markup', () => {
  const chart = toStatChart({
    showType: 'bar',
    dimensions: ['operator'],
    measures: [area],
    rows: [row(['<img src=x>'], [1])],
    ...shared,
  })
  const { tooltip } = statChartOption(chart, look) as {
    tooltip: { formatter: (hits: object[]) => string }
  }
  const note = tooltip.formatter([{ seriesIndex: 0, dataIndex: 0, name: '<img src=x>', value: 1 }])
  expect(note).toBe('<strong>&lt;img src=x></strong><br>Covered: <b>1.00 ha</b>')
  expect(heightOfChart(chart)).toBeGreaterThan(90)
})

test('a map has every area, with its own figure or that of its country, or without a figure', () => {
  const square = [
    [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  ] as const
  const areas = ['156330000', '156410000', '764500000'].map((code) => ({
    code,
    name: `Area ${code}`,
    parts: square,
  }))
  const draw = (dimension: 'province' | 'country', keys: string[]) =>
    toStatChart({
      showType: 'map',
      dimensions: [dimension],
      measures: [area],
      rows: keys.map((key, i) => ({ ...row([key], [i + 1]), keys: [key] })),
      ...shared,
      areas,
    })
  const valuesOf = (chart: ReturnType<typeof draw>) => chart.areas.map(({ value }) => value)
  expect(valuesOf(draw('province', ['156410000', '764500000']))).toEqual([null, 1, 2])
  // There is no data of the other country's provinces: it is not drawn, and these are larger.
  expect(valuesOf(draw('province', ['156410000']))).toEqual([null, 1])
  expect(valuesOf(draw('province', []))).toEqual([null, null, null])
  const world = draw('country', ['156000000'])
  expect(valuesOf(world)).toEqual([1, 1, null])
  expect(groundOfChart(world)?.geoJson.features).toHaveLength(3)
  const { series, tooltip } = statChartOption(world, look) as unknown as {
    series: { data: { name: string; value: number }[] }[]
    tooltip: { formatter: (hit: object) => string }
  }
  expect(series[0]!.data.map(({ name }) => name)).toEqual(['156330000', '156410000'])
  expect(tooltip.formatter({ name: '764500000', value: NaN })).toBe(
    '<strong>Area 764500000</strong><br><b>–</b>',
  )
})
