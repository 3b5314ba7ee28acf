import { apiKeyList, type ApiKey } from '@swath/contract/people/api-keys'
import { useTranslation } from 'react-i18next'
import { StateTag } from '../../../ui/state-tags.tsx'
import { Time } from '../../../ui/time.tsx'

const tones = {
  working: 'good',
  paused: 'waiting',
  expired: undefined,
  revoked: undefined,
} as const

export const KeyState = ({ state }: Pick<ApiKey, 'state'>) => {
  const { t } = useTranslation('api-keys')
  return <StateTag tone={tones[state]}>{t(apiKeyList.columns.state.labels[state])}</StateTag>
}

export const LastUsed = ({ row: { lastUsedAt } }: { row: ApiKey }) => {
  const { t } = useTranslation('api-keys')
  return lastUsedAt ? <Time time={lastUsedAt} /> : <span className="muted">{t('neverUsed')}</span>
}
