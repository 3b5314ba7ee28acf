import type { DataStat, DataStatFigures } from '@swath/contract/figures/data-stats'
import { formatStatDays, toStatTable } from '@swath/contract/figures/stat-shown'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { errorText } from '../../../lib/errors.ts'
import { dash, formatNumber } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { Pair } from '../../../ui/facts.tsx'
import { CellTime } from '../../../ui/time.tsx'
import { SmallChart } from './small-chart.tsx'
import { describeQuestion } from './stat.labels.ts'
import { statsPath } from './stat-tabs.tsx'
import { useStatLabels } from './use-stat-labels.ts'
import style from './stat-card.module.css'

/** The figures change slowly; returning to the list within this time loads nothing. */
const freshMs = 60_000

type FiguresProps = { stat: DataStat; figures: DataStatFigures }

/** The totals of all values, and the first value as a chart. */
const Figures = ({ stat, figures }: FiguresProps) => {
  const { t } = useTranslation('data-stats')
  const labels = useStatLabels(stat.settings.areaUnit)
  const table = useMemo(() => toStatTable(figures, labels), [figures, labels])
  if (figures.rows.length === 0) return <p className="m-0 muted">{t('nothing')}</p>
  const perMeasure = figures.daysBefore === null ? 1 : 2
  return (
    <>
      {table.total && (
        <dl className={`figures ${style.totals}`}>
          {figures.measures.map((measure, at) => {
            const cell = table.total!.cells[at * perMeasure]
            return (
              <Pair key={measure} label={table.head[table.nameCount + at * perMeasure]}>
                {cell ? formatNumber(cell.figure, cell.decimals) : dash}
              </Pair>
            )
          })}
        </dl>
      )}
      <SmallChart label={stat.name} figures={figures} table={table} />
    </>
  )
}

/** A saved statistic with its current figures. */
export const StatCard = ({ stat }: { stat: DataStat }) => {
  const { t } = useTranslation('data-stats')
  const asked = useQuery({
    ...buildQuery('getDataStatOverview', { params: { statId: stat.statId } }),
    staleTime: freshMs,
    meta: { quiet: true },
  })
  const days = asked.data && formatStatDays(asked.data.days)
  return (
    <article className={style.card}>
      <h2 className="m-0 text-16 break-anywhere">
        <Link to={`${statsPath}/${stat.statId}`}>{stat.name}</Link>
      </h2>
      <p className="m-0 muted text-13">{describeQuestion(stat.settings, t)}</p>
      <div className={style.figures}>
        {asked.data ? (
          <Figures stat={stat} figures={asked.data} />
        ) : asked.isError ? (
          <p className="m-0 muted" role="alert">
            {errorText(asked.error)}
          </p>
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 5 }} />
        )}
      </div>
      <p className={`flex wrap m-0 muted text-12 tabular ${style.foot}`}>
        {(days || asked.isPending) && <span className={style.days}>{days}</span>}
        <span>{stat.shared ? t('sharedBy', { name: stat.createdByName }) : t('sharedNo')}</span>
        {stat.mailDueAt && (
          <span>
            {t('mailDueAt')} <CellTime time={stat.mailDueAt} />
          </span>
        )}
      </p>
    </article>
  )
}
