import type { OperatorStatistics } from '@swath/contract/money/lease-statistics'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { BarRows, type Bar } from '../../../ui/bar-rows.tsx'
import { Time } from '../../../ui/time.tsx'
import { ContractLines } from './contract-list.tsx'
import { LeaseFigureTabs } from './lease-figure-tabs.tsx'
import {
  amountText,
  ByDrone,
  ByMonth,
  FigureCard,
  FigurePage,
  TotalFigures,
} from './lease-figures.tsx'
import { HourPrice, MuPrice } from './price-fields.tsx'
import { usePeriod } from './period-choice.tsx'
import style from './leasing.module.css'

/** Drones that the account currently rents, with their prices. */
const RentedNow = () => {
  const { t } = useTranslation('leasing')
  const asked = useQuery(buildQuery('listLeases', { query: { state: 'open', pageSize: '100' } }))
  if (asked.data === undefined) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  if (asked.data.items.length === 0) return <p className="muted mb-8">{t('rentedNone')}</p>
  return (
    <ul className={style.lines}>
      {asked.data.items.map((lease) => (
        <li key={lease.leaseId}>
          <strong>{lease.droneName}</strong>
          <span>
            {lease.chargeBy === 'mu' ? (
              <>
                <MuPrice priced={lease} /> {t('perMu')}
              </>
            ) : (
              <>
                <HourPrice priced={lease} /> {t('perHour')}
              </>
            )}
          </span>
          <span className="unit">
            {lease.lessorAccountName} · {t('priceSince')} <Time time={lease.startsAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const Contracts = () => {
  const { t } = useTranslation('leasing')
  const asked = useQuery(buildQuery('listLeaseContracts', {}))
  const contracts = asked.data?.items.filter(({ state }) => state !== 'withdrawn') ?? []
  if (asked.data === undefined) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  return contracts.length === 0 ? (
    <p className="muted mb-8">{t('contractsNoneYet')}</p>
  ) : (
    <ContractLines
      contracts={contracts.toSorted((a, b) => Number(b.can.sign) - Number(a.can.sign))}
    />
  )
}

type OperatorsProps = Pick<OperatorStatistics, 'operators'> & { label: string }

const Operators = ({ operators, label }: OperatorsProps) => {
  const { t } = useTranslation('leasing')
  const { accountId } = useUser()
  return (
    <BarRows
      label={label}
      none={t('operatorsNone')}
      noWork={t('noWork')}
      bars={operators.map((one): Bar => ({
        key: one.clientId,
        label: (
          <>
            {one.operatorAccountId === accountId
              ? one.lessorAccountName
              : (one.operatorName ?? one.clientName)}
            <small className="block muted text-12">
              {t('lentCount', { shown: formatCount(one.lentNow) })}
              {one.sortieCount > 0 &&
                ` · ${t('terms:sortieCount', {
                  count: one.sortieCount,
                  shown: formatCount(one.sortieCount),
                })}`}
            </small>
          </>
        ),
        mu: one.coveredArea,
        note: amountText(one),
      }))}
    />
  )
}

/** Work of operators with leased drones: for their lessor, and for themselves. */
export const OperatorDataStatScreen = () => {
  const { t } = useTranslation('leasing')
  const { leaseAccount, accountType } = useUser()
  const { period } = usePeriod()
  const asked = useQuery({
    ...buildQuery('getOperatorStatistics', { query: period }),
    ...keepShown,
  })
  const lends = leaseAccount || accountType === 'platform'
  const by = lends ? 'byOperator' : 'byLessor'
  return (
    <FigurePage title={t('app:operatorDataStat')} asked={asked} head={<LeaseFigureTabs />}>
      {(data) => (
        <>
          <dl className={`figures ${style.figures}`}>
            <TotalFigures total={data.total} />
          </dl>
          {/* Lessors have their months under Leasing statistics. */}
          {!lends && <ByMonth months={data.months} />}
          <div className={style.cards}>
            {!lends && (
              <>
                <FigureCard title={t('rentedNow')}>
                  <RentedNow />
                </FigureCard>
                <FigureCard title={t('contracts')}>
                  <Contracts />
                </FigureCard>
              </>
            )}
            <FigureCard title={t(by)} rows={data.operators.length}>
              <Operators operators={data.operators} label={t(by)} />
            </FigureCard>
            <ByDrone drones={data.drones} />
          </div>
        </>
      )}
    </FigurePage>
  )
}
