import type { ReactNode } from 'react'
import style from './list-screen.module.css'

export type Figure = { label: string; value: ReactNode; unit?: string }

/** Null: they are awaited. */
export const ListStats = ({ figures }: { figures: readonly Figure[] | null }) => (
  <dl className={style.stats}>
    {figures ? (
      figures.map((figure) => (
        <div key={figure.label}>
          <dt>{figure.label}</dt>
          <dd>
            {figure.value}
            {figure.unit && <span className="muted text-12 regular"> {figure.unit}</span>}
          </dd>
        </div>
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
