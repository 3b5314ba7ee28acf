import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { formatCount, formatRatio } from '../../../../lib/format.ts'
import { isFewBefore, type Comparison } from './comparison.ts'

/** From here on, growth is shown as a multiple: 1,300 % is hard to read. */
const multipleFrom = 10
/** From here on a decrease is rounded down: 100 % would mean that nothing is left. */
const nearlyAll = 0.99

type Props = {
  now: number
  before: number
  /** The page says once why there is no comparison. */
  comparison?: Comparison
}

/** The change of a figure since the previous period, by sign and text instead of colour. */
export const Change = ({ now, before, comparison = 'shown' }: Props) => {
  const { t } = useTranslation('stat-screen')
  if (comparison === 'begun' || (comparison === 'few' && isFewBefore(now, before))) return null
  if (before === 0)
    return now === 0 ? null : (
      <span className="block muted text-12 regular tabular">{t('noneBefore')}</span>
    )
  const share = now / before - 1
  const multiple = now / before >= multipleFrom ? formatCount(Math.round(now / before)) : null
  if (isFewBefore(now, before))
    return (
      <span className="block muted text-12 regular tabular" title={t('timesBefore', { multiple })}>
        {t('fewBefore')}
      </span>
    )
  const isNearlyAll = now > 0 && share < -nearlyAll
  const shown =
    multiple !== null
      ? `×${multiple}`
      : isNearlyAll
        ? `>${formatRatio(nearlyAll, 0)}`
        : formatRatio(Math.abs(share))
  // A difference that rounds to zero counts as no change.
  if (shown === formatRatio(0)) return null
  const label =
    multiple === null
      ? t(share > 0 ? 'moreThanBefore' : 'lessThanBefore', { share: shown })
      : t('timesBefore', { multiple })
  return (
    <span
      className="muted text-12 regular tabular nowrap"
      title={label}
      role="img"
      aria-label={label}
    >
      {share > 0 ? <CaretUpOutlined /> : <CaretDownOutlined />} {shown}
    </span>
  )
}
