import { useTranslation } from 'react-i18next'
import type { CompactNumber } from '@swath/domain/units'
import { useAreaUnit } from '../../lib/area-unit.ts'
import { useAreaWord } from '../../ui/area.tsx'
import { formatWallArea, headlineDecimals, suffixTexts } from './wall-format.ts'
import style from './wall.module.css'

export type SuffixWords = Readonly<Record<CompactNumber['suffix'], string>>

/** What stands behind shortened figures, in the language shown. */
export const useSuffixWords = (): SuffixWords => {
  const { t } = useTranslation('stat-screen')
  const word = (suffix: CompactNumber['suffix']): string => {
    const key = suffixTexts[suffix]
    return key === null ? '' : t(key)
  }
  return { none: '', wan: word('wan'), thousand: word('thousand'), million: word('million') }
}

/** A figure with its unit, small. */
export const Figure = ({ text, unit }: { text: string; unit?: string | undefined }) => (
  <span className={style.figure} data-long={text.length > 8}>
    <b>{text}</b>
    {unit && <small>{unit}</small>}
  </span>
)

type AreaProps = { mu: number | null | undefined; decimals?: number; bare?: boolean }

/** An area as the walls write it, in the unit of the reader. */
export const WallArea = ({ mu, decimals = headlineDecimals, bare = false }: AreaProps) => {
  const { i18n } = useTranslation('stat-screen')
  const words = useSuffixWords()
  const word = useAreaWord()
  const { figure, suffix } = formatWallArea(mu, useAreaUnit(), i18n.language, decimals)
  const unit = bare || mu == null ? words[suffix] : joinUnit(words[suffix], word)
  return <Figure text={figure} unit={unit} />
}

/** 万亩 and k acres: Chinese writes them together. */
const joinUnit = (suffix: string, word: string): string =>
  suffix === '' || /\p{Script=Han}$/u.test(suffix) ? `${suffix}${word}` : `${suffix} ${word}`
