// Background pictures of the sign-in: fields from above, computed as SVG so that they are sharp at
// any size, tiny, and free of licences.
import { useEffect, useState } from 'react'
import { artColors } from '../../../lib/theme.ts'
import style from './slides.module.css'

const { dawn, quilt, river, water, path, light, swath, shade } = artColors
const wide = 1200
const high = 1000

/** Deterministic pseudo-random number from 0 to 1. */
const noise = (seed: number): number => {
  const value = Math.sin(seed * 127.1 + 311.7) * 43758.5453
  return value - Math.floor(value)
}
const round = (value: number): number => Math.round(value * 10) / 10
const line = (points: readonly (readonly [number, number])[]): string =>
  `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`

type Props = { x: number; y: number; turn?: number; size?: number }

/** A drone seen from above: four rotors on two arms. */
const Drone = ({ x, y, turn = 0, size = 1 }: Props) => (
  <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}>
    <g transform="translate(10 16)" opacity="0.35">
      <circle r="9" fill={shade} />
      <path d="M-16-16L16 16M16-16L-16 16" stroke={shade} strokeWidth="5" />
    </g>
    <path d="M-16-16L16 16M16-16L-16 16" stroke={light} strokeWidth="4" strokeLinecap="round" />
    {[
      [-16, -16],
      [16, -16],
      [-16, 16],
      [16, 16],
    ].map(([cx, cy]) => (
      <g key={`${cx} ${cy}`}>
        <circle cx={cx} cy={cy} r="11" fill={light} opacity="0.22" />
        <circle cx={cx} cy={cy} r="11" fill="none" stroke={light} strokeWidth="1.5" opacity="0.8" />
      </g>
    ))}
    <rect x="-8" y="-10" width="16" height="20" rx="6" fill={light} />
  </g>
)

/** Height of the n-th terrace wall above the bottom of the picture at x. */
const terrace = (level: number, x: number): number => {
  const t = level / 17
  const swing = 26 + 64 * Math.sin(t * 2.6 + 0.4)
  return (
    high -
    t * 1060 -
    swing * Math.sin(x / 210 + level * 0.34) -
    20 * Math.sin(x / 83 - level * 0.8) -
    (x - 600) * 0.09
  )
}

/** The drone's path along the slope. */
const course = (x: number): number => terrace(8, x) * 0.66 + terrace(7, x) * 0.34

const Terraces = () => {
  const levels = Array.from({ length: 18 }, (_, index) => 17 - index)
  const steps = Array.from({ length: 61 }, (_, index) => index * 20)
  const flown = Array.from({ length: 44 }, (_, index) => index * 15 + 60)
  return (
    <>
      <rect width={wide} height={high} fill={dawn[7]} />
      {levels.map((level) => {
        const wall = steps.map((x): [number, number] => [x, terrace(level, x)])
        const tone = dawn[Math.min(7, Math.floor((level / 17) * 7.2))]
        const isWater = level % 5 === 2
        return (
          <g key={level}>
            <path
              d={`${line(wall)}L${wide} ${high}L0 ${high}Z`}
              fill={isWater ? water : tone}
              fillOpacity={isWater ? 0.78 : 1}
            />
            <path
              d={line(wall)}
              fill="none"
              stroke={path}
              strokeWidth={level % 3 === 0 ? 3 : 1.4}
              opacity={0.28 + level * 0.02}
            />
            {[0.28, 0.5, 0.72].map((part) => (
              <path
                key={part}
                fill="none"
                stroke={isWater ? light : shade}
                strokeWidth="1"
                opacity={isWater ? 0.35 : 0.13}
                d={line(
                  steps.map((x): [number, number] => [
                    x,
                    terrace(level, x) * (1 - part) + terrace(level - 1, x) * part,
                  ]),
                )}
              />
            ))}
          </g>
        )
      })}
      <g fill="none" strokeLinecap="round">
        {[-17, 0, 17].map((aside) => (
          <path
            key={aside}
            stroke={swath}
            strokeWidth="13"
            opacity={aside === 0 ? 0.62 : 0.42}
            d={line(flown.map((x): [number, number] => [x, course(x) + aside]))}
          />
        ))}
      </g>
      <Drone x={718} y={course(718)} turn={-16} size={1.15} />
    </>
  )
}

type Parcel = { x: number; y: number; width: number; height: number; seed: number }
const parcels: readonly Parcel[] = Array.from({ length: 11 }, (_, row) => row).flatMap((row) => {
  const y = -260 + row * 140 + noise(row) * 30
  const height = 134 + (noise(row + 1) - noise(row)) * 30
  const cuts = Array.from(
    { length: 9 },
    (_, cut) => -240 + cut * 190 + (noise(row * 31 + cut) - 0.5) * 120,
  )
  return cuts
    .slice(0, -1)
    .map((x, cut): Parcel => ({
      x: x + 3,
      y: y + 3,
      width: cuts[cut + 1]! - x - 6,
      height: height - 2,
      seed: row * 17 + cut,
    }))
})

const Quilt = () => {
  const field = { x: 404, y: 320, width: 420, height: 268 }
  const lanes = Array.from({ length: 12 }, (_, lane) => field.y + 14 + lane * 21.8)
  const done = 8
  return (
    <>
      <rect width={wide} height={high} fill={quilt[0]} />
      <g transform="rotate(-13 600 500)">
        {parcels.map((parcel) => {
          const tone = Math.floor(noise(parcel.seed + 5) * 9.99)
          const along = noise(parcel.seed + 9) > 0.45
          const gap = 7 + Math.floor(noise(parcel.seed + 3) * 6)
          const rows = Array.from(
            { length: Math.floor((along ? parcel.height : parcel.width) / gap) - 1 },
            (_, index) => (index + 1) * gap,
          )
          return (
            <g key={parcel.seed}>
              <rect {...parcel} rx="3" fill={quilt[tone]} />
              <path
                stroke={tone > 5 ? quilt[0] : light}
                strokeWidth="1.2"
                opacity={tone > 5 ? 0.16 : 0.1}
                fill="none"
                d={rows
                  .map((at) =>
                    along
                      ? `M${round(parcel.x)} ${round(parcel.y + at)}h${round(parcel.width)}`
                      : `M${round(parcel.x + at)} ${round(parcel.y)}v${round(parcel.height)}`,
                  )
                  .join('')}
              />
            </g>
          )
        })}
        <path
          d="M-300 612C80 560 260 660 560 628S980 590 1500 640"
          fill="none"
          stroke={path}
          strokeWidth="9"
          opacity="0.9"
        />
        <path
          d="M352-300C380 60 330 300 366 640S330 1000 372 1300"
          fill="none"
          stroke={water}
          strokeWidth="20"
        />
        <rect {...field} rx="4" fill={quilt[4]} stroke={light} strokeWidth="2.5" />
        {lanes.slice(0, done + 1).map((y, lane) => (
          <path
            key={y}
            d={`M${field.x + 12} ${y}h${lane < done ? field.width - 24 : 210}`}
            stroke={swath}
            strokeWidth="17"
            strokeLinecap="round"
            opacity={0.34 + (lane % 2) * 0.1}
          />
        ))}
        {lanes.map((y) => (
          <path
            key={y}
            d={`M${field.x + 12} ${y}h${field.width - 24}`}
            stroke={light}
            strokeWidth="1.2"
            strokeDasharray="2 7"
            strokeLinecap="round"
            opacity="0.6"
          />
        ))}
        <Drone x={field.x + 232} y={lanes[done]!} turn={90} size={0.95} />
      </g>
    </>
  )
}

const bank = (y: number, offset: number): number =>
  520 + 190 * Math.sin(y / 190 + 0.6) + 46 * Math.sin(y / 71) + offset + (y - 500) * 0.22

const River = () => {
  const steps = Array.from({ length: 61 }, (_, index) => -50 + index * 18.5)
  return (
    <>
      <path
        d={`${line(steps.map((y): [number, number] => [bank(y, -34), y]))}L${line([...steps].reverse().map((y): [number, number] => [bank(y, 34), y])).slice(1)}Z`}
        fill={river[0]}
      />
      <path
        d={line(steps.map((y): [number, number] => [bank(y, -34), y]))}
        fill="none"
        stroke={water}
        strokeWidth="1.5"
        opacity="0.5"
      />
      <path
        d={line(steps.map((y): [number, number] => [bank(y, 34), y]))}
        fill="none"
        stroke={water}
        strokeWidth="1.5"
        opacity="0.5"
      />
    </>
  )
}

/** The lanes of a field being sprayed, with the drone at their end. */
const SprayedCircle = ({ x, y, r }: { x: number; y: number; r: number }) => (
  <g fill="none" strokeLinecap="round">
    <path
      stroke={swath}
      strokeWidth="5"
      opacity="0.75"
      d={Array.from({ length: 7 }, (_, lane) => {
        const at = -r * 0.72 + lane * r * 0.24
        const half = Math.sqrt(r * r * 0.72 - at * at)
        return lane === 6
          ? `M${round(x - half)} ${round(y + at)}h${round(half)}`
          : `M${round(x - half)} ${round(y + at)}h${round(half * 2)}`
      }).join('')}
    />
    <circle cx={x} cy={y + r * 0.72} r="13" fill={light} opacity="0.16" />
    <circle cx={x} cy={y + r * 0.72} r="5" fill={light} />
  </g>
)

const Pivots = () => {
  const circles = Array.from({ length: 42 }, (_, index) => {
    const [x, y] = [
      (index % 7) * 190 + (Math.floor(index / 7) % 2) * 95 - 20,
      Math.floor(index / 7) * 172 + 40,
    ]
    return { x, y, r: 62 + noise(index) * 22, seed: index }
  }).filter(({ x, y, r }) => Math.abs(x - bank(y, 0)) > r + 46)
  const flights = circles.filter(({ seed }) => seed % 5 === 1)
  return (
    <>
      <rect width={wide} height={high} fill={river[1]} />
      {Array.from({ length: 26 }, (_, index) => (
        <path
          key={index}
          d={`M${index * 48} 0v${high}M0 ${index * 48}h${wide}`}
          stroke={river[2]}
          strokeWidth="1"
        />
      ))}
      {circles.map(({ x, y, r, seed }) => {
        const turn = noise(seed + 2) * 360
        return (
          <g key={seed} transform={`translate(${x} ${y}) rotate(${turn})`}>
            <circle r={r} fill={river[3 + (seed % 3)]} opacity="0.9" />
            {[0.25, 0.45, 0.65, 0.85].map((part) => (
              <circle
                key={part}
                r={r * part}
                fill="none"
                stroke={swath}
                strokeWidth="1"
                opacity="0.16"
              />
            ))}
            <path
              d={`M0 0L${r} 0A${r} ${r} 0 0 1 ${round(r * Math.cos(1.1 + noise(seed)))} ${round(r * Math.sin(1.1 + noise(seed)))}Z`}
              fill={swath}
              opacity={0.08 + noise(seed + 8) * 0.22}
            />
            <path d={`M0 0H${r}`} stroke={light} strokeWidth="1.2" opacity="0.4" />
          </g>
        )
      })}
      <River />
      {flights.map(({ x, y, r, seed }) => (
        <SprayedCircle key={seed} x={x} y={y} r={r} />
      ))}
    </>
  )
}

const drawings = [Terraces, Quilt, Pivots] as const
/**
 * Time for which each picture is shown, ms; the transition takes 1500 ms (specification, section 2;
 * slides.module.css).
 */
const standMs = 5000

/**
 * The host's pictures, or the drawings that ship with Swath. They crossfade; with "reduce motion"
 * they are static.
 */
export const Slides = ({ pictures }: { pictures: readonly string[] }) => {
  const count = pictures.length || drawings.length
  const [shown, setShown] = useState(0)
  const [drawn, setDrawn] = useState(1)
  useEffect(() => {
    // The first paint only needs the first picture; the others follow.
    const later = setTimeout(() => setDrawn(count), 1500)
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const timer = still
      ? undefined
      : setInterval(() => setShown((index) => (index + 1) % count), standMs)
    return () => {
      clearTimeout(later)
      clearInterval(timer)
    }
  }, [count])
  return (
    <div className={style.slides} aria-hidden="true">
      {Array.from({ length: Math.min(count, drawn) }, (_, index) => {
        const Drawing = drawings[index % drawings.length]!
        return (
          <div key={index} className={style.slide} data-shown={index === shown}>
            {pictures[index] ? (
              <img src={pictures[index]} alt="" />
            ) : (
              <svg viewBox={`0 0 ${wide} ${high}`} preserveAspectRatio="xMidYMid slice">
                <Drawing />
              </svg>
            )}
          </div>
        )
      })}
    </div>
  )
}
