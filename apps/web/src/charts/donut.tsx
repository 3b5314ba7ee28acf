import type { ReactNode } from 'react'
import style from './donut.module.css'

export type Slice = { readonly name: string; readonly colour: string; readonly value: number }

type Props = {
  /** Description of the content, for screen readers. */
  readonly label: string
  readonly slices: readonly Slice[]
  /** Shown in the centre. */
  readonly children?: ReactNode
}

const radius = 42
const around = 2 * Math.PI * radius

/**
 * Shares of a total as a ring. Plain SVG without a chart library, so that dozens of them are cheap.
 */
export const Donut = ({ label, slices, children }: Props) => {
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  const ends = slices.map((_, i) => slices.slice(0, i).reduce((sum, { value }) => sum + value, 0))
  return (
    <div className={style.donut} role="img" aria-label={label}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle cx="50" cy="50" r={radius} className={style.track} />
        {total > 0 &&
          slices.map(({ name, colour, value }, i) => (
            <circle
              key={name}
              cx="50"
              cy="50"
              r={radius}
              className={style.slice}
              stroke={colour}
              strokeDasharray={`${(value / total) * around} ${around}`}
              strokeDashoffset={(-ends[i]! / total) * around}
            />
          ))}
      </svg>
      <div className={`grid justify-items-center text-center ${style.middle}`}>{children}</div>
    </div>
  )
}
