import type { ReactNode } from 'react'
import { useShownRest } from './area-sum.ts'
import { Area, useAreaWord } from './area.tsx'
import { Pair } from './facts.tsx'
import style from './bar-rows.module.css'

export type Bar = { key: string; label: ReactNode; mu: number; note: string }

/** The sum below the bars; `rest` labels the part of it that rounding hides. */
type BarSum = { label: string; mu: number; rest: string }
type Props = {
  bars: readonly Bar[]
  label: string
  /** Shown if there are no bars. */
  none: string
  total?: BarSum | undefined
  /** Shown instead of an area of 0 and its note. */
  noWork?: string
}

type TotalProps = { bars: readonly Pick<Bar, 'mu'>[]; total: BarSum }

export const BarTotal = ({ bars, total: { label, mu, rest } }: TotalProps) => {
  const shown = useShownRest()(
    mu,
    bars.map((bar) => bar.mu),
  )
  const word = useAreaWord()
  return (
    <dl className={style.total}>
      {shown !== null && (
        <div>
          <dt>{rest}</dt>
          <dd className="figure">
            {shown} <span className="unit">{word}</span>
          </dd>
        </div>
      )}
      <Pair label={label}>
        <Area mu={mu} />
      </Pair>
    </dl>
  )
}

type ValueBar = { key: string; label: ReactNode; value: number; figure: ReactNode }

/** Names, bars and figures; screen readers read them in order, and they print as shown. */
export const ValueBars = ({ bars, label }: { bars: readonly ValueBar[]; label: string }) => {
  const most = Math.max(...bars.map(({ value }) => value), 0)
  // A single bar has nothing to be compared with.
  const isPlain = bars.filter(({ value }) => value > 0).length < 2
  return (
    <ul className={`list-plain ${style.bars}`} aria-label={label} data-plain={isPlain}>
      {bars.map((bar) => (
        <li key={bar.key}>
          <span className="break-anywhere">{bar.label}</span>
          {!isPlain && (
            <span className={style.track} aria-hidden>
              <i style={{ inlineSize: `${(bar.value / most) * 100}%` }} />
            </span>
          )}
          <span className={style.figure}>{bar.figure}</span>
        </li>
      ))}
    </ul>
  )
}

/** Bars of areas, and their sum. */
export const BarRows = ({ bars, label, none, total, noWork }: Props) =>
  bars.length === 0 ? (
    <p className="muted mb-8">{none}</p>
  ) : (
    <>
      <ValueBars
        label={label}
        bars={bars.map((bar) => ({
          key: bar.key,
          label: bar.label,
          value: bar.mu,
          figure:
            bar.mu === 0 && noWork !== undefined ? (
              <span className="muted">{noWork}</span>
            ) : (
              <>
                <Area mu={bar.mu} />
                <small className="muted text-12">{bar.note}</small>
              </>
            ),
        }))}
      />
      {total && <BarTotal bars={bars} total={total} />}
    </>
  )
