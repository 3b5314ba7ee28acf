import {
  ClaimDecided,
  claimDecisions,
  ClaimReopened,
  type ClaimSuspicion,
} from '@swath/contract/claims'
import { Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormField } from '../../ui/form-checks.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { stateLabels } from './claim.labels.ts'
import { useDecide, useReopen } from './claims.mutations.ts'

type Props = {
  open: boolean
  suspicion: Pick<ClaimSuspicion, 'suspicionId' | 'version'>
  onClose: () => void
}

const formPx = 480

const wordsBox = <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} />

export const DecisionForm = ({ open, suspicion, onClose }: Props) => {
  const { t } = useTranslation('claims')
  const decide = useDecide()
  const { suspicionId, version } = suspicion
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      dialog={formPx}
      title={t('decideTitle')}
      submitLabel={t('decide')}
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
      <FormField name="text" label={t('why')} extra={t('commentHint')}>
        {wordsBox}
      </FormField>
    </FormDrawer>
  )
}

export const ReopenForm = ({ open, suspicion, onClose }: Props) => {
  const { t } = useTranslation('claims')
  const reopen = useReopen()
  const { suspicionId, version } = suspicion
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      dialog={formPx}
      title={t('reopenTitle')}
      submitLabel={t('reopen')}
      schema={ClaimReopened}
      initial={{ text: '', version }}
      onSubmit={(body) => reopen.mutateAsync({ suspicionId, ...body })}
    >
      <FormField name="text" label={t('why')} extra={t('commentHint')}>
        {wordsBox}
      </FormField>
    </FormDrawer>
  )
}
