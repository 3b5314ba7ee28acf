import type { ReactNode } from 'react'
import { Pair } from './facts.tsx'
import style from './list-screen.module.css'
import { formatUnit } from '../lib/format.ts'
import { useNarrow } from './use-width.ts'

export type Figure = { label: string; value: ReactNode; unit?: string }

/** Null while loading. One line on a phone, which scrolls and can be focused for that. */
export const ListStats = ({ figures }: { figures: readonly Figure[] | null }) => (
  <dl className={`flex wrap m-0 ${style.stats}`} {...(useNarrow() ? { tabIndex: 0 } : {})}>
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
