import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { LabelLayout } from 'echarts/features'
import { init, use as bring, type ECharts } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { axisChartOption, type AxisChartContent } from './axis-chart-option.ts'
import style from './axis-chart.module.css'

bring([LineChart, BarChart, GridComponent, LabelLayout, SVGRenderer])

type Props = {
  /** Description of the content, for screen readers. */
  readonly label: string
  readonly content: AxisChartContent
}

/**
 * Lines or bars over a category axis. There are no tooltips: everything must be readable from a
 * distance. Changes are animated.
 */
export const AxisChart = ({ label, content }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const made = init(element, null, { renderer: 'svg' })
    chart.current = made
    const observer = new ResizeObserver(() => made.resize({ animation: { duration: 0 } }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])
  useEffect(() => {
    chart.current?.setOption(axisChartOption(content), {
      replaceMerge: ['series', 'xAxis', 'yAxis', 'grid'],
    })
  }, [content])
  return (
    <div
      ref={box}
      className={`min-w-0 h-full w-full ${style.chart}`}
      role="img"
      aria-label={label}
    />
  )
}
