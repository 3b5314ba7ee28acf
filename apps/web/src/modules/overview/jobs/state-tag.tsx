import type { RunState } from '@swath/contract/overview/jobs'
import { useTranslation } from 'react-i18next'
import { StateTag as ToneTag, type Tone } from '../../../ui/state-tags.tsx'
import { runStateLabels } from './job.labels.ts'

const tones: Partial<Record<RunState, Tone>> = {
  retrying: 'waiting',
  running: 'good',
  failed: 'bad',
}

export const StateTag = ({ state }: { state: RunState }) => {
  const { t } = useTranslation('jobs')
  return <ToneTag tone={tones[state]}>{t(runStateLabels[state])}</ToneTag>
}
