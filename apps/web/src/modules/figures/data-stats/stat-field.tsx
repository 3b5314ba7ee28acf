import { findStatProblem, type DataStatSettings } from '@swath/contract/figures/stat-settings'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import style from './data-stats.module.css'

type Change = (patch: Partial<DataStatSettings>) => void
export type FieldsProps = { settings: DataStatSettings; change: Change }

/** Explains why a change is not possible with the other settings; null if it is. */
export const useWhyNot = (settings: DataStatSettings) => {
  const { t } = useTranslation('data-stats')
  return (patch: Partial<DataStatSettings>): string | null => {
    const problem = findStatProblem({ ...settings, ...patch })
    return problem === null ? null : t(`why_${problem}`)
  }
}

export const Field = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={`grid gap-4 min-w-0 ${style.field}`}>
    <span aria-hidden="true">{label}</span>
    {children}
  </div>
)
