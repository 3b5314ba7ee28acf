import type { LedgerMonth } from '@swath/contract/money/lease-bills'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Table } from 'antd'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { dash, formatMoney, formatMonth, formatTime, formatTimeZone } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Empty, Failure } from '../../../ui/empty.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { BillTabs } from './bill-tabs.tsx'
import { useCloseMonth } from './lease-billing.mutations.ts'
import style from './lease-billing.module.css'

const CloseMonth = ({ month: asked }: { month: string }) => {
  const { t } = useTranslation('lease-billing')
  const month = formatMonth(asked)
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
            await close.mutateAsync({ month: asked })
            showSuccess(t('closedDone', { month }))
          },
        })
      }
    >
      {t('closeMonth', { month })}
    </Button>
  )
}

const MonthState = ({ month: { isClosed } }: { month: LedgerMonth }) => {
  const { t } = useTranslation('lease-billing')
  return (
    <StateTag tone={isClosed ? undefined : 'good'}>
      {t(isClosed ? 'monthClosed' : 'monthOpen')}
    </StateTag>
  )
}

const sumOf = (month: LedgerMonth, of: 'credit' | 'debit'): string =>
  month.turnover
    .map((one) => formatMoney({ amountMinor: one[of], currency: one.currency }))
    .join(' · ')

const MonthTable = ({ months }: { months: readonly LedgerMonth[] }) => {
  const { t } = useTranslation('lease-billing')
  return (
    <div className={`card ${style.table}`}>
      <Table<LedgerMonth>
        rowKey="month"
        size="middle"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={months}
        columns={[
          {
            title: t('month'),
            key: 'month',
            fixed: 'left',
            render: (_, { month }) => formatMonth(month),
          },
          {
            title: t('terms:state'),
            key: 'state',
            render: (_, month) => <MonthState month={month} />,
          },
          {
            title: t('into'),
            key: 'credit',
            align: 'right',
            render: (_, month) => <span className="figure">{sumOf(month, 'credit')}</span>,
          },
          {
            title: t('outOf'),
            key: 'debit',
            align: 'right',
            render: (_, month) => <span className="figure">{sumOf(month, 'debit')}</span>,
          },
          {
            title: t('monthClosed'),
            key: 'closed',
            render: (_, { closedAt, closedByName: name }) =>
              closedAt ? t('closedBy', { name, time: formatTime(closedAt) }) : dash,
          },
        ]}
      />
    </div>
  )
}

/** Months of the account's own books, and closing them. */
export const MonthListScreen = () => {
  const { t } = useTranslation('lease-billing')
  const months = useQuery(buildQuery('listLedgerMonths'))
  const { data } = months
  return (
    <section
      className={`grid cols-1 gap-16 content-start ${style.screen}`}
      aria-label={t('months')}
    >
      <h1 className="page-title">{t('months')}</h1>
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
          <MonthTable months={data.items} />
        </div>
      )}
    </section>
  )
}
