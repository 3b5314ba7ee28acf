import type { LngLat } from '@swath/domain/lng-lat'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import style from './ground-editor.module.css'

type Props = {
  id: string | undefined
  head: ReactNode
  hint: string
  problem: { title: string; at: LngLat | null; placeOf: (place: string) => string } | null
  children: ReactNode
}

/**
 * The section of the form about the drawn shape: instructions, problems, measurements and corners.
 */
export const GroundBox = ({ id, head, hint, problem, children }: Props) => (
  <div
    id={id}
    className={`grid gap-8 border rounded-8 bg-raised p-12 ${style.ground}`}
    tabIndex={-1}
  >
    {head}
    <p className="m-0 muted text-13 leading-20" role="status">
      {hint}
    </p>
    {problem && (
      <Alert
        type="error"
        showIcon
        title={problem.title}
        description={
          problem.at
            ? problem.placeOf(`${problem.at[0].toFixed(5)}°, ${problem.at[1].toFixed(5)}°`)
            : undefined
        }
      />
    )}
    {children}
  </div>
)
