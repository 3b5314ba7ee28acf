// What a flight is charged by: prices are agreed for a mu or an hour, so the area beside a price is in
// mu, whatever unit its reader has elsewhere: the line can be worked out again as it stands.
import type { ChargeUnit, Money } from '@swath/domain/money'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../lib/area-unit.ts'
import { dash, formatArea, formatMoney } from '../../lib/format.ts'
import { Area } from '../../ui/area.tsx'

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

/** With the reader's own unit behind it, where that is another. */
export const ChargedArea = ({ mu }: { mu: number | null }) => {
  const { t } = useTranslation('terms')
  const unit = useAreaUnit()
  if (mu === null) return dash
  return (
    <span className="figure">
      {formatArea(mu, 'mu')} <span className="unit">{t('mu')}</span>
      {unit !== 'mu' && (
        <span className="unit">
          {' ('}
          <Area mu={mu} />)
        </span>
      )}
    </span>
  )
}
