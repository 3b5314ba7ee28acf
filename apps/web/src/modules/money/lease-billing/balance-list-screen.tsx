import { balanceList, balanceStates, type ClientBalance } from '@swath/contract/money/lease-bills'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { formatMoney } from '../../../lib/format.ts'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Fact, Facts, TimeFact } from '../../../ui/facts.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import {
  Balance,
  BillTabs,
  billPath,
  rechargePath,
  statementPath,
  useHeldFigures,
  useSideFilter,
} from './bill-tabs.tsx'
import { EnterBill } from './enter-bill.tsx'
import { AskRecharge } from './recharge-forms.tsx'

/** A client's balance, with its lines and actions. */
const BalanceView = ({ balance }: { balance: ClientBalance }) => {
  const { t } = useTranslation('lease-billing')
  const [form, setForm] = useState<'recharge' | 'enter' | null>(null)
  const navigate = useNavigate()
  const { clientId, can } = balance
  const close = (): void => setForm(null)
  const lines = new URLSearchParams({ clientId })
  return (
    <div className="grid gap-20">
      <div className="flex wrap gap-8">
        {can.recharge && (
          <Button type="primary" onClick={() => setForm('recharge')}>
            {t('askRecharge')}
          </Button>
        )}
        {can.enter && <Button onClick={() => setForm('enter')}>{t('enter')}</Button>}
      </div>
      <Facts>
        <Fact label={t('balance')}>
          <Balance money={balance.prepaid} />
        </Fact>
        <Fact label={t('deposit')}>{formatMoney(balance.deposit)}</Fact>
        <Fact label={t('lessor')}>{balance.lessorAccountName}</Fact>
        <TimeFact label={t('lastAt')} time={balance.lastAt} />
      </Facts>
      <div className="flex wrap gap-8">
        <Link to={statementPath(clientId)}>{t('statement')}</Link>
        <Link to={`${billPath}?${lines.toString()}`}>{t('bills')}</Link>
      </div>
      {form === 'recharge' && (
        <AskRecharge
          of={balance}
          onClose={close}
          onAsked={(rechargeId) => void navigate(`${rechargePath}?open=${rechargeId}`)}
        />
      )}
      {form === 'enter' && <EnterBill balance={balance} onClose={close} />}
    </div>
  )
}

const states = ['all', ...balanceStates] as const
const stateLabels = {
  owing: 'lease-billing:heldOwed',
  credit: 'lease-billing:stateCredit',
  even: 'lease-billing:stateEven',
}

/** Balances of clients. */
export const BalanceListScreen = () => {
  const { t } = useTranslation('lease-billing')
  const toHeld = useHeldFigures()
  const side = useSideFilter()
  const { answer, onLoaded } = useLoadedRows<typeof balanceList>()
  const { chips, narrowed } = useStateChips({
    states,
    labels: stateLabels,
    counts: answer?.stats.states,
  })
  return (
    <ListScreen
      list={balanceList}
      title={t('balances')}
      head={
        <>
          <BillTabs />
          {chips}
        </>
      }
      as={{ narrowed }}
      shown={['clientName', 'prepaid', 'deposit', 'lastAt', 'lessorAccountName']}
      cellRenderers={{
        prepaid: { render: ({ prepaid }) => <Balance money={prepaid} /> },
        // Without its label it could be mistaken for the balance.
        deposit: { named: true },
      }}
      filters={[...side, 'clientName', 'currency']}
      stats={({ stats }) => toHeld(stats.held)}
      rows={{
        onLoaded,
        detail: {
          title: (_id, row) => row?.clientName ?? t('client'),
          render: (_id, row) =>
            row ? <BalanceView balance={row} /> : <Empty title={t('balancesNone')} />,
        },
      }}
      empty={{ title: t('balancesNone') }}
    />
  )
}
