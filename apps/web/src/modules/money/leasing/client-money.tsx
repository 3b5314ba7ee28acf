import type { RentalClient } from '@swath/contract/money/rental-clients'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../lib/format.ts'
import { useNarrow } from '../../../ui/use-width.ts'
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

/** Each currency on a separate line; on one line, without deposits, on a phone. */
export const ClientBalances = ({ balances }: Pick<RentalClient, 'balances'>) => {
  const narrow = useNarrow()
  return balances.map(({ currency, prepaid, deposit }, index) =>
    narrow ? (
      <Fragment key={currency}>
        {index > 0 && ' · '}
        <ClientMoney balance={{ currency, prepaid, deposit: 0 }} />
      </Fragment>
    ) : (
      <div key={currency}>
        <ClientMoney balance={{ currency, prepaid, deposit }} />
      </div>
    ),
  )
}
