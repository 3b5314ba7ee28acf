// The values on a drone's card: current, of its flight and of its day, and its owner.
import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import type { LiveDrone } from '@swath/contract/live/live'
import { muFromM2 } from '@swath/domain/units'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  dash,
  formatCount,
  formatDuration,
  formatHours,
  formatNumber,
  formatUnit,
} from '../../../lib/format.ts'
import { Area } from '../../../ui/area.tsx'
import { Time } from '../../../ui/time.tsx'
import { isAirborne } from './drone-state.ts'
import style from './drone-card.module.css'

export type Detail = Answer<Api['getMonitorDrone']>

const workModeLabels: Readonly<Record<1 | 2 | 3 | 4 | 5, string>> = {
  1: 'terms:manual',
  2: 'terms:abLine',
  3: 'terms:plannedRoute',
  4: 'terms:orchard',
  5: 'terms:edge',
}

type GaugeProps = { label: string; value: string; unit: string; level?: 'low' | undefined }

/** A live value; its position and width do not change with it. */
const Gauge = ({ label, value, unit, level }: GaugeProps) => (
  <div className={`min-w-0 ${style.gauge}`} data-level={level}>
    <dt>{label}</dt>
    <dd>
      {value}
      {value !== dash && <span className="unit"> {formatUnit(unit)}</span>}
    </dd>
  </div>
)

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={style.row}>
    <dt>{label}</dt>
    <dd className="break-anywhere">{children}</dd>
  </div>
)

const lowBatteryPercent = 20

export const Gauges = ({ snapshot, live }: { snapshot: Detail; live: LiveDrone | null }) => {
  const { t } = useTranslation('monitor')
  const now = live ?? snapshot
  const battery = now.batteryPercent
  // A drone on the ground has no speed, even if its last point in the air had one.
  const inAir = (value: number | null): number | null => (isAirborne(now.flight) ? value : null)
  return (
    <dl className={style.gauges}>
      <Gauge label={t('terms:speed')} value={formatNumber(inAir(now.speedMs), 1)} unit="m/s" />
      <Gauge label={t('terms:height')} value={formatNumber(inAir(now.heightM), 1)} unit="m" />
      <Gauge label={t('terms:flow')} value={formatNumber(inAir(now.flowLMin), 1)} unit="L/min" />
      <Gauge
        label={t('terms:battery')}
        value={formatNumber(battery, 0)}
        unit="%"
        level={battery !== null && battery < lowBatteryPercent ? 'low' : undefined}
      />
      <Gauge label={t('terms:link')} value={formatNumber(now.linkPercent, 0)} unit="%" />
      <Gauge label={t('terms:tank')} value={formatNumber(now.tankL, 1)} unit="L" />
    </dl>
  )
}

type SortieProps = { snapshot: Detail; live: LiveDrone | null; nowMs: number }
export const Sortie = ({ snapshot, live, nowMs }: SortieProps) => {
  const { t } = useTranslation('monitor')
  const sortie = snapshot.currentSortie
  if (!sortie) return <p className="m-0 muted">{t('noSortie')}</p>
  return (
    <dl className="grid gap-6 m-0">
      <Row label={t('since')}>
        <Time time={sortie.startTime} seconds />
      </Row>
      <Row label={t('duration')}>
        <span className="figure">
          {formatDuration(Math.max(0, nowMs - Date.parse(sortie.startTime)) / 1000)}
        </span>
      </Row>
      <Row label={t('workMode')}>
        {sortie.workMode === null ? dash : t(workModeLabels[sortie.workMode])}
      </Row>
      {!(live ?? snapshot).simulated && (
        <>
          <Row label={t('terms:coveredArea')}>
            <Area mu={sortie.sprayArea} />
          </Row>
          <Row label={t('sprayedNow')}>
            <Area mu={live ? muFromM2(live.sprayedM2) : null} />
          </Row>
          <Row label={t('terms:sprayed')}>
            {formatNumber(sortie.sprayL, 1)}
            <span className="unit"> {formatUnit('L')}</span>
          </Row>
        </>
      )}
    </dl>
  )
}

export const Today = ({ today }: Pick<Detail, 'today'>) => {
  const { t } = useTranslation('monitor')
  return (
    <dl className={`${style.gauges} ${style.pairs}`}>
      <div className={`min-w-0 ${style.gauge}`}>
        <dt>{t('terms:area')}</dt>
        <dd>
          <Area mu={today.sprayArea} decimals={1} />
        </dd>
      </div>
      <Gauge label={t('terms:sorties')} value={formatCount(today.sortieCount)} unit="" />
      <Gauge label={t('terms:flightTime')} {...formatHours(today.durationS)} />
      <Gauge label={t('terms:sprayed')} value={formatNumber(today.sprayL, 1)} unit="L" />
    </dl>
  )
}

export const Whose = ({
  snapshot,
  swathWidthM,
}: {
  snapshot: Detail
  swathWidthM: number | null
}) => {
  const { t } = useTranslation('monitor')
  return (
    <dl className="grid gap-6 m-0">
      <Row label={t('terms:serialNumber')}>
        <code>{snapshot.droneId}</code>
      </Row>
      <Row label={t('terms:model')}>{snapshot.modelName}</Row>
      <Row label={t('terms:pilot')}>{snapshot.oprName ?? dash}</Row>
      <Row label={t('terms:operator')}>{snapshot.yyAccountName ?? dash}</Row>
      <Row label={t('terms:manufacturer')}>{snapshot.zzAccountName}</Row>
      <Row label={t('region')}>{snapshot.region.join(' / ') || dash}</Row>
      <Row label={t('terms:swathWidth')}>
        <span className="figure">
          {formatNumber(swathWidthM, 1)}
          {swathWidthM != null && <span className="unit"> {formatUnit('m')}</span>}
        </span>
      </Row>
    </dl>
  )
}
