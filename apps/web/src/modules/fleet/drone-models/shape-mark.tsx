import type { DroneModel } from '@swath/contract/fleet/drone-models'
import style from './drone-models.module.css'

const arms: Readonly<Record<DroneModel['shape'], number>> = {
  single: 1,
  dual: 2,
  three: 3,
  four: 4,
  six: 6,
  eight: 8,
  other: 0,
}

/** The airframe from above, for a model without a picture: a rotor at the end of each axis. */
export const ShapeMark = ({ shape }: { shape: DroneModel['shape'] }) => {
  const count = arms[shape]
  // As on real machines, the first arm is half a step away from the nose. A helicopter's single
  // rotor is at the centre.
  const ends = Array.from({ length: count === 1 ? 0 : count }, (_, i) => {
    const angle = ((i + 0.5) / count) * 2 * Math.PI
    return { x: 12 + 7.5 * Math.sin(angle), y: 12 - 7.5 * Math.cos(angle) }
  })
  return (
    <svg
      className={style.thumb}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      aria-hidden="true"
    >
      {count === 1 && (
        <>
          <circle cx="12" cy="10" r="7" />
          <path d="M12 10v10M9.5 20h5" />
        </>
      )}
      {count === 0 && <circle cx="12" cy="12" r="8" strokeDasharray="2 2.4" />}
      {ends.map(({ x, y }) => (
        <g key={`${x} ${y}`}>
          <path d={`M12 12 ${x} ${y}`} />
          <circle cx={x} cy={y} r={count > 6 ? 2 : 2.6} />
        </g>
      ))}
      <circle cx="12" cy={count === 1 ? 10 : 12} r="1.8" fill="currentColor" stroke="none" />
    </svg>
  )
}
