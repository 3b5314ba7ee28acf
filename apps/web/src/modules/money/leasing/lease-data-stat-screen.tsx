import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { BarRows, type Bar } from '../../../ui/bar-rows.tsx'
import { LeaseFigureTabs } from './lease-figure-tabs.tsx'
import {
  amountText,
  ByDrone,
  ByMonth,
  Figure,
  FigureCard,
  FigurePage,
  TotalFigures,
} from './lease-figures.tsx'
import { clientChartPath } from './leasing.labels.ts'
import { usePeriod } from './period-choice.tsx'
import style from './leasing.module.css'

/** Leasing statistics: by month, by client and by drone. */
export const LeaseDataStatScreen = () => {
  const { t } = useTranslation('leasing')
  const { period } = usePeriod()
  const asked = useQuery({ ...buildQuery('getLeaseStatistics', { query: period }), ...keepShown })
  return (
    <FigurePage title={t('app:leaseDataStat')} asked={asked} head={<LeaseFigureTabs />}>
      {(data) => (
        <>
          <dl className={`figures ${style.figures}`}>
            <TotalFigures total={data.total} />
            <Figure label={t('lentNow')}>
              {formatCount(data.lentNow)}
              {data.sharedNow > 0 && (
                <small>{t('sharedOf', { shown: formatCount(data.sharedNow) })}</small>
              )}
            </Figure>
            <Figure label={t('activatedClients')}>
              {formatCount(data.clientNum.activated)}
              {data.clientNum.unactivated + data.clientNum.debugging > 0 && (
                <small>
                  {t('notActivatedYet', {
                    shown: formatCount(data.clientNum.unactivated + data.clientNum.debugging),
                  })}
                </small>
              )}
            </Figure>
          </dl>
          <ByMonth months={data.months} />
          <div className={style.cards}>
            <FigureCard title={t('byClient')} rows={data.clients.length}>
              <BarRows
                label={t('byClient')}
                none={t('flownNone')}
                bars={data.clients.map((one): Bar => ({
                  key: one.clientId,
                  label: <Link to={clientChartPath(one.clientId)}>{one.clientName}</Link>,
                  mu: one.coveredArea,
                  note: amountText(one),
                }))}
              />
            </FigureCard>
            <ByDrone drones={data.drones} />
          </div>
        </>
      )}
    </FigurePage>
  )
}
