import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  MinusCircleOutlined,
} from '@ant-design/icons'
import type { ClaimState } from '@swath/contract/flights/claims'
import { useTranslation } from 'react-i18next'
import { MarkedTag, type TagLooks } from '../../../ui/state-tags.tsx'
import { stateLabels } from './claim.labels.ts'

const tagLooks: TagLooks<ClaimState> = {
  open: { mark: <ExclamationCircleOutlined aria-hidden />, tone: 'waiting' },
  looking: { mark: <ClockCircleOutlined aria-hidden />, tone: 'good' },
  false_claim: { mark: <CloseCircleOutlined aria-hidden />, tone: 'bad' },
  in_order: { mark: <CheckCircleOutlined aria-hidden /> },
  withdrawn: { mark: <MinusCircleOutlined aria-hidden /> },
}

export const ClaimStateTag = ({ state }: { state: ClaimState }) => {
  const { t } = useTranslation('claims')
  return <MarkedTag look={tagLooks[state]}>{t(stateLabels[state])}</MarkedTag>
}
