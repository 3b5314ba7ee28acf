import type { StatChart as StatChartContent } from '@swath/domain/stat-chart'
import { useTranslation } from 'react-i18next'
import { AxisChart } from '../../src/charts/axis-chart.tsx'
import { Donut } from '../../src/charts/donut.tsx'
import { StatChart } from '../../src/charts/stat-chart.tsx'
import { TimeChart } from '../../src/charts/time-chart.tsx'
import { TimeColumns } from '../../src/ui/time-columns.tsx'
import { formatClock } from '../../src/lib/format.ts'
import { groundColors, monthColors } from '../../src/lib/theme.ts'
import { nowMs } from '../fixed-start.ts'
import { drones } from '../data.ts'
import type { Example } from '../example.tsx'

const months = ['04', '05', '06', '07', '08', '09']
const thisYear = [310, 720, 1_180, 960, 1_410, 640]
const lastYear = [280, 540, 1_020, 1_100, 1_190, 900]

const Axis = () => {
  const { t } = useTranslation('ui')
  const shared = { names: months, formatTick: String, fontPx: 12, animates: false }
  const [now, before] = [groundColors.covered, groundColors.plot]
  return (
    <div className="grid gap-16">
      <div style={{ height: 200 }}>
        <AxisChart
          label={t('terms:coveredArea')}
          content={{
            ...shared,
            kind: 'line',
            isFilled: true,
            runningAt: 5,
            series: [
              { name: '2026', colour: now, values: thisYear },
              { name: '2025', colour: before, values: lastYear, isFaint: true, isDashed: true },
            ],
          }}
        />
      </div>
      <div style={{ height: 200 }}>
        <AxisChart
          label={t('terms:coveredArea')}
          content={{
            ...shared,
            kind: 'bar',
            runningAt: 5,
            formatValue: String,
            series: [{ name: '2026', colour: now, values: thisYear }],
          }}
        />
      </div>
    </div>
  )
}

const Donuts = () => {
  const { t } = useTranslation('ui')
  const slices = [
    { name: t('terms:coveredArea'), colour: groundColors.covered, value: 62 },
    { name: t('terms:other'), colour: groundColors.repeated, value: 25 },
    { name: t('terms:plot'), colour: groundColors.missed, value: 13 },
  ]
  return (
    <div style={{ width: 160, height: 160 }}>
      <Donut label={t('terms:coveredArea')} slices={slices}>
        <strong>62 %</strong>
      </Donut>
    </div>
  )
}

const stat = (values: Partial<StatChartContent> & Pick<StatChartContent, 'kind'>) => ({
  isTime: false,
  categories: drones.map(({ droneName }) => droneName),
  series: [
    { name: '2026', axis: 0, isBefore: false, values: drones.map(({ workArea }) => workArea) },
    { name: '2025', axis: 0, isBefore: true, values: [980, 1_040, null, 310] },
  ],
  axes: [{ unit: 'mu', decimals: 1 }],
  areas: [],
  runningAt: null,
  ...values,
})

const statCharts = {
  bar: stat({ kind: 'bar' }),
  line: stat({
    kind: 'line',
    isTime: true,
    runningAt: 5,
    categories: [...months.slice(0, 5), '09 (so far)'],
    series: [
      { name: '2026', axis: 0, isBefore: false, values: thisYear },
      { name: '2025', axis: 0, isBefore: true, values: lastYear },
    ],
  }),
  pie: stat({ kind: 'pie' }),
  heat: stat({
    kind: 'heat',
    categories: months,
    series: drones.map(({ droneName }, row) => ({
      name: droneName,
      axis: 0,
      isBefore: false,
      values: thisYear.map((value, month) => (value * ((row + month) % 4)) / 4),
    })),
  }),
}

const Stat = ({ kind }: { kind: keyof typeof statCharts }) => {
  const { t } = useTranslation('ui')
  return <StatChart label={t('terms:coveredArea')} chart={statCharts[kind]} />
}

const seconds = Array.from({ length: 121 }, (_, second) => second)
const tMs = seconds.map((second) => nowMs - 120_000 + second * 1000)
const bands = [[tMs[30]!, tMs[95]!]] as const

const Time = () => {
  const { t } = useTranslation('ui')
  return (
    <TimeChart
      label={t('terms:playback')}
      tMs={tMs}
      bands={bands}
      timeText={formatClock}
      rows={[
        {
          name: t('terms:speed'),
          unit: 'm/s',
          colour: monthColors[1],
          decimals: 1,
          values: seconds.map((second) => 6 + 2 * Math.sin(second / 9)),
        },
        {
          name: t('terms:height'),
          unit: 'm',
          colour: monthColors[10],
          decimals: 1,
          values: seconds.map((second) => (second < 10 ? null : 3 + Math.cos(second / 14))),
          scale: 'fit',
        },
      ]}
    />
  )
}

const Columns = () => {
  const { t } = useTranslation('ui')
  return (
    <TimeColumns
      label={t('terms:coveredArea')}
      columns={months.map((month, at) => ({
        key: month,
        name: month,
        tick: month,
        mu: thisYear[at]!,
        beforeMu: lastYear[at]!,
        isRunning: at === months.length - 1,
      }))}
    />
  )
}

export const chartExamples: readonly Example[] = [
  { name: 'axis-chart', folder: 'charts', Show: Axis },
  { name: 'donut', folder: 'charts', Show: Donuts },
  { name: 'stat-chart', folder: 'charts', Show: () => <Stat kind="bar" /> },
  { name: 'stat-chart-line', folder: 'charts', Show: () => <Stat kind="line" /> },
  { name: 'stat-chart-pie', folder: 'charts', Show: () => <Stat kind="pie" /> },
  { name: 'stat-chart-heat', folder: 'charts', Show: () => <Stat kind="heat" /> },
  { name: 'time-chart', folder: 'charts', Show: Time },
  { name: 'time-columns', folder: 'ui', Show: Columns },
]
