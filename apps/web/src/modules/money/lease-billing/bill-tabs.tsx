import type { Money } from '@swath/domain/money'
import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { useUser } from '../../../lib/session.ts'
import { formatMoney } from '../../../lib/format.ts'
import type { Figure } from '../../../ui/list-stats.tsx'

export const billPath = '/leasing_business/bill-list'
export const rechargePath = `${billPath}/recharges`
const balancePath = `${billPath}/balances`
const monthPath = `${billPath}/months`
export const statementPath = (clientId: string, month?: string): string =>
  `${billPath}/statement/${clientId}${month ? `?month=${month}` : ''}`

/** Tabs for lease billing. */
export const BillTabs = () => {
  const { t } = useTranslation('lease-billing')
  const { leaseAccount } = useUser()
  return (
    <PageTabs
      name={t('app:billList')}
      tabs={[
        { path: billPath, label: t('bills') },
        { path: rechargePath, label: t('recharges') },
        { path: balancePath, label: t('balances') },
        ...(leaseAccount ? [{ path: monthPath, label: t('months') }] : []),
      ]}
    />
  )
}

/** Filter for accounts that both lend and rent; others have none. */
export const useSideFilter = () => {
  const { t } = useTranslation('lease-billing')
  const { leaseAccount, tenant } = useUser()
  return leaseAccount && tenant
    ? [
        {
          name: 'side' as const,
          label: t('side'),
          options: [
            { value: 'lessor', label: t('asLessor') },
            { value: 'tenant', label: t('asTenant') },
          ],
        },
      ]
    : []
}

/** Each side sees the name of the other: an account that only rents sees the lessor's. */
export const useOtherSide = (): 'clientName' | 'lessorAccountName' => {
  const { leaseAccount, tenant } = useUser()
  return tenant && !leaseAccount ? 'lessorAccountName' : 'clientName'
}

type Held = { currency: Money['currency']; prepaid: number; owed: number; deposit: number }

/** The clients' balances, per currency. */
export const useHeldFigures = () => {
  const { t } = useTranslation('lease-billing')
  return (held: readonly Held[]): Figure[] =>
    held.flatMap(({ currency, prepaid, owed, deposit }) => [
      { label: t('heldPrepaid'), value: formatMoney({ amountMinor: prepaid, currency }) },
      ...(owed === 0
        ? []
        : [{ label: t('heldOwed'), value: formatMoney({ amountMinor: owed, currency }) }]),
      ...(deposit === 0
        ? []
        : [{ label: t('heldDeposit'), value: formatMoney({ amountMinor: deposit, currency }) }]),
    ])
}

/** A balance; one that is owed is highlighted. */
export const Balance = ({ money }: { money: Money }) => (
  <span className={money.amountMinor < 0 ? 'danger' : undefined}>{formatMoney(money)}</span>
)

/** The amount of a line with its sign, so that opening balance and lines add up. */
export const Amount = ({ money: { amountMinor, currency } }: { money: Money }) =>
  amountMinor > 0 ? (
    <span className="success">+{formatMoney({ amountMinor, currency })}</span>
  ) : (
    formatMoney({ amountMinor, currency })
  )
