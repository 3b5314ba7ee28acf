import type { ReactNode } from 'react'
import { Area } from './area.tsx'
import style from './bar-rows.module.css'

export type Bar = { key: string; label: ReactNode; mu: number; note: string }

type Props = {
  bars: readonly Bar[]
  label: string
  /** What is said where there is none. */
  none: string
}

/** Names, bars and areas: read out as they stand, and printed as they are seen. */
export const BarRows = ({ bars, label, none }: Props) => {
  const most = Math.max(...bars.map(({ mu }) => mu), 0)
  return bars.length === 0 ? (
    <p className={style.none}>{none}</p>
  ) : (
    <ul className={style.bars} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.key}>
          <span className={style.name}>{bar.label}</span>
          <span className={style.track} aria-hidden>
            <i style={{ inlineSize: `${most > 0 ? (bar.mu / most) * 100 : 0}%` }} />
          </span>
          <span className={style.figure}>
            <Area mu={bar.mu} />
            <small>{bar.note}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}
