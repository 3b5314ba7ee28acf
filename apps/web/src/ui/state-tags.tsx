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

type EnabledProps = {
  isEnabled: boolean
  /** Where its trade has words of its own for the two. */
  words?: { enabled: string; disabled: string }
}
/** What works is green and what is switched off grey, on every screen. */
export const EnabledTag = ({ isEnabled, words }: EnabledProps) => {
  const { t } = useTranslation('ui')
  return isEnabled ? (
    <Tag className={style.good}>{words?.enabled ?? t('inUse')}</Tag>
  ) : (
    <Tag>{words?.disabled ?? t('terms:disabled')}</Tag>
  )
}
