import { alarmKindLabels } from '@swath/contract/alarms/alarm-title'
import type { PrintedFlight, PrintedFlights } from '@swath/contract/overview/shared-reports'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatDuration, formatNumber, formatRatio, formatTime } from '../../../lib/format.ts'
import { Area } from '../../../ui/area.tsx'
import { modeLabels } from '../flights/flight.labels.ts'
import { weatherLines } from '../flights/weather-lines.ts'
import { GroundMap } from '../../../ui/paper/ground-map.tsx'
import { Dose, DroneFacts, Fact, Signatures, useDoseLabel } from './report-parts.tsx'
import style from '../../../ui/paper/paper.module.css'

type Props = {
  head: ReactNode
  drone: PrintedFlights['drone']
  sortie: PrintedFlight
  tracks: PrintedFlights['tracks']
  place: { number: number; count: number } | null
}

type SortieProps = { sortie: PrintedFlight }

/** Drone, owner, time, place and material. */
const Head = ({ sortie, drone }: SortieProps & Pick<Props, 'drone'>) => {
  const { t } = useTranslation('work-reports')
  const { t: flight } = useTranslation('flights')
  const isOpen = sortie.state === 'open'
  return (
    <dl className={style.facts}>
      <DroneFacts droneId={sortie.droneId} droneName={sortie.droneName} drone={drone} />
      <Fact label={t('operator')}>{sortie.yyAccountName ?? dash}</Fact>
      <Fact label={flight('pilot')}>{sortie.oprName ?? dash}</Fact>
      <Fact label={flight('start')}>{formatTime(sortie.startTime)}</Fact>
      <Fact label={flight('end')}>{isOpen ? flight('open') : formatTime(sortie.endTime)}</Fact>
      <Fact label={flight('plot')}>{sortie.blockName ?? dash}</Fact>
      <Fact label={flight('crop')}>{sortie.crop ?? dash}</Fact>
      <Fact label={flight('chemical')}>{sortie.chemical ?? dash}</Fact>
      <Fact label={flight('mode')}>
        {sortie.workMode === null ? dash : flight(modeLabels[sortie.workMode])}
      </Fact>
      <div data-wide>
        <dt>{flight('region')}</dt>
        <dd>{sortie.region.join(' / ') || dash}</dd>
      </div>
    </dl>
  )
}

/** Sprayed totals; empty while the flight is in progress. */
const Sums = ({ sortie }: SortieProps) => {
  const { t } = useTranslation('work-reports')
  const { t: flight } = useTranslation('flights')
  const isOpen = sortie.state === 'open'
  return (
    <>
      <dl className={style.sums}>
        <Fact label={flight('coveredArea')}>
          <Area mu={isOpen ? null : sortie.sprayArea} />
        </Fact>
        <Fact label={flight('sweptArea')}>
          <Area mu={isOpen ? null : sortie.sweptArea} />
        </Fact>
        <Fact label={flight('litres')} unit="L">
          {isOpen ? dash : formatNumber(sortie.sprayL, 1)}
        </Fact>
        <Fact label={useDoseLabel()}>
          <Dose litres={sortie.sprayL} mu={sortie.sprayArea} />
        </Fact>
      </dl>
      <dl className={style.facts} data-figures>
        <Fact label={flight('overlap')}>{formatRatio(isOpen ? null : sortie.overlapRatio)}</Fact>
        <Fact label={flight('outside')}>{formatRatio(sortie.outsideRatio)}</Fact>
        <Fact label={flight('duration')}>{formatDuration(sortie.durationS)}</Fact>
        <Fact label={flight('sprayTime')}>{formatDuration(isOpen ? null : sortie.sprayTimeS)}</Fact>
        <Fact label={flight('meanHeight')} unit="m">
          {formatNumber(sortie.meanHeight)}
        </Fact>
        <Fact label={flight('meanSpeed')} unit="m/s">
          {formatNumber(sortie.meanSpeed)}
        </Fact>
        <Fact label={flight('meanFlow')} unit="L/min">
          {formatNumber(sortie.meanFlow)}
        </Fact>
        <Fact label={t('terms:swathWidth')} unit="m">
          {formatNumber(sortie.sprayWidth, 1)}
        </Fact>
      </dl>
    </>
  )
}

/** The weather during spraying, if it was recorded. */
const Weather = ({ sortie }: SortieProps) => {
  const { t } = useTranslation('flights')
  if (sortie.weather === null) return null
  return (
    <dl className={style.facts} data-figures>
      {weatherLines(sortie.weather, t).map(({ label, text, unit, note }) => (
        <Fact key={label} label={t(label)} {...(unit ? { unit } : {})}>
          {text}
          {note && <small> ({note})</small>}
        </Fact>
      ))}
    </dl>
  )
}

/** The hash that the record can be verified with. */
const RecordHash = ({ sortie }: SortieProps) => {
  const { t } = useTranslation('work-reports')
  return (
    <footer className={style.hash}>
      {sortie.hash ? (
        <>
          <p>
            {t('hash')} <code>{sortie.hash}</code>
          </p>
          <p>
            {sortie.chainIntact ? t('hashRight') : t('hashWrong')} {t('sortieId')}{' '}
            <code>{sortie.sortieId}</code>
          </p>
        </>
      ) : (
        <p>{t('noRecord')}</p>
      )}
    </footer>
  )
}

/** A printed sheet for one sortie. */
export const ReportPage = ({ head, drone, sortie, tracks, place }: Props) => {
  const { t } = useTranslation('work-reports')
  const { t: flight } = useTranslation('flights')
  return (
    <article className={style.sheet}>
      {head}
      <h2>
        {t('title')}
        {place && <small> {t('place', place)}</small>}
      </h2>
      <Head sortie={sortie} drone={drone} />
      <GroundMap
        ground={{ covered: sortie.coveredRings, plots: sortie.block?.parts ?? [], tracks }}
        label={t('mapLabel')}
        mostHeightMm={96}
      />
      <Sums sortie={sortie} />
      <Weather sortie={sortie} />
      {sortie.anomalies.length > 0 && (
        <p className="mb-8">
          <strong>{t('alarms')}</strong>{' '}
          {sortie.anomalies.map((code) => flight(alarmKindLabels[code])).join(' · ')}
        </p>
      )}
      <Signatures />
      <RecordHash sortie={sortie} />
    </article>
  )
}
