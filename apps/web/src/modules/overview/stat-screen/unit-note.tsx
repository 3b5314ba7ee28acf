import type { ReactNode } from 'react'
import { useAreaWord } from '../../../ui/area.tsx'
import style from './stat-screen.module.css'

/** The unit of a chart's axis, shown once next to its title. */
export const useUnitNote = (): ReactNode => (
  <small className={style.unitNote}>{useAreaWord()}</small>
)
