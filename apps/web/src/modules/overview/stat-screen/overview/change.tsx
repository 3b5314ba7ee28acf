import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { formatRatio } from '../../../../lib/format.ts'

const largestShown = 9.99

/** The change of a figure since the previous period, by sign and text instead of colour. */
export const Change = ({ now, before }: { now: number; before: number }) => {
  const { t } = useTranslation('stat-screen')
  if (before === 0)
    return now === 0 ? null : (
      <span className="muted text-12 regular tabular nowrap">{t('noneBefore')}</span>
    )
  const share = now / before - 1
  // Growth from almost nothing would be a meaninglessly large figure.
  const shown =
    share > largestShown ? `>${formatRatio(largestShown, 0)}` : formatRatio(Math.abs(share))
  // A difference that rounds to zero counts as no change.
  if (shown === formatRatio(0)) return null
  const label = t(share > 0 ? 'moreThanBefore' : 'lessThanBefore', { share: shown })
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
