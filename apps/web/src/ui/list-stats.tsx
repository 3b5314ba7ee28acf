import type { ReactNode } from 'react'
import { Pair } from './facts.tsx'
import style from './list-screen.module.css'
import { formatUnit } from '../lib/format.ts'

export type Figure = { label: string; value: ReactNode; unit?: string }

/** Null while loading. */
export const ListStats = ({ figures }: { figures: readonly Figure[] | null }) => (
  <dl className={`flex wrap m-0 ${style.stats}`}>
    {figures ? (
      figures.map((figure, index) => (
        // Figures in several currencies have the same label.
        <Pair key={index} label={figure.label}>
          {figure.value}
          {figure.unit && <span className="muted text-12 regular"> {formatUnit(figure.unit)}</span>}
        </Pair>
      ))
    ) : (
      <div>
        <dt>
          <span className={style.bone} />
        </dt>
        <dd />
      </div>
    )}
  </dl>
)
