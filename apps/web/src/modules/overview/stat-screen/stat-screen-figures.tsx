import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { useAreaWord } from '../../../ui/area.tsx'
import { formatStatScreenArea, headlineDecimals, type SuffixLabels } from './stat-screen-format.ts'
import style from './stat-screen.module.css'

/** The suffixes of shortened figures, in the current language. */
export const useSuffixLabels = (): SuffixLabels => {
  const { t } = useTranslation('stat-screen')
  return useMemo(
    () => ({
      none: '',
      thousand: t('thousand'),
      wan: t('wan'),
      hundredThousand: t('hundredThousand'),
      million: t('million'),
    }),
    [t],
  )
}

/** A number with its unit in small type. */
export const Figure = ({ text, unit }: { text: string; unit?: string | undefined }) => (
  <span className={style.figure}>
    <b className="semibold">{text}</b>
    {unit && <small>{unit}</small>}
  </span>
)

type AreaProps = { mu: number | null | undefined; decimals?: number; bare?: boolean }

/** An area as statistics screens write it, in the unit of the reader. */
export const StatScreenArea = ({ mu, decimals = headlineDecimals, bare = false }: AreaProps) => {
  const { i18n } = useTranslation('stat-screen')
  const labels = useSuffixLabels()
  const word = useAreaWord()
  const { figure, suffix } = formatStatScreenArea(mu, useAreaUnit(), i18n.language, decimals)
  const label = labels[suffix]
  // 31.4k acres, as in the charts; but 31.35 万亩.
  const isOfNumber = /\p{Script=Latin}/u.test(label)
  const unit = bare || mu == null ? '' : word
  return isOfNumber ? (
    <Figure text={`${figure}${label}`} unit={unit} />
  ) : (
    <Figure text={figure} unit={joinUnit(label, unit)} />
  )
}

/** Chinese and Thai write suffix and unit without a space: 万亩, หมื่นไร่. */
const joinUnit = (suffix: string, word: string): string =>
  suffix === '' || word === '' || /[\p{Script=Han}\p{Script=Thai}]$/u.test(suffix)
    ? `${suffix}${word}`
    : `${suffix} ${word}`
