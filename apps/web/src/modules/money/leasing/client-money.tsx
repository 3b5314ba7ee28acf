import type { RentalClient } from '@swath/contract/money/rental-clients'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../lib/format.ts'
import style from './leasing.module.css'

type Balance = RentalClient['balances'][number]

/** The prepaid balance in one currency, and the deposit. */
export const ClientMoney = ({ balance: { currency, prepaid, deposit } }: { balance: Balance }) => {
  const { t } = useTranslation('lease-billing')
  return (
    <>
      <span className={prepaid < 0 ? style.owed : undefined}>
        {formatMoney({ amountMinor: prepaid, currency })}
      </span>
      {deposit !== 0 && (
        <span className="block unit">
          {t('deposit')} {formatMoney({ amountMinor: deposit, currency })}
        </span>
      )}
    </>
  )
}

/** Each currency on a separate line. */
export const ClientBalances = ({ balances }: Pick<RentalClient, 'balances'>) =>
  balances.map((balance) => (
    <div key={balance.currency}>
      <ClientMoney balance={balance} />
    </div>
  ))
