import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash } from '../../lib/format.ts'
import { statusWords } from './account-words.ts'
import style from './accounts.module.css'

export const Fact = ({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) => (
  <div className={style.fact}><dt>{label}</dt><dd>{children == null || children === '' ? dash : children}{hint && <p className={style.hint}>{hint}</p>}</dd></div>
)

/** Facts under a heading of their own. */
export const FactGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <section><h3 className={style.groupTitle}>{title}</h3><dl className={style.facts}>{children}</dl></section>
)

export const Status = ({ status }: { status: 1 | 2 | 3 }) => {
  const { t } = useTranslation('accounts')
  return <Tag className={[undefined, style.waiting, style.passed, style.rejected][status]}>{t(statusWords[status])}</Tag>
}

export const Enabled = ({ isEnabled }: { isEnabled: boolean }) => {
  const { t } = useTranslation('accounts')
  return <Tag className={isEnabled ? '' : style.rejected}>{isEnabled ? t('isEnabled') : t('disabled')}</Tag>
}
