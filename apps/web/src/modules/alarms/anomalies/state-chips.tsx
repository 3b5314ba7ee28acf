import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { useTranslation } from 'react-i18next'
import { CountChips } from '../../../ui/count-chips.tsx'
import { stateLabels } from './alarm-state.tsx'

type Counts = Answer<Api['listAlarms']>['stats']

const chips = ['unclosed', 'open', 'acknowledged', 'closed', 'all'] as const
type Chip = (typeof chips)[number]
export const isChip = (state: string): state is Chip => chips.some((chip) => chip === state)
const labels = { ...stateLabels, unclosed: 'anomalies:stateUnclosed', all: 'anomalies:stateAll' }

const countOf = (counts: Counts, chip: Chip): number => {
  const { open, acknowledged, closed } = counts
  if (chip === 'all') return open + acknowledged + closed
  return chip === 'unclosed' ? open + acknowledged : counts[chip]
}

/** How many alarms are in each state; each is a filter. */
export const StateChips = ({ counts }: { counts: Counts | undefined }) => {
  const { t } = useTranslation('anomalies')
  return (
    <CountChips
      name="state"
      label={t('terms:state')}
      chips={chips.map((chip) => ({
        value: chip,
        label: t(labels[chip]),
        count: counts && countOf(counts, chip),
      }))}
    />
  )
}
