import {
  ClaimDecided,
  claimDecisions,
  ClaimReopened,
  type ClaimSuspicion,
} from '@swath/contract/claims'
import { Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormField } from '../../../ui/form-checks.tsx'
import { StepForm } from '../../../ui/step-form.tsx'
import { stateLabels } from './claim.labels.ts'
import { useDecide, useReopen } from './claims.mutations.ts'

type Props = {
  open: boolean
  suspicion: Pick<ClaimSuspicion, 'suspicionId' | 'version'>
  onClose: () => void
}

export const DecisionForm = ({ open, suspicion, onClose }: Props) => {
  const { t } = useTranslation('claims')
  const decide = useDecide()
  const { suspicionId, version } = suspicion
  return (
    <StepForm
      open={open}
      onClose={onClose}
      title={t('decideTitle')}
      submitLabel={t('decide')}
      label={t('why')}
      hint={t('commentHint')}
      schema={ClaimDecided}
      initial={{ text: '', version }}
      onSubmit={(body) => decide.mutateAsync({ suspicionId, ...body })}
    >
      <FormField name="decision" label={t('decision')}>
        <Radio.Group
          vertical
          options={claimDecisions.map((value) => ({ value, label: t(stateLabels[value]) }))}
        />
      </FormField>
    </StepForm>
  )
}

export const ReopenForm = ({ open, suspicion, onClose }: Props) => {
  const { t } = useTranslation('claims')
  const reopen = useReopen()
  const { suspicionId, version } = suspicion
  return (
    <StepForm
      open={open}
      onClose={onClose}
      title={t('reopenTitle')}
      submitLabel={t('reopen')}
      label={t('why')}
      hint={t('commentHint')}
      schema={ClaimReopened}
      initial={{ text: '', version }}
      onSubmit={(body) => reopen.mutateAsync({ suspicionId, ...body })}
    />
  )
}
