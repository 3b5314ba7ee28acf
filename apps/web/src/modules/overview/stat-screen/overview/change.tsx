import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { formatCount, formatRatio } from '../../../../lib/format.ts'

/** From here on, growth is shown as a multiple: 1,300 % is hard to read. */
const multipleFrom = 10
/** From here on the previous period had next to nothing, and a multiple of it says nothing. */
const fewFrom = 100

/** The change of a figure since the previous period, by sign and text instead of colour. */
export const Change = ({ now, before }: { now: number; before: number }) => {
  const { t } = useTranslation('stat-screen')
  if (before === 0)
    return now === 0 ? null : (
      <span className="block muted text-12 regular tabular">{t('noneBefore')}</span>
    )
  const share = now / before - 1
  const multiple = now / before >= multipleFrom ? formatCount(Math.round(now / before)) : null
  if (now / before >= fewFrom)
    return (
      <span className="block muted text-12 regular tabular" title={t('timesBefore', { multiple })}>
        {t('fewBefore')}
      </span>
    )
  const shown = multiple === null ? formatRatio(Math.abs(share)) : `×${multiple}`
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
