// The basis of a flight's charge.
import type { ChargeUnit, Money } from '@swath/domain/money'
import { useTranslation } from 'react-i18next'
import { dash, formatMoney } from '../../../lib/format.ts'

type Priced = { unitPrice: Money | null; chargeBy: ChargeUnit | null }

export const UnitPrice = ({ of: { unitPrice, chargeBy } }: { of: Priced }) => {
  const { t } = useTranslation('leasing')
  if (unitPrice === null) return dash
  return (
    <span className="figure">
      {formatMoney(unitPrice)}{' '}
      {chargeBy && <span className="unit">{t(chargeBy === 'mu' ? 'perMu' : 'perHour')}</span>}
    </span>
  )
}
