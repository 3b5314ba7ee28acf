import type { LiveDrone } from '@swath/contract/live/live'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatNumber, formatUnit } from '../../../lib/format.ts'
import { Cells, Compass, Horizon, LinkBars } from './instruments.tsx'
import style from './flight-control.module.css'

/** The values of MAVLink's GPS_FIX_TYPE. */
const fixLabels = [
  'fixNone',
  'fixNone',
  'fix2d',
  'fix3d',
  'fixDgps',
  'fixFloat',
  'fixRtk',
  'fix3d',
  'fixPpp',
] as const

type Props = { label: string; value: string; unit: string; level?: 'low' | undefined }
const Figure = ({ label, value, unit, level }: Props) => (
  <div className={style.figure} data-level={level}>
    <dt>{label}</dt>
    <dd className="text-20 leading-28 medium tabular nowrap">
      {value}
      {value !== dash && <span className="unit"> {formatUnit(unit)}</span>}
    </dd>
  </div>
)

type Known = Pick<
  LiveDrone,
  'headingDeg' | 'speedMs' | 'heightM' | 'flowLMin' | 'tankL' | 'batteryPercent' | 'linkPercent'
>
const lowBatteryPercent = 20

/** Height, speed and battery in one line. */
export const Vitals = ({ now: { heightM, speedMs, batteryPercent } }: { now: Known }) => {
  const { t } = useTranslation('flight-control')
  const isLow = batteryPercent !== null && batteryPercent < lowBatteryPercent
  return (
    <dl className={`flex gap-4-12 m-0 ${style.vitals}`}>
      <Figure label={t('height')} value={formatNumber(heightM, 1)} unit="m" />
      <Figure label={t('speed')} value={formatNumber(speedMs, 1)} unit="m/s" />
      <Figure
        label={t('battery')}
        value={formatNumber(batteryPercent, 0)}
        unit="%"
        level={isLow ? 'low' : undefined}
      />
    </dl>
  )
}

/** The drone's flight data as instruments and values. */
export const InstrumentPanel = ({ now, live }: { now: Known; live: LiveDrone | null }) => {
  const { t } = useTranslation('flight-control')
  const { batteryPercent, linkPercent } = now
  const fix = live?.fix ?? null
  return (
    <section className={style.section} aria-label={t('instruments')}>
      <div className={`grid cols-2 gap-12 ${style.dials}`}>
        <Horizon rollDeg={live?.rollDeg ?? null} pitchDeg={live?.pitchDeg ?? null} />
        <Compass headingDeg={now.headingDeg} />
      </div>
      <dl className={`grid gap-8 justify-between mt-12 ${style.figures}`}>
        <Figure label={t('height')} value={formatNumber(now.heightM, 1)} unit="m" />
        <Figure label={t('speed')} value={formatNumber(now.speedMs, 1)} unit="m/s" />
        <Figure label={t('flow')} value={formatNumber(now.flowLMin, 1)} unit="L/min" />
        <Figure label={t('tank')} value={formatNumber(now.tankL, 1)} unit="L" />
      </dl>
      <dl className={`grid gap-6 mt-12 ${style.energy}`}>
        <div>
          <dt>{t('battery')}</dt>
          <dd
            data-level={
              batteryPercent !== null && batteryPercent < lowBatteryPercent ? 'low' : undefined
            }
          >
            <b>{formatNumber(batteryPercent, 0)}</b>
            {batteryPercent !== null && <span className="unit">%</span>}
          </dd>
          <dd className={style.wide}>
            <Cells cellsV={live?.cellsV ?? null} />
          </dd>
        </div>
        <div>
          <dt>{t('link')}</dt>
          <dd className={style.wide}>
            <LinkBars percent={linkPercent} /> <b>{formatNumber(linkPercent, 0)}</b>
            {linkPercent !== null && <span className="unit">%</span>}
          </dd>
        </div>
        <div>
          <dt>{t('fix')}</dt>
          <dd className={style.wide}>
            <b>{fix === null ? dash : t(`flight-control:${fixLabels[fix] ?? 'fixOther'}`)}</b>
            {live?.satellites != null && (
              <span className="unit">
                {' '}
                {t('satellites', { count: live.satellites, shown: formatCount(live.satellites) })}
              </span>
            )}
          </dd>
        </div>
      </dl>
    </section>
  )
}
