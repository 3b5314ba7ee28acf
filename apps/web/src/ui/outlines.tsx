import { formatCount } from '../lib/format.ts'
import style from './outlines.module.css'

type Props = {
  /** Label of the summary. */
  label: string
  /** Closed, degrees as `[lng, lat]`. */
  rings: readonly (readonly (readonly [lng: number, lat: number])[])[]
}

/** The coordinates of outlines as text, to be copied. */
export const Outlines = ({ label, rings }: Props) => (
  <details className={style.outlines}>
    <summary>
      {label} ({formatCount(rings.reduce((sum, ring) => sum + ring.length - 1, 0))})
    </summary>
    {rings.map((ring, i) => (
      // Rings have no other key than their index.
      <pre key={i} tabIndex={0}>
        {ring
          .slice(0, -1)
          .map(([lng, lat]) => `${lng.toFixed(7)}, ${lat.toFixed(7)}`)
          .join('\n')}
      </pre>
    ))}
  </details>
)
