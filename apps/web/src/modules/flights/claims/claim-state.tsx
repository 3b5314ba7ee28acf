import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  MinusCircleOutlined,
} from '@ant-design/icons'
import type { ClaimState } from '@swath/contract/claims'
import { useTranslation } from 'react-i18next'
import { StateTag, type Tone } from '../../../ui/state-tags.tsx'
import { stateLabels } from './claim.labels.ts'

// A shape for each state, in addition to the colour.
const looks = {
  open: { mark: <ExclamationCircleOutlined aria-hidden />, tone: undefined },
  looking: { mark: <ClockCircleOutlined aria-hidden />, tone: 'waiting' },
  false_claim: { mark: <CloseCircleOutlined aria-hidden />, tone: 'bad' },
  in_order: { mark: <CheckCircleOutlined aria-hidden />, tone: 'good' },
  withdrawn: { mark: <MinusCircleOutlined aria-hidden />, tone: undefined },
} as const satisfies Record<ClaimState, { mark: React.ReactNode; tone: Tone | undefined }>

export const ClaimStateTag = ({ state }: { state: ClaimState }) => {
  const { t } = useTranslation('claims')
  const { mark, tone } = looks[state]
  return (
    <StateTag tone={tone}>
      <span className="inline-flex gap-4 items-center">
        {mark}
        {t(stateLabels[state])}
      </span>
    </StateTag>
  )
}
