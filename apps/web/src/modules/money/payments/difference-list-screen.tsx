import {
  DifferenceSettled,
  paymentDifferenceList,
  type DifferenceKind,
  type PaymentDifference,
} from '@swath/contract/money/payments'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatMoney } from '../../../lib/format.ts'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { StepForm } from '../../../ui/step-form.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { OrderTabs } from './payment-tabs.tsx'
import { useSettleDifference } from './payments.mutations.ts'

const hints: Readonly<Record<DifferenceKind, string>> = {
  unknown: 'payments:unknownHint',
  not_paid_here: 'payments:notPaidHereHint',
  not_in_bill: 'payments:notInBillHint',
  amount: 'payments:amountDiffersHint',
  refund_unknown: 'payments:refundUnknownHint',
  refund_not_in_bill: 'payments:refundNotInBillHint',
  refund_amount: 'payments:refundAmountDiffersHint',
}
const states = ['open', 'settled', 'all'] as const
const labels = { open: 'payments:differenceOpen', settled: 'payments:differenceSettled' }

const amount = (
  { currency }: Pick<PaymentDifference, 'currency'>,
  amountMinor: number | null,
): string => (amountMinor === null ? dash : formatMoney({ amountMinor, currency }))

const DifferenceView = ({ difference }: { difference: PaymentDifference }) => {
  const { t } = useTranslation('payments')
  const [isSettling, setSettling] = useState(false)
  const settle = useSettleDifference()
  const { differenceId, version, can } = difference
  return (
    <div className="grid gap-16">
      <p className="m-0 muted">{t(hints[difference.kind])}</p>
      <Facts>
        <Fact label={t('number')}>{difference.number}</Fact>
        <Fact label={t('billDay')}>{difference.day.replaceAll('-', '/')}</Fact>
        <Fact label={t('here')}>{amount(difference, difference.hereMinor)}</Fact>
        <Fact label={t('there')}>{amount(difference, difference.thereMinor)}</Fact>
        <Fact label={t('note')}>{difference.note}</Fact>
      </Facts>
      {can.settle && <Button onClick={() => setSettling(true)}>{t('settle')}</Button>}
      <StepForm
        open={isSettling}
        onClose={() => setSettling(false)}
        title={t('settle')}
        submitLabel={t('settle')}
        label={t('note')}
        hint={t('noteHint')}
        schema={DifferenceSettled}
        initial={{ text: '', version }}
        onSubmit={(body) => settle.mutateAsync({ differenceId, ...body })}
      />
    </div>
  )
}

/** Differences to the gateway's statements; normally there are none. */
export const DifferenceListScreen = () => {
  const { t } = useTranslation('payments')
  const { answer, onLoaded } = useLoadedRows<typeof paymentDifferenceList>()
  const { asked, chips } = useStateChips({ states, labels, counts: answer?.stats })
  const last = answer?.lastDay
  // Without a gateway there is nothing to filter.
  const isUnused = answer !== undefined && !last && answer.stats.open + answer.stats.settled === 0
  return (
    <ListScreen
      list={paymentDifferenceList}
      title={t('differences')}
      head={
        <>
          <OrderTabs />
          {last && (
            <p className="m-0 muted">
              {t('compared', {
                day: last.day.replaceAll('-', '/'),
                payments: formatCount(last.paymentNum),
                refunds: formatCount(last.refundNum),
                amount: formatMoney({ amountMinor: last.paidMinor, currency: 'CNY' }),
              })}
            </p>
          )}
          {!isUnused && chips}
        </>
      }
      as={{ narrowed: { state: asked }, isShort: isUnused, isBare: isUnused }}
      shown={['number', 'state', 'kind', 'hereMinor', 'thereMinor', 'day', 'note']}
      cellRenderers={{
        state: {
          render: ({ state }) => (
            <StateTag tone={state === 'open' ? 'bad' : 'good'}>{t(labels[state])}</StateTag>
          ),
        },
        day: { render: ({ day }) => day.replaceAll('-', '/') },
        hereMinor: { render: (row) => amount(row, row.hereMinor), number: true },
        thereMinor: { render: (row) => amount(row, row.thereMinor), number: true },
      }}
      filters={isUnused ? [] : ['number', 'kind']}
      rows={{
        onLoaded,
        detail: {
          title: (_id, row) => row?.number ?? t('difference'),
          render: (_id, row) => row && <DifferenceView key={row.version} difference={row} />,
        },
      }}
      empty={
        isUnused
          ? { title: t('gatewayNone'), reason: t('gatewayNoneReason') }
          : { title: t('none'), reason: t('noneReason') }
      }
    />
  )
}
