import type { AreaUnit } from '@swath/domain/units'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../lib/area-unit.ts'
import { formatArea } from '../lib/format.ts'

const unitLabels: Readonly<Record<AreaUnit, string>> = {
  mu: 'terms:mu',
  acre: 'terms:acres',
  hectare: 'terms:ha',
  rai: 'terms:rai',
}

/** The word of the person's unit, for a column's head. */
export const useAreaWord = (): string => {
  const { t } = useTranslation('ui')
  return t(unitLabels[useAreaUnit()])
}

/**
 * An area of the wire (mu) in the person's unit. `bare`: the figure alone, where the unit stands in
 * the column's head.
 */
export const Area = ({
  mu,
  bare = false,
  decimals = 2,
}: {
  mu: number | null | undefined
  bare?: boolean
  decimals?: number
}) => {
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
