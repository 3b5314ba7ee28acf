import type { Review } from '@swath/domain/access/review'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import style from './state-tags.module.css'

const reviewLooks = {
  waiting: { label: 'ui:reviewWaiting', look: style.waiting },
  passed: { label: 'ui:reviewPassed', look: style.good },
  rejected: { label: 'ui:reviewRejected', look: style.bad },
} as const satisfies Record<Review, object>

export const ReviewTag = ({ review }: { review: Review }) => {
  const { t } = useTranslation('ui')
  const { label, look } = reviewLooks[review]
  return <Tag className={look}>{t(label)}</Tag>
}

export const EnabledTag = ({ isEnabled }: { isEnabled: boolean }) => {
  const { t } = useTranslation('ui')
  return (
    <Tag className={isEnabled ? '' : style.bad}>{isEnabled ? t('inUse') : t('terms:disabled')}</Tag>
  )
}
