import type { OperatorStatistics } from '@swath/contract/money/lease-statistics'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { Area } from '../../../ui/area.tsx'
import { Time } from '../../../ui/time.tsx'
import { ContractLines } from './contract-list.tsx'
import {
  amountText,
  ByMonthAndDrone,
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

const Operators = ({ operators }: Pick<OperatorStatistics, 'operators'>) => {
  const { t } = useTranslation('leasing')
  const { accountId } = useUser()
  return operators.length === 0 ? (
    <p className="muted mb-8">{t('operatorsNone')}</p>
  ) : (
    <ul className={style.lines}>
      {operators.map((one) => (
        <li key={one.clientId}>
          <strong className={style.grow}>
            {one.operatorAccountId === accountId
              ? one.lessorAccountName
              : (one.operatorName ?? one.clientName)}
          </strong>
          <span>
            <Area mu={one.coveredArea} decimals={1} /> ·{' '}
            {t('terms:sortieCount', {
              count: one.sortieCount,
              shown: formatCount(one.sortieCount),
            })}{' '}
            · {amountText(one)}
          </span>
          <span className="unit">{t('lentCount', { shown: formatCount(one.lentNow) })}</span>
        </li>
      ))}
    </ul>
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
  return (
    <FigurePage title={t('app:operatorDataStat')} asked={asked}>
      {(data) => (
        <>
          <dl className={`figures ${style.figures}`}>
            <TotalFigures total={data.total} />
          </dl>
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
            <FigureCard title={t(lends ? 'byOperator' : 'byLessor')} rows={data.operators.length}>
              <Operators operators={data.operators} />
            </FigureCard>
            <ByMonthAndDrone months={data.months} drones={data.drones} />
          </div>
        </>
      )}
    </FigurePage>
  )
}
