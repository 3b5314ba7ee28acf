import type { SharedDrone } from '@swath/contract/money/shared-drones'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { formatClock, formatDuration, formatMoney, formatTime } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { settle } from '../../../lib/use-change.ts'
import { ChargedArea } from '../../../ui/area.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { Time } from '../../../ui/time.tsx'
import { activationPath } from './leasing.labels.ts'
import { useGiveBack, useTakeOver } from './leasing.mutations.ts'
import { HourPrice, MuPrice } from './price-fields.tsx'
import style from './leasing.module.css'

const tones = { free: 'good', mine: 'good', taken: 'waiting', notClient: undefined } as const
const stateKeys = {
  free: 'shareFree',
  mine: 'shareMine',
  taken: 'shareTaken',
  notClient: 'shareNotClient',
} as const

const Price = ({ drone }: { drone: SharedDrone }) => {
  const { t } = useTranslation('leasing')
  return (
    <p className={style.price}>
      {drone.chargeBy === 'mu' ? <MuPrice priced={drone} /> : <HourPrice priced={drone} />}{' '}
      <span className="unit">{t(drone.chargeBy === 'mu' ? 'perMu' : 'perHour')}</span>
    </p>
  )
}

/** Flights since the drone was taken over, each with its charge, newest first. */
const Flights = ({ flights }: Pick<SharedDrone, 'flights'>) => {
  const { t } = useTranslation('leasing')
  return (
    <FactSection title={t('shareFlights')}>
      {flights.length === 0 && <p className="muted mb-8">{t('shareFlightsNone')}</p>}
      <ul className={style.lines}>
        {flights.map((flight) => (
          <li key={flight.startTime}>
            <strong className={style.grow}>
              {flight.charge
                ? formatMoney({
                    amountMinor: flight.charge.amount,
                    currency: flight.charge.currency,
                  })
                : t('shareCharging')}
            </strong>
            <span>
              <ChargedArea mu={flight.coveredArea} /> · {formatDuration(flight.flightTime)}
            </span>
            <span className="unit">
              {formatTime(flight.startTime)} – {formatClock(flight.endTime)}
            </span>
          </li>
        ))}
      </ul>
    </FactSection>
  )
}

const Step = ({ drone, token }: { drone: SharedDrone; token: string }) => {
  const { t } = useTranslation('leasing')
  const take = useTakeOver()
  const giveBack = useGiveBack()
  if (drone.state === 'notClient')
    return (
      <>
        <p className="muted mb-8">{t('shareNotClientHint', { name: drone.lessorAccountName })}</p>
        <Link to={activationPath}>
          <Button type="primary" size="large" block>
            {t('activationTitle')}
          </Button>
        </Link>
      </>
    )
  if (drone.state === 'taken') return <p className="muted mb-8">{t('shareTakenHint')}</p>
  if (drone.state === 'free')
    return (
      <>
        <p className="muted mb-8">{t('shareFreeHint')}</p>
        <Button
          type="primary"
          size="large"
          block
          disabled={drone.inTheAir}
          loading={take.isPending}
          onClick={() => void settle(take.mutateAsync({ shareToken: token }))}
        >
          {t('takeOver')}
        </Button>
      </>
    )
  return (
    <>
      <p className="muted mb-8">
        {t('shareMineHint')} <Time time={drone.since} />
      </p>
      {drone.locked && <Alert type="warning" showIcon title={t('shareLocked')} />}
      <Button
        size="large"
        block
        disabled={drone.inTheAir}
        loading={giveBack.isPending}
        onClick={() => void settle(giveBack.mutateAsync({ shareToken: token }))}
      >
        {t('giveBack')}
      </Button>
      <Flights flights={drone.flights} />
    </>
  )
}

/**
 * The page that the QR code on a shared drone opens: taking over, charges and return, designed for
 * one hand.
 */
export const SharedDroneScreen = () => {
  const { t } = useTranslation('leasing')
  const { token = '' } = useParams()
  const asked = useQuery({
    ...buildQuery('getSharedDrone', { params: { shareToken: token } }),
    refetchInterval: 5_000,
  })
  const drone = asked.data
  if (asked.isError && !drone)
    return <Failure error={asked.error} onRetry={() => void asked.refetch()} />
  if (!drone)
    return (
      <section className={`grid cols-1 gap-16 p-16 ${style.narrow}`}>
        <Skeleton active paragraph={{ rows: 6 }} />
      </section>
    )
  return (
    <section className={`grid cols-1 gap-16 p-16 ${style.narrow}`}>
      <div className="flex wrap gap-8-16 items-center">
        <h1 className="page-title">{drone.droneName}</h1>
        <StateTag tone={tones[drone.state]}>{t(stateKeys[drone.state])}</StateTag>
        {drone.inTheAir && <StateTag tone="waiting">{t('shareInTheAir')}</StateTag>}
      </div>
      <p className="muted mb-8">
        {drone.modelName} · {drone.lessorAccountName}
      </p>
      <Price drone={drone} />
      {drone.balance && (
        <p className="muted mb-8">
          {t('balance')}{' '}
          <strong className={drone.balance.amount < 0 ? style.owed : undefined}>
            {formatMoney({ amountMinor: drone.balance.amount, currency: drone.balance.currency })}
          </strong>
        </p>
      )}
      <Step drone={drone} token={token} />
    </section>
  )
}
