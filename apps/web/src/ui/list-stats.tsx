import type { ReactNode } from 'react'
import { Pair } from './facts.tsx'
import style from './list-screen.module.css'
import { formatUnit } from '../lib/format.ts'

export type Figure = { label: string; value: ReactNode; unit?: string }

type Props = {
  /** Null while loading. */
  figures: readonly Figure[] | null
  /** The usual number of figures, whose lines are reserved while they load. */
  usual?: number | undefined
}

export const ListStats = ({ figures, usual = 1 }: Props) => (
  <dl className={`flex wrap m-0 ${style.stats}`}>
    {figures
      ? figures.map((figure, index) => (
          // Figures in several currencies have the same label.
          <Pair key={index} label={figure.label}>
            {figure.value}
            {figure.unit && (
              <span className="muted text-12 regular"> {formatUnit(figure.unit)}</span>
            )}
          </Pair>
        ))
      : Array.from({ length: usual }, (_, index) => (
          <div key={index} className={style.pending}>
            <dt>
              <span className={style.bone} />
            </dt>
            <dd />
          </div>
        ))}
  </dl>
)
