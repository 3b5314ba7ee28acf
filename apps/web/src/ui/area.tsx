import type { AreaUnit } from '@swath/domain/units'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../lib/area-unit.ts'
import type { AreaRate } from '@swath/domain/money'
import { dash, formatArea, formatAreaRate } from '../lib/format.ts'

const unitLabels: Readonly<Record<AreaUnit, string>> = {
  mu: 'terms:mu',
  acre: 'terms:acres',
  hectare: 'terms:ha',
  rai: 'terms:rai',
}

/** The singular unit, for rates: two dollars an acre. */
export const perAreaLabel = (unit: AreaUnit): string =>
  unit === 'acre' ? 'terms:acre' : unitLabels[unit]

/** The person's unit, for column headers. */
export const useAreaWord = (): string => {
  const { t } = useTranslation('ui')
  return t(unitLabels[useAreaUnit()])
}

/** The person's unit in the singular, for the part of a rate after the slash. */
export const usePerAreaWord = (): string => {
  const { t } = useTranslation('ui')
  return t(perAreaLabel(useAreaUnit()))
}

export type AreaProps = { mu: number | null | undefined; bare?: boolean; decimals?: number }

/**
 * An area from the API (mu) in the person's unit. `bare`: the figure alone, where the column header
 * names the unit.
 */
export const Area = ({ mu, bare = false, decimals = 2 }: AreaProps) => {
  const unit = useAreaUnit()
  const word = useAreaWord()
  const text = formatArea(mu, unit, decimals)
  return bare || mu == null ? (
    <span className="figure">{text}</span>
  ) : (
    <span className="figure">
      {text} <span className="unit">{word}</span>
    </span>
  )
}

type AreaPriceProps = {
  rate: AreaRate | null | undefined
  bare?: boolean
  per?: AreaUnit
  /** Without more decimals than the currency has. */
  isRounded?: boolean
}

/**
 * The price of one of the person's units of area, so that a calculation never mixes units. `per`:
 * another unit, to show a rate as it was agreed.
 */
export const AreaPrice = ({ rate, bare = false, per, isRounded = false }: AreaPriceProps) => {
  const { t } = useTranslation('ui')
  const own = useAreaUnit()
  const unit = per ?? own
  const text = formatAreaRate(rate, unit, isRounded ? 0 : 2)
  return bare || !rate ? (
    <span className="figure">{text}</span>
  ) : (
    <span className="figure">
      {text} <span className="unit">/ {t(perAreaLabel(unit))}</span>
    </span>
  )
}

/** A rate as it was agreed, followed by the rate in the person's unit where that is another. */
export const AgreedPrice = ({ rate }: { rate: AreaRate }) => {
  const unit = useAreaUnit()
  return (
    <>
      <AreaPrice rate={rate} per={rate.per} />
      {rate.per !== unit && (
        <span className="unit nowrap">
          {' ('}
          <AreaPrice rate={rate} isRounded />)
        </span>
      )}
    </>
  )
}

/**
 * The area by which a price was multiplied. Prices are agreed per mu or per hour, so it is shown in
 * mu in every locale, and the charge can be checked by hand. The reader's own unit follows where it
 * is another.
 */
export const ChargedArea = ({ mu }: { mu: number | null }) => {
  const { t } = useTranslation('ui')
  const unit = useAreaUnit()
  if (mu === null) return dash
  return (
    <span className="figure">
      {formatArea(mu, 'mu')} <span className="unit">{t(unitLabels.mu)}</span>
      {unit !== 'mu' && (
        <span className="unit">
          {' ('}
          <Area mu={mu} />)
        </span>
      )}
    </span>
  )
}
