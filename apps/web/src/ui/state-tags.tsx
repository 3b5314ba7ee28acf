import type { Review } from '@swath/domain/access/review'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import style from './state-tags.module.css'

/**
 * One meaning has one tone in all modules. `good`: in progress, in use, valid, or ended well where
 * that was in doubt, as for a check. `waiting`: open, waits for somebody. `bad`: failed, expired or
 * refused. None: not begun, or over: done, finished, closed, cancelled.
 */
export type Tone = 'waiting' | 'good' | 'bad'

/** A state as text, coloured by tone; grey without a tone. */
export const StateTag = ({ tone, children }: { tone?: Tone | undefined; children: ReactNode }) => (
  <Tag className={tone && style[tone]}>{children}</Tag>
)

type MarkedProps = { look: { mark: ReactNode; tone?: Tone }; children: ReactNode }
/** The same with a shape, in addition to the colour. */
export const MarkedTag = ({ look: { mark, tone }, children }: MarkedProps) => (
  <StateTag tone={tone}>
    <span className={`inline-flex gap-4 items-center ${style.marked}`}>
      {mark}
      {children}
    </span>
  </StateTag>
)
export type TagLooks<State extends PropertyKey> = Readonly<Record<State, MarkedProps['look']>>

const reviewLooks = {
  waiting: { label: 'ui:reviewWaiting', tone: 'waiting' },
  passed: { label: 'ui:reviewPassed', tone: 'good' },
  rejected: { label: 'ui:reviewRejected', tone: 'bad' },
} as const satisfies Record<Review, object>

export const ReviewTag = ({ review }: { review: Review }) => {
  const { t } = useTranslation('ui')
  const { label, tone } = reviewLooks[review]
  return <StateTag tone={tone}>{t(label)}</StateTag>
}

type EnabledProps = {
  isEnabled: boolean
  /** Feature-specific labels for the two states. */
  labels?: { enabled: string; disabled: string }
}
/** The same on every screen: enabled is green, disabled is grey. */
export const EnabledTag = ({ isEnabled, labels }: EnabledProps) => {
  const { t } = useTranslation('ui')
  return isEnabled ? (
    <StateTag tone="good">{labels?.enabled ?? t('inUse')}</StateTag>
  ) : (
    <StateTag>{labels?.disabled ?? t('terms:disabled')}</StateTag>
  )
}
