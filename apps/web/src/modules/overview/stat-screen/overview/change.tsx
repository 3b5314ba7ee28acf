import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { formatRatio } from '../../../../lib/format.ts'

const mostTold = 9.99

/** By how much a figure differs from that of the period before: by sign and word, not by colour. */
export const Change = ({ now, before }: { now: number; before: number }) => {
  const { t } = useTranslation('stat-screen')
  if (before === 0)
    return now === 0 ? null : (
      <span className="muted text-12 regular tabular nowrap">{t('noneBefore')}</span>
    )
  const share = now / before - 1
  // What began with next to nothing grows beyond all figures that say something.
  const shown = share > mostTold ? `>${formatRatio(mostTold, 0)}` : formatRatio(Math.abs(share))
  // What rounds to nothing is no change.
  if (shown === formatRatio(0)) return null
  const told = t(share > 0 ? 'moreThanBefore' : 'lessThanBefore', { share: shown })
  return (
    <span
      className="muted text-12 regular tabular nowrap"
      title={told}
      role="img"
      aria-label={told}
    >
      {share > 0 ? <CaretUpOutlined /> : <CaretDownOutlined />} {shown}
    </span>
  )
}
