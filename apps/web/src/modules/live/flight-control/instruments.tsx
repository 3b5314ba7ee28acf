import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatNumber } from '../../../lib/format.ts'
import style from './instruments.module.css'

/** Drawing units per degree of pitch. */
const pitchStep = 2.4
const at = (deg: number, radius: number): readonly [x: number, y: number] => [
  radius * Math.sin((deg * Math.PI) / 180),
  -radius * Math.cos((deg * Math.PI) / 180),
]
const tick = (deg: number, from: number, to: number): string => {
  const [ax, ay] = at(deg, from)
  const [bx, by] = at(deg, to)
  return `M${ax.toFixed(2)} ${ay.toFixed(2)}L${bx.toFixed(2)} ${by.toFixed(2)}`
}
const rollTicks = [-60, -45, -30, -20, -10, 10, 20, 30, 45, 60]
const rungs = [-30, -20, -10, 10, 20, 30]

type HorizonProps = { rollDeg: number | null; pitchDeg: number | null }

/** Clip path and colours of the horizon, with unique ids. */
const HorizonDefs = ({ id }: { id: string }) => (
  <defs>
    <clipPath id={`${id}-glass`}>
      <circle r="86" />
    </clipPath>
    <linearGradient id={`${id}-sky`} x1="0" x2="0" y1="1" y2="0">
      <stop offset="0" className={style.sky} />
      <stop offset="1" className={style.skyFar} />
    </linearGradient>
    <linearGradient id={`${id}-ground`} x1="0" x2="0" y1="0" y2="1">
      <stop offset="0" className={style.ground} />
      <stop offset="1" className={style.groundFar} />
    </linearGradient>
  </defs>
)

/** Marks for degrees of pitch above and below the horizon. */
const PitchLadder = () => (
  <>
    {rungs.map((deg) => (
      <g key={deg}>
        <path
          className={style.rung}
          d={`M${Math.abs(deg) === 10 ? -22 : -32} ${-deg * pitchStep}H${Math.abs(deg) === 10 ? 22 : 32}`}
        />
        <text className={style.rungText} x="-40" y={-deg * pitchStep + 4} textAnchor="end">
          {Math.abs(deg)}
        </text>
        <text className={style.rungText} x="40" y={-deg * pitchStep + 4}>
          {Math.abs(deg)}
        </text>
      </g>
    ))}
    {[-25, -15, -5, 5, 15, 25].map((deg) => (
      <path key={deg} className={style.rungSmall} d={`M-11 ${-deg * pitchStep}H11`} />
    ))}
  </>
)

/** The drone's attitude: the horizon turns, the drone stays fixed. */
export const Horizon = ({ rollDeg, pitchDeg }: HorizonProps) => {
  const { t } = useTranslation('flight-control')
  const id = useId()
  const isKnown = rollDeg !== null && pitchDeg !== null
  const roll = rollDeg ?? 0
  const pitch = Math.max(-45, Math.min(45, pitchDeg ?? 0))
  return (
    <svg
      className={style.dial}
      viewBox="-100 -100 200 200"
      role="img"
      data-known={isKnown}
      aria-label={
        isKnown
          ? t('attitudeIs', { roll: formatNumber(roll, 0), pitch: formatNumber(pitchDeg, 0) })
          : t('attitudeNone')
      }
    >
      <HorizonDefs id={id} />
      <circle className={style.face} r="99" />
      <g clipPath={`url(#${id}-glass)`}>
        <g className={style.turning} style={{ transform: `rotate(${-roll}deg)` }}>
          <g className={style.turning} style={{ transform: `translateY(${pitch * pitchStep}px)` }}>
            <rect x="-140" y="-240" width="280" height="240" fill={`url(#${id}-sky)`} />
            <rect x="-140" y="0" width="280" height="240" fill={`url(#${id}-ground)`} />
            <path className={style.line} d="M-140 0H140" />
            {isKnown && <PitchLadder />}
          </g>
          <path className={style.bug} d="M0 -84l-6 11h12z" />
        </g>
      </g>
      <g className={style.scale}>
        {rollTicks.map((deg) => (
          <path key={deg} d={tick(deg, 87, Math.abs(deg) % 30 === 0 ? 97 : 93)} />
        ))}
        <path className={style.top} d="M0 -86l-5 -10h10z" />
      </g>
      <g className={style.plane}>
        <path d="M-54 0h30l10 9M54 0h-30l-10 9" />
        <circle r="3.2" />
      </g>
      {!isKnown && (
        <text className={style.absent} y="34">
          {t('attitudeNone')}
        </text>
      )}
    </svg>
  )
}

/** Turns the short way between two headings: 359° to 1° is 2°. */
const useTurn = (deg: number | null): number => {
  const turned = useRef(deg ?? 0)
  if (deg !== null) {
    const way = ((((deg - turned.current) % 360) + 540) % 360) - 180
    turned.current += way
  }
  return turned.current
}

const letters = ['N', 'E', 'S', 'W'] as const

/** The drone's heading: the rose turns, the nose points up. */
export const Compass = ({ headingDeg }: { headingDeg: number | null }) => {
  const { t } = useTranslation('flight-control')
  const turn = useTurn(headingDeg)
  return (
    <svg
      className={style.dial}
      viewBox="-100 -100 200 200"
      role="img"
      data-known={headingDeg !== null}
      aria-label={
        headingDeg === null
          ? t('headingNone')
          : t('headingIs', { heading: formatNumber(headingDeg, 0) })
      }
    >
      <circle className={style.face} r="99" />
      <g className={style.turning} style={{ transform: `rotate(${-turn}deg)` }}>
        {Array.from({ length: 72 }, (_, i) => i * 5).map((deg) => (
          <path
            key={deg}
            className={deg % 30 === 0 ? style.tickLong : style.tick}
            d={tick(deg, deg % 30 === 0 ? 82 : deg % 10 === 0 ? 87 : 91, 96)}
          />
        ))}
        {Array.from({ length: 12 }, (_, i) => i * 30).map((deg) => (
          <text
            key={deg}
            className={deg % 90 === 0 ? style.letter : style.degrees}
            data-north={deg === 0}
            transform={`rotate(${deg}) translate(0 -64)`}
            y="4"
          >
            {deg % 90 === 0 ? letters[deg / 90] : deg / 10}
          </text>
        ))}
      </g>
      <path className={style.lubber} d="M0 -84l-6 -13h12z" />
      <path
        className={style.drone}
        d="M0 -40l11 34 17 12v8l-20 -7 -2 16 9 8v6l-15 -4 -15 4v-6l9 -8 -2 -16 -20 7v-8l17 -12z"
      />
      <g className={style.readout}>
        <rect x="-25" y="46" width="50" height="22" rx="4" />
        <text y="62">
          {headingDeg === null ? dash : `${formatNumber(headingDeg, 0).padStart(3, '0')}°`}
        </text>
      </g>
    </svg>
  )
}

/** Volts of a lithium cell, empty and full. */
const cellEmptyV = 3.4
const cellFullV = 4.2
const lowCellV = 3.6

/** Each cell as a bar; the weakest determines the remaining flight time. */
export const Cells = ({ cellsV }: { cellsV: readonly number[] | null }) => {
  const { t } = useTranslation('flight-control')
  if (cellsV === null || cellsV.length === 0)
    return <p className="m-0 muted text-12">{t('cellsNone')}</p>
  const low = Math.min(...cellsV)
  const share = (volts: number): number =>
    Math.max(0.06, Math.min(1, (volts - cellEmptyV) / (cellFullV - cellEmptyV)))
  return (
    <div
      className={style.cells}
      role="img"
      aria-label={t('cellsAre', {
        count: cellsV.length,
        low: formatNumber(low, 2),
        high: formatNumber(Math.max(...cellsV), 2),
      })}
    >
      {cellsV.map((volts, i) => (
        <span
          key={i}
          className={style.cell}
          data-weak={volts === low}
          data-low={volts < lowCellV}
          title={`${i + 1}: ${formatNumber(volts, 2)} V`}
        >
          <i style={{ height: `${share(volts) * 100}%` }} />
        </span>
      ))}
      <span className={style.cellText}>
        <b className="text-16 medium">{formatNumber(low, 2)}</b>
        <span className="unit"> V</span>
      </span>
    </div>
  )
}

/** Four bars, as on a phone. */
export const LinkBars = ({ percent }: { percent: number | null }) => (
  <svg className={style.bars} viewBox="0 0 22 16" aria-hidden="true">
    {[0, 1, 2, 3].map((i) => (
      <rect
        key={i}
        x={i * 6}
        y={12 - i * 4}
        width="4"
        height={4 + i * 4}
        rx="1"
        data-lit={percent !== null && percent > i * 25}
      />
    ))}
  </svg>
)
