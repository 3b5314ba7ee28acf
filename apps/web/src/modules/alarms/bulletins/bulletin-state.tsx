import type { Bulletin } from '@swath/contract/alarms/bulletin-rows'
import { useTranslation } from 'react-i18next'
import { StateTag, type Tone } from '../../../ui/state-tags.tsx'
import { stateLabels } from './bulletin.labels.ts'

const tones = {
  draft: undefined,
  scheduled: 'waiting',
  published: 'good',
  recalled: 'bad',
} as const satisfies Record<Bulletin['state'], Tone | undefined>

export const BulletinStateTag = ({ state }: Pick<Bulletin, 'state'>) => {
  const { t } = useTranslation('bulletins')
  return <StateTag tone={tones[state]}>{t(stateLabels[state])}</StateTag>
}
