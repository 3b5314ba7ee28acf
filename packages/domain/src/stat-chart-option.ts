// A chart as ECharts expects it: plain data, so that the console and pictures in mails look the
// same.
import { isSplit, type ChartSeries, type StatChart } from './stat-chart.ts'

export type ChartLook = {
  readonly colors: readonly string[]
  readonly ink: string
  readonly muted: string
  readonly line: string
  readonly paper: string
  /** Colours of the lowest and the highest value of a heat map. */
  readonly heat: readonly [string, string]
  readonly font: string
  readonly format: (value: number, decimals: number) => string
  /** Shown for missing values. */
  readonly dash: string
}

type Named = {
  readonly seriesIndex: number
  readonly dataIndex: number
  readonly value: unknown
  readonly name: string
}

const heading = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const axisUnit = ({ axes }: StatChart, axis: number): string => axes[axis]?.unit ?? ''

const figureText = (
  { dash, format }: ChartLook,
  chart: StatChart,
  { axis }: Pick<ChartSeries, 'axis'>,
  value: unknown,
): string =>
  typeof value === 'number'
    ? `${format(value, chart.axes[axis]?.decimals ?? 0)} ${axisUnit(chart, axis)}`.trim()
    : dash

/** Long names are cut in the drawing; the tooltip shows them completely. */
const shorten = (name: string, length: number): string =>
  name.length > length ? `${name.slice(0, length - 1)}…` : name
const shortened = (name: string): string => shorten(name, 18)

const textOf = ({ font, ink }: ChartLook) => ({ fontFamily: font, color: ink, fontSize: 12 })

const legend = (chart: StatChart, look: ChartLook) =>
  chart.series.length > 1
    ? {
        type: 'scroll',
        top: 0,
        left: 0,
        right: 0,
        icon: 'roundRect',
        itemWidth: 14,
        itemHeight: 8,
        textStyle: textOf(look),
        data: chart.series.map(({ name }) => name),
        // Long enough for a measure and "previous period".
        formatter: (name: string) => shorten(name, 40),
      }
    : { show: false }

const noteAtPointer = (chart: StatChart, look: ChartLook) => ({
  trigger: 'axis',
  axisPointer: { type: chart.kind === 'line' ? 'line' : 'shadow' },
  confine: true,
  transitionDuration: 0,
  backgroundColor: look.paper,
  borderColor: look.line,
  textStyle: textOf(look),
  formatter: (hits: readonly Named[]) =>
    [
      `<strong>${heading(hits[0]?.name ?? '')}</strong>`,
      // A dashed line to the running period repeats its series.
      ...hits
        .filter(({ seriesIndex }) => seriesIndex < chart.series.length)
        .map(({ seriesIndex, dataIndex }) => {
          const series = chart.series[seriesIndex]!
          const text = figureText(look, chart, series, series.values[dataIndex])
          return `${heading(series.name)}: <b>${heading(text)}</b>`
        }),
    ].join('<br>'),
})

const categoryAxis = (chart: StatChart, look: ChartLook) => ({
  type: 'category',
  data: chart.categories,
  inverse: !chart.isTime,
  axisTick: { show: false },
  axisLine: { lineStyle: { color: look.line } },
  axisLabel: {
    ...textOf(look),
    color: look.muted,
    hideOverlap: true,
    ...(chart.isTime ? {} : { interval: 0, formatter: shortened }),
  },
})

const valueAxes = (chart: StatChart, look: ChartLook) =>
  chart.axes.map(({ unit, decimals }, index) => ({
    type: 'value',
    name: unit,
    nameTextStyle: { ...textOf(look), color: look.muted },
    nameGap: 8,
    splitNumber: 4,
    axisLabel: {
      ...textOf(look),
      color: look.muted,
      hideOverlap: true,
      formatter: (value: number) => look.format(value, Number.isInteger(value) ? 0 : decimals),
    },
    splitLine: { show: index === 0 || isSplit(chart), lineStyle: { color: look.line } },
  }))

/** The value of the running period is an outline, or the end of a separate line. */
const valuesOf = ({ kind, runningAt }: StatChart, series: ChartSeries, color: string) =>
  series.isBefore || runningAt === null
    ? series.values
    : series.values.map((value, at) =>
        at !== runningAt
          ? value
          : kind === 'line'
            ? null
            : {
                value,
                itemStyle: {
                  color: 'transparent',
                  borderColor: color,
                  borderWidth: 1.5,
                  borderType: 'dashed',
                },
              },
      )

const drawnSeries = (chart: StatChart, look: ChartLook) => {
  // The period before has the same colour as the series it is compared with.
  const own = chart.series.filter(({ isBefore }) => !isBefore)
  const drawn = chart.series.map((series, index) => {
    const before = series.isBefore ? chart.series[index - 1]! : series
    const color = look.colors[own.indexOf(before) % look.colors.length]!
    const shared = {
      name: series.name,
      data: valuesOf(chart, series, color),
      itemStyle: { color, opacity: series.isBefore ? 0.35 : 1 },
      [chart.isTime ? 'yAxisIndex' : 'xAxisIndex']: series.axis,
      ...(isSplit(chart) ? { xAxisIndex: series.axis } : {}),
    }
    return chart.kind === 'line'
      ? {
          ...shared,
          type: 'line',
          showSymbol: chart.categories.length <= 31,
          symbolSize: 5,
          connectNulls: false,
          lineStyle: {
            color,
            width: 2,
            type: series.isBefore ? 'dashed' : 'solid',
            opacity: series.isBefore ? 0.6 : 1,
          },
        }
      : {
          ...shared,
          type: 'bar',
          barMinWidth: 1,
          barMaxWidth: chart.isTime ? 40 : 18,
          ...(chart.kind === 'stacked' ? { stack: 'all' } : {}),
        }
  })
  const at = chart.runningAt
  if (chart.kind !== 'line' || at === null) return drawn
  const running = drawn.flatMap((line, index) => {
    const { isBefore, values } = chart.series[index]!
    if (isBefore) return []
    const data = values.map((value, i) => (i === at || i === at - 1 ? value : null))
    return [{ ...line, data, lineStyle: { color: line.itemStyle.color, width: 2, type: 'dashed' } }]
  })
  return [...drawn, ...running]
}

/** Lines of several units would overlap: each unit has a chart, one above the other. */
const split = (chart: StatChart, look: ChartLook) => {
  const categories = categoryAxis(chart, look)
  const last = chart.axes.length - 1
  const slot = 90 / chart.axes.length
  return {
    tooltip: noteAtPointer(chart, look),
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    legend: legend(chart, look),
    grid: chart.axes.map((_axis, index) => ({
      // Wide enough for labels of seven digits, so that the charts begin at the same x.
      left: 72,
      right: 16,
      top: `${12 + index * slot}%`,
      height: `${slot - 11}%`,
      outerBoundsMode: 'none',
    })),
    xAxis: chart.axes.map((_axis, gridIndex) => ({
      ...categories,
      gridIndex,
      axisLabel: { ...categories.axisLabel, show: gridIndex === last },
    })),
    yAxis: valueAxes(chart, look).map((axis, gridIndex) => ({ ...axis, gridIndex })),
    series: drawnSeries(chart, look),
  }
}

const crossed = (chart: StatChart, look: ChartLook) => {
  if (isSplit(chart)) return split(chart, look)
  const categories = categoryAxis(chart, look)
  const values = valueAxes(chart, look)
  return {
    tooltip: noteAtPointer(chart, look),
    legend: legend(chart, look),
    grid: {
      left: 4,
      right: chart.isTime ? 4 : 24,
      top: chart.series.length > 1 ? 56 : 30,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: chart.isTime ? categories : values,
    yAxis: chart.isTime ? values : categories,
    series: drawnSeries(chart, look),
  }
}

const pie = (chart: StatChart, look: ChartLook) => {
  const [series] = chart.series
  const data = chart.categories.map((name, index) => ({ name, value: series?.values[index] ?? 0 }))
  return {
    tooltip: {
      ...noteAtPointer(chart, look),
      trigger: 'item',
      formatter: ({ name, value, percent }: Named & { percent: number }) =>
        `<strong>${heading(name)}</strong><br><b>${heading(figureText(look, chart, { axis: 0 }, value))}</b> · ${look.format(percent, 1)}%`,
    },
    series: [
      {
        type: 'pie',
        radius: ['42%', '72%'],
        color: look.colors,
        data,
        label: {
          ...textOf(look),
          formatter: ({ name, percent }: Named & { percent: number }) =>
            `${shortened(name)}\n${look.format(percent, 1)}%`,
        },
        labelLine: { length: 8, length2: 8 },
        itemStyle: { borderColor: look.paper, borderWidth: 2 },
      },
    ],
  }
}

/** The colour scale between the least and the most. */
const scaleOf = (chart: StatChart, look: ChartLook, figures: readonly number[]) => ({
  min: 0,
  max: Math.max(1, ...figures),
  calculable: false,
  orient: 'horizontal',
  left: 'center',
  bottom: 0,
  itemHeight: 120,
  text: [figureText(look, chart, { axis: 0 }, Math.max(0, ...figures)), look.format(0, 0)],
  textStyle: { ...textOf(look), color: look.muted },
  inRange: { color: look.heat },
})

const heat = (chart: StatChart, look: ChartLook) => {
  const figures = chart.series.flatMap(({ values }) =>
    values.filter((value): value is number => value !== null),
  )
  const axis = { ...categoryAxis(chart, look), inverse: false }
  return {
    tooltip: {
      ...noteAtPointer(chart, look),
      trigger: 'item',
      formatter: ({ value }: { value: readonly [number, number, number] }) =>
        `<strong>${heading(chart.categories[value[0]]!)} · ${heading(chart.series[value[1]]!.name)}</strong><br><b>${heading(figureText(look, chart, { axis: 0 }, value[2]))}</b>`,
    },
    grid: {
      left: 4,
      right: 4,
      top: 8,
      bottom: 52,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: { ...axis, axisLabel: { ...axis.axisLabel, interval: 'auto' } },
    yAxis: {
      ...axis,
      data: chart.series.map(({ name }) => name),
      inverse: true,
      axisLabel: { ...axis.axisLabel, interval: 0 },
    },
    visualMap: scaleOf(chart, look, figures),
    series: [
      {
        type: 'heatmap',
        itemStyle: { borderColor: look.paper, borderWidth: 1 },
        data: chart.series.flatMap(({ values }, y) =>
          values.flatMap((value, x) => (value === null ? [] : [[x, y, value]])),
        ),
      },
    ],
  }
}

const mapName = 'areas'

/** Maps that a drawing library must register by name before it draws. */
export const groundOfChart = ({ areas }: StatChart) =>
  areas.length === 0
    ? null
    : {
        name: mapName,
        geoJson: {
          type: 'FeatureCollection' as const,
          features: areas.map(({ code, parts }) => ({
            type: 'Feature' as const,
            properties: { name: code },
            geometry: {
              type: 'MultiPolygon' as const,
              coordinates: parts.map((part) =>
                part.map((ring) => ring.map(([lng, lat]) => [lng, lat])),
              ),
            },
          })),
        },
      }

/** The length of a degree of longitude, as a share of one of latitude, in the middle of the map. */
const shrinkOf = ({ areas }: StatChart): number => {
  const lats = areas.flatMap(({ parts }) => parts.flat(2).map(([, lat]) => lat))
  const [least, most] = lats.reduce(
    ([low, high], lat) => [Math.min(low, lat), Math.max(high, lat)],
    [90, -90],
  )
  return Math.cos((((least + most) / 2) * Math.PI) / 180)
}

const map = (chart: StatChart, look: ChartLook) => {
  const known = chart.areas.filter(({ value }) => value !== null)
  const nameOf = new Map(chart.areas.map(({ code, name }) => [code, name]))
  const isFew = known.length <= 40
  return {
    tooltip: {
      ...noteAtPointer(chart, look),
      trigger: 'item',
      formatter: ({ name, value }: Named) =>
        `<strong>${heading(nameOf.get(name) ?? name)}</strong><br><b>${heading(figureText(look, chart, { axis: 0 }, Number.isNaN(value) ? null : value))}</b>`,
    },
    visualMap: scaleOf(
      chart,
      look,
      known.map(({ value }) => value!),
    ),
    series: [
      {
        type: 'map',
        map: mapName,
        aspectScale: shrinkOf(chart),
        top: 8,
        bottom: 56,
        left: 8,
        right: 8,
        selectedMode: false,
        itemStyle: { areaColor: look.paper, borderColor: look.muted, borderWidth: 0.5 },
        emphasis: { label: { show: false }, itemStyle: { areaColor: null, borderWidth: 1.5 } },
        label: { show: false },
        labelLayout: { hideOverlap: true },
        data: known.map(({ code, value }) => ({
          name: code,
          value,
          label: {
            ...textOf(look),
            show: isFew,
            textBorderColor: look.paper,
            textBorderWidth: 2,
            formatter: ({ name }: Named) => nameOf.get(name) ?? name,
          },
        })),
      },
    ],
  }
}

const byKind = { line: crossed, bar: crossed, stacked: crossed, pie, heat, map } as const

export const statChartOption = (chart: StatChart, look: ChartLook) => ({
  animation: false,
  textStyle: textOf(look),
  ...byKind[chart.kind](chart, look),
})
