import type { LedgerMonth } from '@swath/contract/money/lease-bills'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { formatMoney, formatTime, formatTimeZone } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Empty, Failure } from '../../../ui/empty.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import sheet from '../../../ui/paper/paper.module.css'
import { BillTabs } from './bill-tabs.tsx'
import { useCloseMonth } from './lease-billing.mutations.ts'
import style from './lease-billing.module.css'

const CloseMonth = ({ month }: { month: string }) => {
  const { t } = useTranslation('lease-billing')
  const close = useCloseMonth()
  const ask = useConfirm()
  return (
    <Button
      type="primary"
      onClick={() =>
        ask({
          title: t('askClose', { month }),
          text: t('closeEffect'),
          verb: t('closeMonth', { month }),
          run: async () => {
            await close.mutateAsync({ month })
            showSuccess(t('closedDone', { month }))
          },
        })
      }
    >
      {t('closeMonth', { month })}
    </Button>
  )
}

const MonthRow = ({ month }: { month: LedgerMonth }) => {
  const { t } = useTranslation('lease-billing')
  const amounts = (of: 'credit' | 'debit'): string =>
    month.turnover
      .map((one) => formatMoney({ amountMinor: one[of], currency: one.currency }))
      .join(' · ')
  return (
    <tr>
      <th scope="row">
        <span className="nowrap">{month.month}</span>{' '}
        <StateTag tone={month.isClosed ? 'good' : undefined}>
          {t(month.isClosed ? 'monthClosed' : 'monthOpen')}
        </StateTag>{' '}
        {month.closedAt && (
          <span className="unit">
            {t('closedBy', { name: month.closedByName, time: formatTime(month.closedAt) })}
          </span>
        )}
      </th>
      <td data-figure>{amounts('credit')}</td>
      <td data-figure>{amounts('debit')}</td>
    </tr>
  )
}

/** Months of the account's own books, and closing them. */
export const MonthListScreen = () => {
  const { t } = useTranslation('lease-billing')
  const months = useQuery(buildQuery('listLedgerMonths'))
  const { data } = months
  return (
    <section className="grid cols-1 gap-16 content-start p-16" aria-label={t('months')}>
      <h1 className="m-0 text-20">{t('months')}</h1>
      <BillTabs />
      {months.isError && <Failure error={months.error} onRetry={() => void months.refetch()} />}
      {months.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
      {data?.items.length === 0 && <Empty title={t('monthsNone')} />}
      {data && data.items.length > 0 && (
        <div className={style.months}>
          <p className="m-0 muted">
            {t('closeEffect')} {t('zoneHint', { zone: formatTimeZone(data.timeZone) })}
          </p>
          {data.closable && (
            <div>
              <CloseMonth month={data.closable} />
            </div>
          )}
          <div className={style.table}>
            <table className={sheet.table} data-fits>
              <thead>
                <tr>
                  <th scope="col">{t('month')}</th>
                  <th scope="col" data-figure>
                    {t('into')}
                  </th>
                  <th scope="col" data-figure>
                    {t('outOf')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.items.map((month) => (
                  <MonthRow key={month.month} month={month} />
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </section>
  )
}
