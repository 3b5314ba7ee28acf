import type { PrintedPlot } from '@swath/contract/overview/shared-reports'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatDay, formatNumber, formatRatio, formatTime } from '../../../lib/format.ts'
import { Area, useAreaWord } from '../../../ui/area.tsx'
import { GroundMap } from '../../../ui/paper/ground-map.tsx'
import style from '../../../ui/paper/paper.module.css'
import { Dose, Fact, Signatures, useDoseLabel } from './report-parts.tsx'

/** From the first to the last spraying, or the period that was asked for. */
const toPeriod = (sprayings: PrintedPlot['sprayings'], asked: Days | undefined): string | null => {
  const days = [
    asked?.fromDay || sprayings[0]?.startTime,
    asked?.untilDay || sprayings.at(-1)?.startTime,
  ].flatMap((day) => (day ? [formatDay(day)] : []))
  return days.length > 0 ? [...new Set(days)].join(' – ') : null
}

const Facts = ({ report: { plot, sprayings }, days }: Pick<Props, 'report' | 'days'>) => {
  const { t } = useTranslation('work-reports')
  const period = toPeriod(sprayings, days)
  return (
    <dl className={style.facts}>
      <Fact label={t('terms:plot')}>{plot.blockName}</Fact>
      <Fact label={t('plotOwner')}>{plot.accountName}</Fact>
      <Fact label={t('terms:area')}>
        <Area mu={plot.area} />
      </Fact>
      <Fact label={t('flights:crop')}>{plot.crop ?? dash}</Fact>
      {period && <Fact label={t('flights:period')}>{period}</Fact>}
      <div data-wide>
        <dt>{t('terms:region')}</dt>
        <dd>{plot.region.join(' / ') || dash}</dd>
      </div>
    </dl>
  )
}

const Sums = ({ ground, sprayings }: Omit<PrintedPlot, 'plot'>) => {
  const { t } = useTranslation('work-reports')
  const litres = sprayings.reduce((sum, one) => sum + one.sprayL * (1 - one.outsideRatio), 0)
  const share = (mu: number): string => formatRatio(ground.area > 0 ? mu / ground.area : null)
  return (
    <dl className={style.sums}>
      <Fact label={`${t('terms:coveredArea')} (${share(ground.coveredArea)})`}>
        <Area mu={ground.coveredArea} />
      </Fact>
      <Fact label={`${t('missedArea')} (${share(ground.missedArea)})`}>
        <Area mu={ground.missedArea} />
      </Fact>
      <Fact label={`${t('repeatedArea')} (${share(ground.repeatedArea)})`}>
        <Area mu={ground.repeatedArea} />
      </Fact>
      <Fact label={useDoseLabel()}>
        <Dose litres={litres} mu={ground.coveredArea} />
      </Fact>
    </dl>
  )
}

const Sprayings = ({ sprayings }: Pick<PrintedPlot, 'sprayings'>) => {
  const { t } = useTranslation('work-reports')
  const areaWord = useAreaWord()
  return (
    <table className={style.table}>
      <thead>
        <tr>
          <th>{t('flights:start')}</th>
          <th>{t('terms:drone')}</th>
          <th>{t('operator')}</th>
          <th>{t('flights:chemical')}</th>
          <th data-figure>{`${t('terms:coveredArea')} (${areaWord})`}</th>
          <th data-figure>{`${t('flights:litres')} (L)`}</th>
        </tr>
      </thead>
      <tbody>
        {sprayings.map((one) => (
          <tr key={one.sortieId}>
            <td>{formatTime(one.startTime)}</td>
            <td>{one.droneName}</td>
            <td>{one.yyAccountName ?? dash}</td>
            <td>{one.chemical ?? dash}</td>
            <td data-figure>
              <Area mu={one.coveredArea} bare />
            </td>
            <td data-figure>{formatNumber(one.sprayL, 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Days = { fromDay: string; untilDay: string }
/** `days`: the period that was asked for, YYYY-MM-DD or empty. */
type Props = { report: PrintedPlot; head: ReactNode; days?: Days }

/** The coverage of a plot by several flights. */
export const PlotWorkSheet = ({ report, head, days }: Props) => {
  const { plot, ground, sprayings } = report
  const { t } = useTranslation('work-reports')
  return (
    <article className={style.sheet}>
      {head}
      <h2>{t('plotTitle')}</h2>
      <Facts report={report} {...(days ? { days } : {})} />
      <GroundMap
        ground={{
          covered: ground.coveredRings,
          repeated: ground.repeatedRings,
          missed: ground.missedRings,
          plots: plot.parts,
          tracks: [],
        }}
        label={t('mapLabel')}
        mostHeightMm={96}
      />
      {sprayings.length === 0 ? (
        <p className="semibold">{t('notSprayed')}</p>
      ) : (
        <>
          <Sums ground={ground} sprayings={sprayings} />
          <Sprayings sprayings={sprayings} />
        </>
      )}
      <Signatures />
    </article>
  )
}
