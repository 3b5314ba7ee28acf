import type { FlightLogDetail } from '@swath/contract/flights/flight-logs'
import { Select } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query.ts'
import { useChange } from '../../../lib/use-change.ts'
import { logQuery } from './log-choice.tsx'
import style from './flight-logs.module.css'
import { formatTimeZone } from '../../../lib/format.ts'

const orders = [
  ['mdy', 'dateOrderMdy'],
  ['dmy', 'dateOrderDmy'],
] as const

/** Ambiguities of the file's times; a choice causes it to be read again. */
export const LogTimes = ({ log }: { log: FlightLogDetail }) => {
  const { t } = useTranslation('flight-logs')
  const ids = { zone: useId(), zoneHint: useId(), order: useId(), orderHint: useId() }
  const times = log.report?.times ?? null
  const read = useChange({
    run: (body: { timeZone: string | null; dateOrder: 'mdy' | 'dmy' | null }) =>
      call('readFlightLogAgain', { params: { logId: log.logId }, body }),
    done: () => {
      queryClient.removeQueries({
        queryKey: ['getFlightLogTracks', { params: { logId: log.logId } }],
      })
      void queryClient.invalidateQueries({ queryKey: logQuery(log.logId).queryKey })
    },
    outdated: ['listFlightLogs'],
  })
  if (times === null) return null
  // Assumptions are not sent, because they are not the person's choice.
  const zone = times.isZoneAssumed ? null : times.timeZone
  const order = times.isOrderAssumed ? null : times.dateOrder
  const isFixed = !log.can.choose || read.isPending
  return (
    <section className={style.section}>
      {times.timeZone !== null && (
        <div className={style.field}>
          <label htmlFor={ids.zone}>{t('timeZone')}</label>
          <Select
            id={ids.zone}
            className="w-full"
            value={times.timeZone}
            disabled={isFixed}
            loading={read.isPending}
            showSearch
            aria-describedby={ids.zoneHint}
            options={zonesWith(times.timeZone).map((value) => ({
              value,
              label: formatTimeZone(value),
            }))}
            filterOption={(typed, option) =>
              `${option?.label} ${option?.value}`.toLowerCase().includes(typed.toLowerCase())
            }
            onChange={(timeZone: string) => read.mutate({ timeZone, dateOrder: order })}
          />
          <p
            id={ids.zoneHint}
            className={
              times.isZoneAssumed ? `rounded-8 bg-warning p-8-12 ${style.assumed}` : style.hint
            }
            role={times.isZoneAssumed ? 'status' : undefined}
          >
            {t(times.isZoneAssumed ? 'timeZoneAssumed' : 'timeZoneChosen')}
          </p>
        </div>
      )}
      {times.dateOrder !== null && (
        <div className={style.field}>
          <label htmlFor={ids.order}>{t('dateOrder')}</label>
          <Select
            id={ids.order}
            className="w-full"
            value={times.isOrderAssumed ? null : times.dateOrder}
            placeholder={t('dateOrderPick')}
            disabled={isFixed}
            aria-describedby={ids.orderHint}
            options={orders.map(([value, text]) => ({ value, label: t(text) }))}
            onChange={(dateOrder: 'mdy' | 'dmy') => read.mutate({ timeZone: zone, dateOrder })}
          />
          {times.isOrderAssumed && (
            <p
              id={ids.orderHint}
              className={`rounded-8 bg-warning p-8-12 ${style.assumed}`}
              role="status"
            >
              {t('dateOrderOpen')}
            </p>
          )}
        </div>
      )}
    </section>
  )
}

/** All time zones of the browser, with UTC and the current one. */
const zonesWith = (own: string): string[] => [
  ...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
]
