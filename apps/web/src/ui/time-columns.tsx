// Areas along time, from left to right, with a scale: plain HTML without a chart library, which
// prints as shown.
import { fromMu } from '@swath/domain/units'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../lib/area-unit.ts'
import { formatArea, formatNumber } from '../lib/format.ts'
import { roundTop } from '../lib/round-top.ts'
import { useAreaWord } from './area.tsx'
import style from './time-columns.module.css'

export type TimeColumn = {
  readonly key: string
  /** The complete name, in the tooltip. */
  readonly name: string
  /** Below the column; with many columns only some are shown. */
  readonly tick: string
  readonly mu: number
  /** The same time of the previous period, drawn behind. */
  readonly beforeMu?: number
  readonly note?: string
  /** Not over: its value still grows. */
  readonly isRunning?: boolean
}

const ticksAtMost = 8
/** Wide enough for a tick to be centred below its column. */
const fewColumns = 12

type Props = {
  /** Description of the content, for screen readers. */
  readonly label: string
  readonly columns: readonly TimeColumn[]
}

export const TimeColumns = ({ label, columns }: Props) => {
  const { t } = useTranslation('ui')
  const unit = useAreaUnit()
  const word = useAreaWord()
  const every = Math.ceil(columns.length / ticksAtMost)
  const most = columns.flatMap(({ mu, beforeMu = 0 }) => [fromMu(mu, unit), fromMu(beforeMu, unit)])
  const top = roundTop(most)
  const toShare = (mu: number): string => `${(fromMu(mu, unit) / top) * 100}%`
  const describe = ({ name, mu, note, isRunning }: TimeColumn): string =>
    [
      isRunning ? t('soFar', { name }) : name,
      `${formatArea(mu, unit, 1)} ${word}`,
      ...(note ? [note] : []),
    ].join(' · ')
  return (
    <figure className={style.chart}>
      <div className={`muted text-11 tabular ${style.scale}`} aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>
            {formatNumber(value, Number.isInteger(value) ? 0 : 1)} {value === top && word}
          </span>
        ))}
      </div>
      <ul
        className={`list-plain ${style.columns}`}
        aria-label={label}
        data-few={columns.length <= fewColumns}
      >
        {columns.map((column, index) => (
          <li key={column.key} title={describe(column)} data-running={column.isRunning}>
            <span className="sr-only">{describe(column)}</span>
            {column.beforeMu !== undefined && (
              <i data-before style={{ blockSize: toShare(column.beforeMu) }} />
            )}
            <i style={{ blockSize: toShare(column.mu) }} />
            <small
              className="muted text-11 tabular"
              data-second={Math.floor(index / every) % 2 === 1}
              data-last={index === columns.length - 1}
              aria-hidden="true"
            >
              {index % every === 0 && column.tick}
            </small>
          </li>
        ))}
      </ul>
    </figure>
  )
}
