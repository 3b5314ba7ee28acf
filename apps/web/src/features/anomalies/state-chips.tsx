import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { formatCount } from '../../lib/format.ts'
import { stateLabels } from './alarm-state.tsx'
import style from './alarm-desk.module.css'

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
  const [params, setParams] = useSearchParams()
  const chosen = params.get('state') ?? 'unclosed'
  const choose = (chip: string): void =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('currentPage')
        if (chip === 'unclosed') after.delete('state')
        else after.set('state', chip)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <div className={style.chips} role="group" aria-label={t('terms:state')}>
      {chips.map((chip) => (
        <button
          key={chip}
          type="button"
          className={style.chip}
          aria-pressed={chosen === chip}
          onClick={() => choose(chip)}
        >
          {t(labels[chip])}
          <strong>{formatCount(counts && countOf(counts, chip))}</strong>
        </button>
      ))}
    </div>
  )
}
