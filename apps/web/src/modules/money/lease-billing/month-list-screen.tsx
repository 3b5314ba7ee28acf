import { ledgerMonthList } from '@swath/contract/money/lease-bills'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { formatMoney, formatMonth, formatTimeZone } from '../../../lib/format.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { BillTabs } from './bill-tabs.tsx'
import { useCloseMonth } from './lease-billing.mutations.ts'

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

/** Months of the account's own books, and closing them. */
export const MonthListScreen = () => {
  const { t } = useTranslation('lease-billing')
  const { answer: book, onLoaded } = useLoadedRows<typeof ledgerMonthList>()
  return (
    <ListScreen
      list={ledgerMonthList}
      title={t('months')}
      head={
        <>
          <BillTabs />
          <p className="m-0 muted text-13">
            {t('closeEffect')} {t('zoneHint', { zone: formatTimeZone(book?.timeZone) })}
          </p>
        </>
      }
      shown={['month', 'isClosed', 'credit', 'debit', 'closedAt', 'closedByName']}
      cellRenderers={{
        month: { render: ({ month }) => formatMonth(month) },
        isClosed: {
          render: ({ isClosed }) => (
            <StateTag tone={isClosed ? undefined : 'good'}>
              {t(isClosed ? 'monthClosed' : 'monthOpen')}
            </StateTag>
          ),
        },
        credit: { named: true },
        debit: { named: true },
      }}
      filters={['isClosed']}
      stats={({ stats }) =>
        stats.turnover.flatMap(({ currency, credit, debit }) => [
          { label: t('into'), value: formatMoney({ amountMinor: credit, currency }) },
          { label: t('outOf'), value: formatMoney({ amountMinor: debit, currency }) },
        ])
      }
      actions={book?.closable && <CloseMonth month={book.closable} />}
      rows={{ onLoaded }}
      empty={{ title: t('monthsNone') }}
    />
  )
}
