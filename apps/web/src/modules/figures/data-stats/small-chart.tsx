import type { DataStatFigures } from '@swath/contract/figures/data-stats'
import type { StatTable } from '@swath/contract/figures/stat-shown'
import { isTime } from '@swath/domain/stat-settings'
import { zoneDay } from '@swath/domain/zone-days'
import { useTranslation } from 'react-i18next'
import { formatCount, formatNumber } from '../../../lib/format.ts'
import { ValueBars } from '../../../ui/bar-rows.tsx'
import { foldRows, type Point } from './fold-rows.ts'
import style from './stat-card.module.css'

const barsAtMost = 5
const columnsAtMost = 31

const describe = ({ name, value, decimals }: Point): string =>
  `${name} · ${formatNumber(value, decimals)}`

type ColumnsProps = { points: readonly Point[]; label: string; /** YYYY-MM-DD */ today: string }

/** Whether the day, month or year is not over. */
const isRunning = (key: string, today: string): boolean => key.length >= 4 && today.startsWith(key)

/** 2026-01 is written 2026/01, as everywhere on screens. */
const writeDay = (point: Point | undefined): string | undefined =>
  point?.name.replaceAll(/(?<=\d)-(?=\d)/g, '/')

/** Columns along time, the latest last. */
const Columns = ({ points, label, today }: ColumnsProps) => {
  const most = Math.max(...points.map(({ value }) => value), 0)
  return (
    <div>
      <ul className={`list-plain ${style.columns}`} aria-label={label}>
        {points.map((point) => (
          <li
            key={point.key}
            title={describe(point)}
            data-running={isRunning(point.key, today)}
            style={{ blockSize: `${most > 0 ? (point.value / most) * 100 : 0}%` }}
          >
            <span className="sr-only">{describe(point)}</span>
          </li>
        ))}
      </ul>
      <p className={`m-0 muted text-11 tabular ${style.ends}`} aria-hidden="true">
        <span>{writeDay(points[0])}</span>
        <span>{writeDay(points.at(-1))}</span>
      </p>
    </div>
  )
}

type Props = { label: string; figures: DataStatFigures; table: StatTable }

/** The first value of a statistic, small and without the chart library. */
export const SmallChart = ({ label, figures, table }: Props) => {
  const { t } = useTranslation('data-stats')
  const points = foldRows(figures, table)
  if (points === null) return null
  if (isTime(figures.dimensions[0]!))
    return (
      <Columns
        points={points.slice(-columnsAtMost)}
        label={label}
        today={zoneDay(figures.timeZone, Date.now())}
      />
    )
  const more = points.length - barsAtMost
  return (
    <div>
      <ValueBars
        label={label}
        bars={points
          .slice(0, barsAtMost)
          .map((point) => ({
            key: point.key,
            label: point.name,
            value: point.value,
            figure: formatNumber(point.value, point.decimals),
          }))}
      />
      {more > 0 && (
        <p className="m-0 muted text-12 mt-4">{t('moreRows', { shown: formatCount(more) })}</p>
      )}
    </div>
  )
}
