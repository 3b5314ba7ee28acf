import { alarmKindLabels } from '@swath/contract/alarms/alarm-title'
import { anomalyLevel } from '@swath/domain/anomaly-rules'
import type { Sortie } from '@swath/contract/flights/flight-list'
import { Checkbox } from 'antd'
import { Fragment, type CSSProperties, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../../lib/area-unit.ts'
import {
  dash,
  formatArea,
  formatClock,
  formatDay,
  formatDuration,
  formatNumber,
  formatUnit,
} from '../../../../lib/format.ts'
import { AlarmMark } from '../../../../ui/alarm-mark.tsx'
import { useAreaWord } from '../../../../ui/area.tsx'
import { useNarrow } from '../../../../ui/use-width.ts'
import { modeLabels } from '../flight.labels.ts'
import { mostChosen } from './history-address.ts'
import style from './sortie-list.module.css'

const moveAmongRows = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button[data-row]')]
  const at = rows.findIndex((row) => row === event.target)
  const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}

type RowProps = {
  sortie: Sortie
  isActive: boolean
  isChosen: boolean
  colour: string | undefined
  isFull: boolean
  onOpen: () => void
  onChoose: (isChosen: boolean) => void
}

const SortieRow = ({ sortie, isActive, isChosen, colour, isFull, onOpen, onChoose }: RowProps) => {
  const { t } = useTranslation('flights')
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  const narrow = useNarrow()
  const isOpen = sortie.state === 'open'
  const isKnown = !isOpen || sortie.hasTrack
  const details = [
    ...(sortie.workMode ? [t(modeLabels[sortie.workMode])] : []),
    ...(sortie.oprName ? [sortie.oprName] : []),
    ...(sortie.blockName ? [sortie.blockName] : []),
  ]
  return (
    <li className={style.row} data-active={isActive} style={{ '--own': colour } as CSSProperties}>
      <Checkbox
        checked={isChosen}
        disabled={!isChosen && (isFull || !isDrawable(sortie))}
        aria-label={t('chooseSortie', { time: formatClock(sortie.startTime) })}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <button
        type="button"
        data-row
        className={style.open}
        aria-current={isActive}
        onClick={onOpen}
      >
        <span className={`leading-20 tabular ${style.figures}`}>
          <b className="medium">{formatClock(sortie.startTime)}</b>
          <span className="nowrap">{isKnown ? formatDuration(sortie.durationS) : dash}</span>
          <span className="nowrap">
            {isKnown ? formatArea(sortie.sprayArea, unit) : dash}
            {narrow && isKnown && <span className="unit"> {areaWord}</span>}
          </span>
          <span className="nowrap">
            {isKnown ? formatNumber(sortie.sprayL, 1) : dash}
            {narrow && isKnown && <span className="unit"> {formatUnit('L')}</span>}
          </span>
        </span>
        <span className={`flex gap-4 items-center muted text-12 leading-18 ${style.details}`}>
          {isOpen && <span className={style.inAir}>{t('open')}</span>}
          {sortie.anomalies.map((code) => (
            <AlarmMark key={code} level={anomalyLevel(code)} title={t(alarmKindLabels[code])} />
          ))}
          {details.length > 0 && <span className="min-w-0 truncate">{details.join(' · ')}</span>}
        </span>
      </button>
    </li>
  )
}

type Props = {
  sorties: readonly Sortie[]
  active: string | null
  chosen: readonly string[]
  /** Colours of the tracks on the map, by sortie. */
  colours: ReadonlyMap<string, string>
  /** Shows day headings between the rows while they are sorted by time. */
  hasDays: boolean
  onOpen: (sortie: Sortie) => void
  onChoose: (sortie: Sortie, isChosen: boolean) => void
  /** Selects or deselects all listed sorties. */
  onChooseAll: (isChosen: boolean) => void
}

/** Whether there is a track to draw, or will be one. */
export const isDrawable = (sortie: Sortie): boolean => sortie.hasTrack || sortie.state === 'open'

/** Selects the tracks of all listed sorties. */
export const ChooseAll = ({
  sorties,
  chosen,
  onChooseAll,
}: Pick<Props, 'sorties' | 'chosen' | 'onChooseAll'>) => {
  const { t } = useTranslation('flights')
  const drawable = sorties.filter(isDrawable).length
  const drawn = sorties.filter(({ sortieId }) => chosen.includes(sortieId)).length
  return (
    <Checkbox
      checked={drawable > 0 && drawn === drawable}
      indeterminate={drawn > 0 && drawn < drawable}
      disabled={drawable === 0}
      aria-label={t('chooseAll')}
      onChange={(event) => onChooseAll(event.target.checked)}
    />
  )
}

/** Sorties with their figures: a click opens one, its checkbox adds its track to the map. */
export const SortieList = ({
  sorties,
  active,
  chosen,
  colours,
  hasDays,
  onOpen,
  onChoose,
  onChooseAll,
}: Props) => {
  const { t } = useTranslation('flights')
  const areaWord = useAreaWord()
  const narrow = useNarrow()
  return (
    // Arrow keys move the focus between the rows.
    <div className={style.list} onKeyDown={moveAmongRows}>
      {!narrow && (
        <div className={style.columns}>
          <ChooseAll sorties={sorties} chosen={chosen} onChooseAll={onChooseAll} />
          <span>{t('start')}</span>
          <span>{t('duration')}</span>
          <span>
            {t('covered')} <span className="unit">{areaWord}</span>
          </span>
          <span>
            {t('litres')} <span className="unit">{formatUnit('L')}</span>
          </span>
        </div>
      )}
      <ul>
        {sorties.map((sortie, index) => {
          const day = formatDay(sortie.startTime)
          const before = sorties[index - 1]
          return (
            <Fragment key={sortie.sortieId}>
              {hasDays && (!before || formatDay(before.startTime) !== day) && (
                <li className={`muted text-12 semibold tabular ${style.dayHead}`}>{day}</li>
              )}
              <SortieRow
                sortie={sortie}
                isActive={sortie.sortieId === active}
                isChosen={chosen.includes(sortie.sortieId)}
                colour={colours.get(sortie.sortieId)}
                isFull={chosen.length >= mostChosen}
                onOpen={() => onOpen(sortie)}
                onChoose={(isChosen) => onChoose(sortie, isChosen)}
              />
            </Fragment>
          )
        })}
      </ul>
    </div>
  )
}
