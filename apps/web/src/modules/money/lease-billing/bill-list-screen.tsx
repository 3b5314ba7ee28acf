import { billList } from '@swath/contract/money/lease-bills'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../lib/format.ts'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { billKindLabels } from '@swath/contract/money/lease-bill-fields'
import { Amount, BillTabs, useHeldFigures, useOtherSide, useSideFilter } from './bill-tabs.tsx'
import { UnitPrice } from './charged.tsx'
import { BillView, CorrectionTag } from './bill-detail.tsx'

/** All lines on clients' balances, newest first. */
export const BillListScreen = () => {
  const { t } = useTranslation('lease-billing')
  const toHeld = useHeldFigures()
  const side = useSideFilter()
  const otherSide = useOtherSide()
  const narrow = useNarrow()
  return (
    <ListScreen
      list={billList}
      title={t('app:billList')}
      head={<BillTabs />}
      shown={['at', 'kind', otherSide, 'droneName', 'coveredArea', 'unitPrice', 'amount', 'note']}
      cellRenderers={{
        unitPrice: { render: (line) => <UnitPrice of={line} /> },
        amount: { render: ({ amount }) => <Amount money={amount} /> },
        kind: {
          render: (line) => (
            <>
              {narrow && line.kind === 'sortie' && line.droneName !== null
                ? line.droneName
                : t(billKindLabels[line.kind])}{' '}
              <CorrectionTag line={line} />
            </>
          ),
        },
      }}
      filters={[
        ...side,
        'kind',
        'account',
        otherSide,
        'droneName',
        'droneId',
        'note',
        { from: 'startTime', to: 'endTime', label: t('at') },
      ]}
      stats={({ stats }) => [
        ...toHeld(stats.held),
        ...stats.turnover.flatMap(({ currency, credit, debit }) => [
          { label: t('credits'), value: formatMoney({ amountMinor: credit, currency }) },
          { label: t('debits'), value: formatMoney({ amountMinor: debit, currency }) },
        ]),
      ]}
      rows={{
        detail: {
          title: (_id, row) => (row ? t(billKindLabels[row.kind]) : t('bills')),
          render: (lineId, row) => <BillView key={lineId} lineId={lineId} row={row} />,
        },
      }}
      empty={{ title: t('billsNone'), reason: t('billsNoneReason') }}
    />
  )
}
