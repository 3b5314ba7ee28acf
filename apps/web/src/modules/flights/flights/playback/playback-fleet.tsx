import { AimOutlined } from '@ant-design/icons'
import { muFromM2 } from '@swath/domain/units'
import { memo, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import {
  formatArea,
  formatClock,
  formatDuration,
  formatNumber,
  formatUnit,
} from '../../../../lib/format.ts'
import { areaUnit } from '../../../../lib/area-unit.ts'
import { AlarmMark } from '../../../../ui/alarm-mark.tsx'
import { useAreaWord } from '../../../../ui/area.tsx'
import { useAlarmTitle } from '../../../../ui/alarm-title.ts'
import { playColour } from '../history/play-colours.ts'
import type { Mark } from './playback-times.ts'
import type { Played, PlayedMoment, PlayedState } from './played-moment.ts'
import { Pair } from '../../../../ui/facts.tsx'
import style from './playback.module.css'

const stateLabels: Readonly<Record<PlayedState, string>> = {
  before: 'flights:stateBefore',
  spraying: 'flights:spraying',
  flying: 'flights:transit',
  silent: 'flights:stateSilent',
  ground: 'flights:stateGround',
}

const put = (root: ParentNode, name: string, text: string): void => {
  const element = root.querySelector(`[data-figure="${name}"]`)
  if (element && element.textContent !== text) element.textContent = text
}

/**
 * Updates activity and work of each drone directly in the DOM, because it is called several times a
 * second. `t` is the translation function of this feature.
 */
export const tellFleet = (
  root: ParentNode,
  drones: readonly Played[],
  moments: readonly PlayedMoment[],
  t: (key: string, values?: Record<string, string>) => string,
): void => {
  const unit = areaUnit.get()
  const sum = { areaM2: 0, sprayL: 0, flownS: 0, inAir: 0 }
  const rows = root.querySelectorAll<HTMLElement>('[data-drone]')
  for (const [index, moment] of moments.entries()) {
    sum.areaM2 += moment.areaM2
    sum.sprayL += moment.sprayL
    sum.flownS += moment.flownS
    if (moment.state !== 'ground' && moment.state !== 'before') sum.inAir++
    const row = rows[index]
    if (!row) continue
    row.dataset['state'] = moment.state
    put(
      row,
      'state',
      Number.isNaN(moment.nextMs)
        ? t(stateLabels[moment.state])
        : `${t(stateLabels[moment.state])} · ${t('takesOffAt', { time: formatClock(moment.nextMs) })}`,
    )
    put(row, 'area', formatArea(muFromM2(moment.areaM2), unit))
    put(row, 'litres', formatNumber(moment.sprayL, 1))
    put(row, 'time', formatDuration(moment.flownS))
    const { track } = drones[index]!
    const isUp = moment.row >= 0 && (moment.state === 'flying' || moment.state === 'spraying')
    const figure = (column: Float32Array, decimals: number) =>
      formatNumber(isUp ? column[moment.row] : null, decimals)
    put(row, 'speed', figure(track.speedMs, 1))
    put(row, 'height', figure(track.heightM, 1))
    put(row, 'flow', figure(track.flowLMin, 1))
    put(row, 'battery', figure(track.batteryPercent, 0))
  }
  put(root, 'allArea', formatArea(muFromM2(sum.areaM2), unit))
  put(root, 'allLitres', formatNumber(sum.sprayL, 1))
  put(root, 'allTime', formatDuration(sum.flownS))
  put(root, 'inAir', `${sum.inAir} / ${moments.length}`)
}

type Props = {
  drones: readonly Played[]
  marks: readonly Mark[]
  followed: number
  onFollow: (index: number) => void
  onMark: (mark: Mark) => void
}

const Sums = () => {
  const { t } = useTranslation('flights')
  const areaWord = useAreaWord()
  return (
    <dl className={`grid m-0 border-b p-12-16 ${style.sums}`}>
      <Pair label={t('covered')}>
        <span data-figure="allArea" /> <span className="unit">{areaWord}</span>
      </Pair>
      <Pair label={t('litres')}>
        <span data-figure="allLitres" /> <span className="unit">{formatUnit('L')}</span>
      </Pair>
      <div>
        <dt>{t('terms:flightTime')}</dt>
        <dd data-figure="allTime" />
      </div>
      <div>
        <dt>{t('inAir')}</dt>
        <dd data-figure="inAir" />
      </div>
    </dl>
  )
}

/** Current values, shown for the followed drone only. */
const nowFigures = [
  ['speed', 'm/s'],
  ['height', 'm'],
  ['flow', 'L/min'],
  ['battery', '%'],
] as const

type FleetDroneButtonProps = {
  number: number
  name: string
  isFollowed: boolean
  onFollow: () => void
}
const FleetDroneButton = ({ number, name, isFollowed, onFollow }: FleetDroneButtonProps) => {
  const { t } = useTranslation('flights')
  const areaWord = useAreaWord()
  return (
    <button
      type="button"
      aria-pressed={isFollowed}
      onClick={onFollow}
      title={isFollowed ? t('followStop') : t('follow')}
    >
      <span className={style.number}>{number}</span>
      <span className={`grid flex-1 min-w-0 leading-20 ${style.who}`}>
        <b>{name}</b>
        <small data-figure="state" />
      </span>
      <AimOutlined className={style.aim} aria-hidden="true" />
      <span className={style.done}>
        <span>
          <span data-figure="area" /> <span className="unit">{areaWord}</span>
        </span>
        <span>
          <span data-figure="litres" /> <span className="unit">{formatUnit('L')}</span>
        </span>
        <span data-figure="time" />
      </span>
      {isFollowed && (
        <span className={style.now}>
          {nowFigures.map(([figure, unit]) => (
            <span className="flex gap-4 justify-between" key={figure}>
              <small>{t(figure)}</small> <span data-figure={figure} />{' '}
              <span className="unit">{formatUnit(unit)}</span>
            </span>
          ))}
        </span>
      )}
    </button>
  )
}

const Marks = ({ marks, onMark }: Pick<Props, 'marks' | 'onMark'>) => {
  const { t } = useTranslation('flights')
  const toTitle = useAlarmTitle()
  return (
    <section className={style.marks} aria-label={t('marks')}>
      <h2>{t('marks')}</h2>
      {marks.length === 0 ? (
        <p>{t('noMarks')}</p>
      ) : (
        <ul>
          {marks.map((mark) => (
            <li key={mark.alarm.anomalyId}>
              <button type="button" onClick={() => onMark(mark)}>
                <AlarmMark
                  level={mark.alarm.level}
                  title={t('alarmLevel', { level: mark.alarm.level })}
                />
                <time className="muted tabular" dateTime={mark.alarm.recordTime}>
                  {formatClock(mark.tMs)}
                </time>
                <span>
                  <span
                    className={style.number}
                    style={{ '--own': playColour(mark.index) } as CSSProperties}
                  >
                    {mark.index + 1}
                  </span>{' '}
                  {toTitle(mark.alarm)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const FleetView = ({ drones, marks, followed, onFollow, onMark }: Props) => (
  <>
    <Sums />
    <ul className={`list-plain ${style.fleet}`}>
      {drones.map(({ drone }, index) => (
        <li
          className="border-b"
          key={drone.droneId}
          data-drone={drone.droneId}
          data-followed={index === followed}
          style={{ '--own': playColour(index) } as CSSProperties}
        >
          <FleetDroneButton
            number={index + 1}
            name={drone.droneName}
            isFollowed={index === followed}
            onFollow={() => onFollow(index)}
          />
        </li>
      ))}
    </ul>
    <Marks marks={marks} onMark={onMark} />
  </>
)

/** The drones of the playback, their work up to the current moment, and errors. */
export const PlaybackFleet = memo(FleetView)
