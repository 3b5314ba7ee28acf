import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import type { FlightAlarm, SortieDetail } from '@swath/contract/flights/flights'
import { useQuery } from '@tanstack/react-query'
import { Skeleton, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  dash,
  formatDuration,
  formatNumber,
  formatRatio,
  formatUnit,
} from '../../../../lib/format.ts'
import { buildQuery } from '../../../../lib/query.ts'
import { Area } from '../../../../ui/area.tsx'
import { Failure } from '../../../../ui/empty.tsx'
import { Pair } from '../../../../ui/facts.tsx'
import { Time } from '../../../../ui/time.tsx'
import { closeLabels, modeLabels } from '../flight.labels.ts'
import { FlightSuspicions } from '../../claims/flight-suspicions.tsx'
import { MessagesLink } from '../messages/messages-link.tsx'
import { SortieAlarms, SortieExtras } from './sortie-extras.tsx'
import { SortieWeather } from './sortie-weather.tsx'
import { SimulatedTag } from '../../../../ui/flight-badge.tsx'
import style from './sortie-record.module.css'

const Row = ({ label, unit, children }: { label: string; unit?: string; children: ReactNode }) => (
  <Pair label={label}>
    {children}
    {unit && children !== dash && <span className="unit"> {formatUnit(unit)}</span>}
  </Pair>
)

/** Refetch interval of an airborne flight: its figures are updated every five seconds. */
export const growingMs = 5_000

type Sought = { droneId: string; sortieId: string }

export const sortieQuery = ({ droneId, sortieId }: Sought) => ({
  ...buildQuery('getSortie', { query: { droneId, sortieId } }),
  staleTime: 60_000,
  refetchInterval: ({ state }: { state: { data?: SortieDetail | undefined } }) =>
    state.data?.state === 'open' && growingMs,
})

/** A simulated flight: no work, no area, no record. */
const Practice = ({ sortie }: { sortie: SortieDetail }) => {
  const { t } = useTranslation('flights')
  return (
    <div className="grid gap-12 p-16">
      <p className="m-0 border rounded-8 bg-raised p-8-12">
        <SimulatedTag /> {t('simulatedHint')}
      </p>
      <dl className={style.rows}>
        <Row label={t('start')}>
          <Time time={sortie.startTime} seconds />
        </Row>
        <Row label={t('end')}>
          {sortie.state === 'open' ? t('inSimulator') : <Time time={sortie.endTime} seconds />}
        </Row>
        <Row label={t('duration')}>
          {sortie.state === 'open' ? dash : formatDuration(sortie.durationS)}
        </Row>
        {sortie.closeReason && sortie.closeReason !== 'landing' && (
          <Row label={t('closed')}>{t(closeLabels[sortie.closeReason])}</Row>
        )}
        <Row label={t('number')}>{sortie.number ?? dash}</Row>
        <Row label={t('pilot')}>{sortie.oprName ?? dash}</Row>
        <Row label={t('droneId')}>{sortie.droneId}</Row>
        <Row label={t('operator')}>{sortie.yyAccountName ?? dash}</Row>
        <Row label={t('region')}>{sortie.region.join(' / ') || dash}</Row>
      </dl>
      <MessagesLink droneId={sortie.droneId} sortieId={sortie.sortieId} />
    </div>
  )
}

const Areas = ({ sortie }: { sortie: SortieDetail }) => {
  const { t } = useTranslation('flights')
  const isOpen = sortie.state === 'open'
  // Unknown until the first points are stored, which is not an area of zero.
  const known = (mu: number): number | null => (isOpen && !sortie.hasTrack ? null : mu)
  return (
    <dl className={`grid m-0 border rounded-8 bg-raised ${style.sums}`}>
      <div data-ground="covered">
        <dt>{t('coveredArea')}</dt>
        <dd>
          <Area mu={known(sortie.sprayArea)} />
        </dd>
      </div>
      <Pair label={t('sweptArea')}>
        <Area mu={known(sortie.sweptArea)} />
      </Pair>
      <div data-ground="repeated">
        <dt>{t('overlap')}</dt>
        <dd>{formatRatio(isOpen ? null : sortie.overlapRatio)}</dd>
      </div>
      <Pair label={t('outside')}>{formatRatio(sortie.outsideRatio)}</Pair>
    </dl>
  )
}

const Figures = ({ sortie }: { sortie: SortieDetail }) => {
  const { t } = useTranslation('flights')
  const whole = (value: number): number | null =>
    sortie.state === 'open' && !sortie.hasTrack ? null : value
  return (
    <dl className={style.rows}>
      <Row label={t('litres')} unit="L">
        {formatNumber(whole(sortie.sprayL), 1)}
      </Row>
      <Row label={t('meanFlow')} unit="L/min">
        {formatNumber(sortie.meanFlow)}
      </Row>
      <Row label={t('meanSpeed')} unit="m/s">
        {formatNumber(sortie.meanSpeed)}
      </Row>
      <Row label={t('meanHeight')} unit="m">
        {formatNumber(sortie.meanHeight)}
      </Row>
      <Row label={t('terms:swathWidth')} unit="m">
        {formatNumber(sortie.sprayWidth, 1)}
      </Row>
      <Row label={t('distance')} unit="km">
        {formatNumber(whole(sortie.distanceM / 1000))}
      </Row>
      <Row label={t('duration')}>{formatDuration(sortie.durationS)}</Row>
      <Row label={t('sprayTime')}>{formatDuration(whole(sortie.sprayTimeS))}</Row>
      {sortie.claimedArea !== null && (
        <Row label={t('claimedArea')}>
          <Area mu={sortie.claimedArea} />
        </Row>
      )}
    </dl>
  )
}

/** Time, mode, operator and place. */
const Facts = ({ sortie }: { sortie: SortieDetail }) => {
  const { t } = useTranslation('flights')
  return (
    <dl className={style.rows}>
      <Row label={t('start')}>
        <Time time={sortie.startTime} seconds />
      </Row>
      <Row label={t('end')}>
        {sortie.state === 'open' ? t('open') : <Time time={sortie.endTime} seconds />}
      </Row>
      {sortie.closeReason && sortie.closeReason !== 'landing' && (
        <Row label={t('closed')}>{t(closeLabels[sortie.closeReason])}</Row>
      )}
      <Row label={t('number')}>{sortie.number ?? dash}</Row>
      <Row label={t('mode')}>
        {sortie.workMode === null ? dash : t(modeLabels[sortie.workMode])}
      </Row>
      <Row label={t('pilot')}>{sortie.oprName ?? dash}</Row>
      <Row label={t('plot')}>{sortie.blockName ?? dash}</Row>
      <Row label={t('crop')}>{sortie.crop ?? dash}</Row>
      <Row label={t('chemical')}>{sortie.chemical ?? dash}</Row>
      <Row label={t('region')}>{sortie.region.join(' / ') || dash}</Row>
    </dl>
  )
}

/** Shows whether the record is unchanged, by its own hash and the hashes before it. */
const Integrity = ({ hash, isIntact }: { hash: string; isIntact: boolean }) => {
  const { t } = useTranslation('flights')
  return (
    <Tooltip title={t('hashHint')} placement="left">
      <p
        className={`flex gap-8 items-center m-0 success text-13 ${style.hash}`}
        data-intact={isIntact}
      >
        {isIntact ? (
          <CheckCircleOutlined aria-hidden="true" />
        ) : (
          <ExclamationCircleOutlined aria-hidden="true" />
        )}
        <span>{isIntact ? t('intact') : t('notIntact')}</span>
        <code className="muted text-12 ml-auto">{hash.slice(0, 16)}</code>
      </p>
    </Tooltip>
  )
}

/**
 * The work record of one sortie: the work, the operator and the place, and whether its hash still
 * matches.
 */
export const SortieRecord = ({
  droneId,
  sortieId,
  onAlarm,
}: Sought & { onAlarm: (alarm: FlightAlarm) => void }) => {
  const { t } = useTranslation('flights')
  const detail = useQuery(sortieQuery({ droneId, sortieId }))
  if (detail.isError && !detail.data)
    return <Failure error={detail.error} onRetry={() => void detail.refetch()} />
  const sortie = detail.data
  if (!sortie)
    return (
      <div className="grid gap-12 p-16">
        <Skeleton active paragraph={{ rows: 9 }} title={false} />
      </div>
    )
  if (sortie.simulated) return <Practice sortie={sortie} />
  return (
    <div className="grid gap-12 p-16">
      <SortieAlarms droneId={droneId} alarms={sortie.alarms} onOpen={onAlarm} />
      {sortie.state === 'open' && (
        <p className={`m-0 muted ${style.inAir}`}>
          <b>{t('open')}</b> {t('soFarHint')}
        </p>
      )}
      <Areas sortie={sortie} />
      <Figures sortie={sortie} />
      {sortie.state === 'closed' && <SortieWeather weather={sortie.weather} />}
      <FlightSuspicions suspicions={sortie.suspicions} />
      <Facts sortie={sortie} />
      {sortie.hash && <Integrity hash={sortie.hash} isIntact={sortie.chainIntact} />}
      <MessagesLink droneId={droneId} sortieId={sortieId} />
      <SortieExtras droneId={droneId} sortieId={sortieId} />
    </div>
  )
}
