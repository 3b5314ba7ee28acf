import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash } from '../../lib/format.ts'
import { statusWords } from './member-words.ts'
import style from './members.module.css'

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={style.fact}><dt>{label}</dt><dd>{children == null || children === '' ? dash : children}</dd></div>
)

export const Enabled = ({ isEnabled }: { isEnabled: boolean }) => {
  const { t } = useTranslation('members')
  return <Tag className={isEnabled ? style.good : style.bad}>{isEnabled ? t('enabled') : t('disabled')}</Tag>
}

export const Status = ({ status }: { status: 1 | 2 | 3 }) => {
  const { t } = useTranslation('members')
  return <Tag className={[undefined, style.waiting, style.good, style.bad][status]}>{t(statusWords[status])}</Tag>
}
