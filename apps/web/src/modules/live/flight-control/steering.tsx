import type { DroneControl } from '@swath/contract/live/flight-control'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { buildQuery, queryClient } from '../../../lib/query.ts'
import { useChange } from '../../../lib/use-change.ts'
import { TimeAgo } from '../../../ui/time.tsx'
import style from './steering.module.css'

/** Polling interval; a request for control appears within this time. */
const askedMs = 5_000
/** Control ends a minute after the last sign of life, so two may be lost. */
const signOfLifeMs = 20_000

const query = (droneId: string) => buildQuery('getDroneControl', { query: { droneId } })

/** Control of the drone, and actions on it. */
export const useSteering = (droneId: string, maySteer: boolean) => {
  const asked = useQuery({
    ...query(droneId),
    enabled: maySteer,
    refetchInterval: askedMs,
    meta: { quiet: true },
  })
  const show = (control: DroneControl): void => {
    queryClient.setQueryData(query(droneId).queryKey, control)
  }
  const act = useChange({
    run: (what: 'takeDroneControl' | 'handOverDroneControl' | 'leaveDroneControl') =>
      call(what, { body: { droneId } }),
    outdated: [],
    done: show,
  })
  const control = asked.data
  const isHolder = control?.holder?.isYou ?? false
  const isThere = isHolder || (control?.queue.some(({ isYou }) => isYou) ?? false)
  const giveSign = useEffectEvent(() => {
    // If this call fails, the next one follows soon.
    void call('keepDroneControl', { body: { droneId } }).then(show, () => undefined)
  })
  useEffect(() => {
    if (!isThere) return
    const timer = setInterval(() => giveSign(), signOfLifeMs)
    return () => clearInterval(timer)
  }, [isThere])
  const leave = useEffectEvent(() => {
    // If this call fails, control ends without further signs of life.
    if (isThere) void call('leaveDroneControl', { body: { droneId } }).catch(() => undefined)
  })
  // Closing the cockpit releases control; a crashed page lets it expire.
  useEffect(() => () => leave(), [])
  return { control, act, isSteeredByOther: control?.holder ? !isHolder : false }
}

type Steering = ReturnType<typeof useSteering>

const Own = ({ control, act }: { control: DroneControl; act: Steering['act'] }) => {
  const { t } = useTranslation('flight-control')
  const [first] = control.queue
  return (
    <>
      <div className={`flex gap-12 items-center justify-between ${style.row}`}>
        <strong>{t('steersYou')}</strong>
        <Button size="small" onClick={() => act.mutate('leaveDroneControl')}>
          {t('letGo')}
        </Button>
      </div>
      {first && (
        <div className={`grid gap-8 rounded-8 p-12 ${style.asks}`} role="status">
          <span>{t('asksForIt', { name: first.userName, account: first.accountName })}</span>
          <Button type="primary" onClick={() => act.mutate('handOverDroneControl')}>
            {t('handOver', { name: first.userName })}
          </Button>
        </div>
      )}
    </>
  )
}

const Others = ({ control, act }: { control: DroneControl; act: Steering['act'] }) => {
  const { t } = useTranslation('flight-control')
  const { holder, queue } = control
  const place = queue.findIndex(({ isYou }) => isYou)
  return (
    <div className={`flex gap-12 items-center justify-between ${style.row}`}>
      <span className="min-w-0 break-anywhere">
        {t('steersOther', { name: holder!.userName, account: holder!.accountName })}{' '}
        <span className="unit">
          <TimeAgo time={holder!.since} />
        </span>
        {place >= 0 && (
          <span className="block medium" role="status">
            {t('inTurn', { number: place + 1 })}
          </span>
        )}
      </span>
      {place >= 0 ? (
        <Button size="small" onClick={() => act.mutate('leaveDroneControl')}>
          {t('askNoLonger')}
        </Button>
      ) : (
        <Button size="small" type="primary" onClick={() => act.mutate('takeDroneControl')}>
          {t('askForControl')}
        </Button>
      )}
    </div>
  )
}

/** The person in control, requests for control, and passing it on. */
export const SteeringSection = ({ control, act }: Pick<Steering, 'control' | 'act'>) => {
  const { t } = useTranslation('flight-control')
  if (!control) return null
  return (
    <section className="grid gap-8 border-b p-12-16" aria-label={t('steering')}>
      {control.holder === null ? (
        <div className={`flex gap-12 items-center justify-between ${style.row}`}>
          <span className="min-w-0 break-anywhere">{t('steersNobody')}</span>
          <Button size="small" onClick={() => act.mutate('takeDroneControl')}>
            {t('takeControl')}
          </Button>
        </div>
      ) : control.holder.isYou ? (
        <Own control={control} act={act} />
      ) : (
        <Others control={control} act={act} />
      )}
    </section>
  )
}
