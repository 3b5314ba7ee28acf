import { SubsidyObjectionDecided } from '@swath/contract/campaigns/subsidies'
import type { SubsidyObjection } from '@swath/contract/campaigns/subsidy-rows'
import { Button, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormField } from '../../../ui/form-checks.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { StepForm } from '../../../ui/step-form.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { objectionStateLabels, objectionTones } from './subsidy.labels.ts'
import { useDecideObjection } from './subsidies.mutations.ts'
import style from './subsidies.module.css'

type Props = { objection: SubsidyObjection; open: boolean; onClose: () => void }
const DecideObjection = ({ objection, open, onClose }: Props) => {
  const { t } = useTranslation('subsidies')
  const decide = useDecideObjection()
  const { objectionId, version } = objection
  return (
    <StepForm
      open={open}
      onClose={onClose}
      title={t('decideObjection')}
      submitLabel={t('decide')}
      label={t('answer')}
      hint={t('answerHint')}
      schema={SubsidyObjectionDecided}
      initial={{ text: '', version }}
      onSubmit={(body) => decide.mutateAsync({ objectionId, ...body })}
    >
      <FormField name="decision" label={t('decision')}>
        <Radio.Group
          vertical
          options={[
            { value: 'upheld', label: t('upholdIt') },
            { value: 'declined', label: t('declineIt') },
          ]}
        />
      </FormField>
    </StepForm>
  )
}

/** An objection to a line, and its result. */
export const ObjectionItem = ({ objection }: { objection: SubsidyObjection }) => {
  const { t } = useTranslation('subsidies')
  const [isDeciding, setDeciding] = useState(false)
  const { state } = objection
  return (
    <li>
      <div className="flex wrap gap-4-12 items-center justify-between">
        <strong>
          {objection.accountName}
          {objection.userName !== null && ` · ${objection.userName}`}
        </strong>
        <StateTag tone={objectionTones[state]}>{t(objectionStateLabels[state])}</StateTag>
      </div>
      <span>{objection.text}</span>
      <TimeAgo time={objection.at} />
      {objection.answer !== '' && (
        <p className="m-0 muted">
          {t('answer')}: {objection.answer}
        </p>
      )}
      {objection.can.decide && (
        <div className={style.actions}>
          <Button type="primary" onClick={() => setDeciding(true)}>
            {t('decide')}
          </Button>
        </div>
      )}
      <DecideObjection objection={objection} open={isDeciding} onClose={() => setDeciding(false)} />
    </li>
  )
}
