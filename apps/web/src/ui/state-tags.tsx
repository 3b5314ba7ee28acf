import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import style from './state-tags.module.css'

type Review = 1 | 2 | 3

/** Where something that is reviewed stands, by its code on the wire. */
const reviewLabels: Readonly<Record<Review, string>> = {
  1: 'ui:reviewWaiting',
  2: 'ui:reviewPassed',
  3: 'ui:reviewRejected',
}

export const ReviewTag = ({ status }: { status: Review }) => {
  const { t } = useTranslation('ui')
  return (
    <Tag className={[undefined, style.waiting, style.good, style.bad][status]}>
      {t(reviewLabels[status])}
    </Tag>
  )
}

export const EnabledTag = ({ isEnabled }: { isEnabled: boolean }) => {
  const { t } = useTranslation('ui')
  return (
    <Tag className={isEnabled ? '' : style.bad}>{isEnabled ? t('inUse') : t('terms:disabled')}</Tag>
  )
}
