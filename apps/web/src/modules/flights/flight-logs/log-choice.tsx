import type { FlightLogDetail } from '@swath/contract/flights/flight-logs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { keepShown, queryClient, buildQuery } from '../../../lib/query.ts'
import { proposedLabels } from './log.labels.ts'
import style from './flight-logs.module.css'

export const logQuery = (logId: string) => buildQuery('getFlightLog', { params: { logId } })

const searchMs = 300

/** Drones that the person may upload logs for, searched by a part of their name or number. */
const useDroneOptions = (
  text: string,
): { options: { value: string; label: string }[]; isFetching: boolean } => {
  const [search, setSearch] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text), searchMs)
    return () => clearTimeout(timer)
  }, [text])
  const page = { currentPage: '1', pageSize: '50', sortParam: 'droneId' } as const
  const byName = useQuery({
    ...buildQuery('listDrones', { query: { ...page, droneName: search } }),
    ...keepShown,
  })
  const byId = useQuery({
    ...buildQuery('listDrones', { query: { ...page, droneId: search } }),
    ...keepShown,
    enabled: search !== '',
  })
  const drones = new Map(
    [...(byName.data?.items ?? []), ...(search === '' ? [] : (byId.data?.items ?? []))]
      .filter(({ can }) => can.command || can.issueCredential)
      .map((drone) => [drone.droneId, drone]),
  )
  return {
    options: [...drones.values()].map(({ droneId, droneName }) => ({
      value: droneId,
      label: `${droneName} · ${droneId}`,
    })),
    isFetching: byName.isFetching || byId.isFetching,
  }
}

/** Selects the log's drone and pilot. */
export const LogChoice = ({ log }: { log: FlightLogDetail }) => {
  const { t } = useTranslation('flight-logs')
  const ids = { drone: useId(), pilot: useId(), hint: useId() }
  const [text, setText] = useState('')
  const drones = useDroneOptions(text)
  const pilots = useQuery({
    ...buildQuery('getFlightLogPilots', { query: { droneId: log.droneId ?? '' } }),
    enabled: log.droneId !== null,
  })
  const choose = useMutation({
    mutationFn: (body: { droneId: string; oprId: string | null }) =>
      call('chooseFlightLog', { params: { logId: log.logId }, body }),
    onSuccess: (detail) => {
      queryClient.setQueryData(logQuery(log.logId).queryKey, detail)
      void queryClient.invalidateQueries({
        queryKey: ['getFlightLogTracks', { params: { logId: log.logId } }],
      })
    },
  })
  const proposed = log.proposedBy === null ? null : proposedLabels[log.proposedBy]
  const own =
    log.droneId === null
      ? []
      : [{ value: log.droneId, label: `${log.droneName ?? log.droneId} · ${log.droneId}` }]
  return (
    <section className={style.section}>
      <div className={style.field}>
        <label htmlFor={ids.drone}>{t('terms:drone')}</label>
        <Select
          id={ids.drone}
          className="w-full"
          value={log.droneId}
          placeholder={t('chooseDrone')}
          loading={drones.isFetching || choose.isPending}
          disabled={choose.isPending}
          aria-describedby={ids.hint}
          showSearch={{ filterOption: false, onSearch: setText }}
          options={[
            ...own.filter(({ value }) => !drones.options.some((one) => one.value === value)),
            ...drones.options,
          ]}
          notFoundContent={t('noDrone')}
          onChange={(droneId: string) => choose.mutate({ droneId, oprId: null })}
        />
        <p id={ids.hint} className={style.hint}>
          {log.droneId === null ? t('chooseDroneHint') : proposed ? t(proposed) : t('droneChosen')}
        </p>
      </div>
      {log.droneId !== null && (
        <div className={style.field}>
          <label htmlFor={ids.pilot}>{t('terms:pilot')}</label>
          <Select
            id={ids.pilot}
            className="w-full"
            allowClear
            value={log.oprId}
            placeholder={t('noPilot')}
            disabled={choose.isPending}
            loading={pilots.isFetching}
            showSearch={{ optionFilterProp: 'label' }}
            options={(pilots.data?.items ?? []).map(({ userId, userName }) => ({
              value: userId,
              label: userName,
            }))}
            onChange={(oprId: string | undefined) => {
              if (log.droneId !== null)
                choose.mutate({ droneId: log.droneId, oprId: oprId ?? null })
            }}
          />
        </div>
      )}
    </section>
  )
}
