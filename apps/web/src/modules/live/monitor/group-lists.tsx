// Lists of the monitor other than drones, depending on the reader: operators at work, failing
// machines, and work on the person's own plots.
import { WarningOutlined } from '@ant-design/icons'
import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { keepShown, buildQuery } from '../../../lib/query.ts'
import { useStored } from '../../../lib/stored.ts'
import { Area } from '../../../ui/area.tsx'
import { Empty, Failure } from '../../../ui/empty.tsx'
import { FlightMark } from '../../../ui/flight-badge.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { monitorQueries } from './monitor-queries.ts'
import style from './group-lists.module.css'

const refreshMs = 15_000
const seldomMs = 120_000

/** Rows, or an explanation if there are none. */
const Answered = <T extends object>({
  query,
  isEmpty,
  empty,
  children,
}: {
  query: UseQueryResult<T>
  isEmpty: (data: T) => boolean
  empty: ReactNode
  children: (data: T) => ReactNode
}) =>
  query.data ? (
    isEmpty(query.data) ? (
      empty
    ) : (
      children(query.data)
    )
  ) : query.isError ? (
    <Failure error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <div className="p-16">
      <Skeleton active title={false} paragraph={{ rows: 8 }} />
    </div>
  )

type RowProps = {
  title: ReactNode
  sub: ReactNode
  figures: ReactNode
  minor: ReactNode
  isOn: boolean
  onPress: () => void
}
const Row = ({ title, sub, figures, minor, isOn, onPress }: RowProps) => (
  <li>
    <button type="button" className={style.row} aria-pressed={isOn} onClick={onPress}>
      <span className="medium truncate">{title}</span>
      <span className={style.figures}>{figures}</span>
      <span className={`muted text-12 tabular truncate ${style.sub}`}>{sub}</span>
      <span className={`muted text-12 tabular ${style.minor}`}>{minor}</span>
    </button>
  </li>
)

/** Operators with airborne drones, and their work today; a click filters by that operator. */
export const OperatorList = ({ onChoose }: { onChoose: (accountId: string | null) => void }) => {
  const { t } = useTranslation('monitor')
  const { yyAccountId: chosen, ...filters } = useStored(monitorQueries)
  const operators = useQuery({
    ...buildQuery('listOperatorsAtWork', { query: filters }),
    ...keepShown,
    refetchInterval: refreshMs,
  })
  return (
    <Answered
      query={operators}
      isEmpty={({ items }) => items.length === 0}
      empty={<Empty title={t('noOperators')} reason={t('noOperatorsReason')} />}
    >
      {({ items }) => (
        <ul className={`list-plain h-full ${style.rows}`} aria-label={t('operatorsAtWork')}>
          {items.map((one) => (
            <Row
              key={one.yyAccountId}
              title={one.yyAccountName}
              figures={<Area mu={one.sprayArea} decimals={1} />}
              sub={
                <>
                  <FlightMark flight="spraying" /> {formatCount(one.sprayingCount)}
                  <span className="sr-only">{t('ui:flightSpraying')}</span>{' '}
                  <FlightMark flight="flying" /> {formatCount(one.flyingCount)}
                  <span className="sr-only">{t('ui:flightFlying')}</span>{' '}
                  {one.alarmCount > 0 && (
                    <>
                      <WarningOutlined aria-label={t('alarmsToday')} />{' '}
                      {formatCount(one.alarmCount)}
                    </>
                  )}
                </>
              }
              minor={t('sortiesToday', {
                count: one.sortieCount,
                shown: formatCount(one.sortieCount),
              })}
              isOn={chosen === one.yyAccountId}
              onPress={() => onChoose(chosen === one.yyAccountId ? null : one.yyAccountId)}
            />
          ))}
        </ul>
      )}
    </Answered>
  )
}

type Failing = { faultCount: number; silenceCount: number }
const FailureCounts = ({ faultCount, silenceCount }: Failing) => {
  const { t } = useTranslation('monitor')
  return (
    <>
      {t('faultCount', { count: faultCount, shown: formatCount(faultCount) })} ·{' '}
      {t('silenceCount', { count: silenceCount, shown: formatCount(silenceCount) })}
    </>
  )
}

type MachineListProps = {
  selectedId: string | null
  onModel: (modelId: string | null) => void
  onDrone: (droneId: string) => void
}

/** Models and drones that fail most; a click shows the model's drones, or the drone. */
export const MachineList = ({ selectedId, onModel, onDrone }: MachineListProps) => {
  const { t } = useTranslation('monitor')
  const { flyModelId: chosen, ...filters } = useStored(monitorQueries)
  const machines = useQuery({
    ...buildQuery('listFailingMachines', {
      query: { ...filters, ...(chosen ? { flyModelId: chosen } : {}) },
    }),
    ...keepShown,
    refetchInterval: seldomMs,
  })
  const firmware = (version: string | null): string =>
    version === null ? t('firmwareUnknown') : t('firmwareIs', { version })
  return (
    <Answered
      query={machines}
      isEmpty={({ drones }) => drones.length === 0}
      empty={<Empty title={t('noFailures')} reason={t('noFailuresReason')} />}
    >
      {({ models, drones }) => (
        <div className={`list-plain h-full ${style.rows}`}>
          <h4 className={`m-0 bg-paper muted text-12 leading-18 medium ${style.head}`}>
            {t('failingModels')}
          </h4>
          <ul className="list-plain" aria-label={t('failingModels')}>
            {models.map((one) => (
              <Row
                key={`${one.flyModelId} ${one.firmware ?? ''}`}
                title={one.modelName}
                figures={t('dronesFail', {
                  count: one.failingCount,
                  shown: formatCount(one.failingCount),
                })}
                sub={firmware(one.firmware)}
                minor={<FailureCounts {...one} />}
                isOn={chosen === one.flyModelId}
                onPress={() => onModel(chosen === one.flyModelId ? null : one.flyModelId)}
              />
            ))}
          </ul>
          <h4 className={`m-0 bg-paper muted text-12 leading-18 medium ${style.head}`}>
            {t('failingDrones')}
          </h4>
          <ul className="list-plain" aria-label={t('failingDrones')}>
            {drones.map((one) => (
              <Row
                key={one.droneId}
                title={one.droneName}
                figures={formatCount(one.faultCount + one.silenceCount)}
                sub={`${one.modelName} · ${firmware(one.firmware)}`}
                minor={<FailureCounts {...one} />}
                isOn={selectedId === one.droneId}
                onPress={() => onDrone(one.droneId)}
              />
            ))}
          </ul>
        </div>
      )}
    </Answered>
  )
}

export type WorkedPlot = Answer<Api['listPlotWork']>['items'][number]

export const usePlotWork = (isWanted: boolean) =>
  useQuery({
    ...buildQuery('listPlotWork'),
    ...keepShown,
    refetchInterval: seldomMs,
    enabled: isWanted,
  })

type PlotListProps = { selectedId: string | null; onSelect: (plot: WorkedPlot) => void }

/** The own plots, and when each was last sprayed. */
export const PlotList = ({ selectedId, onSelect }: PlotListProps) => {
  const { t } = useTranslation('monitor')
  return (
    <Answered
      query={usePlotWork(true)}
      isEmpty={({ items }) => items.length === 0}
      empty={<Empty title={t('noPlots')} reason={t('noPlotsReason')} />}
    >
      {({ items }) => (
        <ul className={`list-plain h-full ${style.rows}`} aria-label={t('ownPlots')}>
          {items.map((plot) => (
            <Row
              key={plot.blockId}
              title={plot.blockName}
              figures={<Area mu={plot.area} decimals={1} />}
              sub={
                plot.last
                  ? [plot.last.chemical ?? t('chemicalUnknown'), plot.last.yyAccountName]
                      .filter((part) => part !== null)
                      .join(' · ')
                  : (plot.crop ?? '')
              }
              minor={
                // Litres are in its card: one spraying may be several flights.
                plot.last ? <TimeAgo time={plot.last.startTime} /> : t('neverSprayed')
              }
              isOn={selectedId === plot.blockId}
              onPress={() => onSelect(plot)}
            />
          ))}
        </ul>
      )}
    </Answered>
  )
}
