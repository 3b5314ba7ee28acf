import type { ZoneHolder } from '@swath/contract/land/zone-distribution'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAgo, formatCount } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { Failure } from '../../../ui/empty.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { FlightBadge } from '../../../ui/flight-badge.tsx'
import style from './distribution.module.css'

type State = ZoneHolder['state']

const stateLabels = {
  behind: 'no-fly-zones:holderBehind',
  never: 'no-fly-zones:holderNever',
  current: 'no-fly-zones:holderCurrent',
} as const satisfies Record<State, string>
const states = ['behind', 'never', 'current'] as const satisfies readonly State[]

const shownAtFirst = 10
const shownAtMost = 500
/** Polling interval: drones confirm a changed zone within seconds. */
const againMs = 5_000

const Holder = ({ holder }: { holder: ZoneHolder }) => {
  const { t } = useTranslation('no-fly-zones')
  const { droneId, droneName, yyAccountName, state, flight, acknowledgedAt, behindSince } = holder
  return (
    <li className={style.holder}>
      <span className={style.drone}>
        <b>{droneName}</b> <span className="muted">{yyAccountName ?? droneId}</span>
      </span>
      <FlightBadge flight={flight} locked={false} simulated={false} />
      <span className={state === 'behind' ? 'danger medium' : 'muted'}>
        {state === 'behind' && behindSince !== null
          ? t('behindSince', { ago: formatAgo(behindSince, Date.now()) })
          : acknowledgedAt === null
            ? t(stateLabels[state])
            : t('acknowledgedAt', { ago: formatAgo(acknowledgedAt, Date.now()) })}
      </span>
    </li>
  )
}

/** Drones near a zone, and whether they have its current version; those that do not come first. */
export const ZoneHolders = ({ noflyId }: { noflyId: string }) => {
  const { t } = useTranslation('no-fly-zones')
  const [state, setState] = useState<State | null>(null)
  const [shown, setShown] = useState(shownAtFirst)
  const holders = useQuery({
    ...buildQuery('getZoneHolders', {
      params: { noflyId },
      query: { pageSize: String(shown), ...(state ? { state } : {}) },
    }),
    ...keepShown,
    refetchInterval: againMs,
  })
  const { data } = holders
  if (!data)
    return (
      <FactSection title={t('distribution')}>
        {holders.isError ? (
          <Failure error={holders.error} onRetry={() => void holders.refetch()} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        )}
      </FactSection>
    )
  const { stats } = data
  const all = stats.current + stats.behind + stats.never
  return (
    <FactSection title={t('distribution')}>
      {all === 0 ? (
        <p className="muted">{t('nobodyNear')}</p>
      ) : (
        <div className="grid gap-8 justify-items-start min-w-0">
          <Segmented<State | 'all'>
            className={style.states}
            value={state ?? 'all'}
            options={[
              { value: 'all', label: `${t('holderAll')} ${formatCount(all)}` },
              ...states.map((one) => ({
                value: one,
                label: `${t(stateLabels[one])} ${formatCount(stats[one])}`,
              })),
            ]}
            onChange={(next) => setState(next === 'all' ? null : next)}
          />
          {(state === null || state === 'never') && stats.never > 0 && (
            <p className="muted m-0 text-13">{t('holderNeverHint')}</p>
          )}
          <ul aria-label={t('distribution')} className="list-plain w-full">
            {data.items.map((holder) => (
              <Holder key={holder.droneId} holder={holder} />
            ))}
          </ul>
          {data.total > data.items.length && shown < shownAtMost && (
            <Button onClick={() => setShown(Math.min(shownAtMost, shown * 5))}>
              {t('holdersMore')}
            </Button>
          )}
        </div>
      )}
    </FactSection>
  )
}
