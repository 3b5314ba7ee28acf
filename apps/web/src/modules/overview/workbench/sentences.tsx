// The day in up to three sentences: what needs attention, how it compares, what ends soon.
import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { useTranslation } from 'react-i18next'
import { formatCount, formatDay, formatRatio } from '../../../lib/format.ts'
import { lineLooks, type LineGroup } from './line-looks.tsx'
import { changeOf, formatHour, wordOf } from './today.tsx'
import style from './workbench.module.css'

type Workbench = Answer<Api['getWorkbench']>
type Translate = ReturnType<typeof useTranslation>['t']

/** Own alarms are among those of their level. */
const sumOf = (lines: Workbench['lines'], group: LineGroup): number =>
  lines.reduce(
    (sum, { name, count }) =>
      lineLooks[name].group === group && name !== 'alarms-mine' ? sum + count : sum,
    0,
  )

const sayNow = ({ lines }: Workbench, t: Translate): string => {
  const count = sumOf(lines, 'now')
  return count === 0 ? t('needNothing') : t('needNow', { count, shown: formatCount(count) })
}

/** Null while there is nothing to compare with. */
const sayCompared = ({ work }: Workbench, t: Translate): string | null => {
  const percent = changeOf(work, 'sprayArea')
  if (percent === null || work.hoursOver === 0) return null
  const said = { more: 'comparedMore', less: 'comparedLess', same: 'comparedSame' } as const
  const ratio = formatRatio(Math.abs(percent) / 100, 0)
  return t(said[wordOf(percent)], { time: formatHour(work.hoursOver), ratio })
}

const sayEnds = ({ lines }: Workbench, t: Translate): string | null => {
  const count = sumOf(lines, 'ends')
  const [first] = lines
    .flatMap(({ name, firstAt }) => (lineLooks[name].group === 'ends' && firstAt ? [firstAt] : []))
    .toSorted()
  if (count === 0) return null
  return first === undefined
    ? t('endsSoon', { count, shown: formatCount(count) })
    : t('endsFirst', { count, shown: formatCount(count), day: formatDay(first) })
}

export const Sentences = ({ workbench }: { workbench: Workbench }) => {
  const { t } = useTranslation('workbench')
  return (
    <ul className={`list-plain ${style.sentences}`} aria-label={t('inShort')}>
      {[sayNow, sayCompared, sayEnds].map((say, index) => {
        const said = say(workbench, t)
        return said !== null && <li key={index}>{said}</li>
      })}
    </ul>
  )
}
