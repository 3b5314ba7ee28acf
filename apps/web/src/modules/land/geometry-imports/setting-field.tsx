import type { ReactNode } from 'react'
import style from './geometry-imports.module.css'

export const SettingField = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className={`grid gap-4 ${style.field}`}>
    <span>{label}</span>
    {children}
  </label>
)
