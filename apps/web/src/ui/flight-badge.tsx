import type { FlightState } from '@swath/contract/codes'
import { useTranslation } from 'react-i18next'
import style from './flight-badge.module.css'

export type Flight = (typeof FlightState)['options'][number]

export const flightLabels: Readonly<Record<Flight, string>> = {
  spraying: 'ui:flightSpraying',
  flying: 'ui:flightFlying',
  ground: 'ui:flightGround',
  offline: 'ui:flightOffline',
}

type FlightMarkProps = { flight: Flight; locked?: boolean; simulated?: boolean }

/**
 * The same shapes as on the map: filled arrow with a tail, arrow, dot, hollow dot. A padlock marks
 * a locked drone, a dashed ring a simulated flight.
 */
export const FlightMark = ({ flight, locked = false, simulated = false }: FlightMarkProps) => (
  <svg
    className={style.mark}
    data-flight={flight}
    data-simulated={simulated || undefined}
    viewBox="0 0 20 20"
    aria-hidden="true"
  >
    {flight === 'spraying' && (
      <>
        <path className={style.tail} d="M6 14.500v4.500M10 13v6M14 14.500v4.500" />
        <path d="M10 0l7 14-7-3.600L3 14z" />
      </>
    )}
    {flight === 'flying' && <path d="M10 2l6.500 15L10 13.500 3.500 17z" />}
    {flight === 'ground' && <circle cx="10" cy="10" r="5.500" />}
    {flight === 'offline' && <circle className={style.hollow} cx="10" cy="10" r="4.800" />}
    {simulated && <circle className={style.ring} cx="10" cy="10" r="12" />}
    {locked && (
      <g className={style.lock}>
        <rect className={style.halo} x="11" y="10" width="11" height="11.500" rx="3" />
        <path d="M14.500 15v-1.200a2 2 0 0 1 4 0V15" />
        <rect className={style.body} x="13" y="15" width="7" height="5" rx="1.200" />
      </g>
    )}
  </svg>
)

/** The flight is simulated: nothing flies. */
export const SimulatedTag = () => {
  const { t } = useTranslation('ui')
  return (
    <span className={`ink text-12 leading-18 nowrap ${style.simulated}`}>{t('simulated')}</span>
  )
}

type FlightBadgeProps = { flight: Flight; locked?: boolean; simulated?: boolean }

/** A drone's activity as shape, colour and text. */
export const FlightBadge = ({ flight, locked = false, simulated = false }: FlightBadgeProps) => {
  const { t } = useTranslation('ui')
  return (
    <span className={`inline-flex gap-6 items-center nowrap ${style.badge}`}>
      <FlightMark flight={flight} locked={locked} simulated={simulated} />
      {t(flightLabels[flight])}
      {simulated && <SimulatedTag />}
      {locked && <span className="muted"> · {t('locked')}</span>}
    </span>
  )
}
