import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ChangedMeanwhile } from '../../src/ui/changed-meanwhile.tsx'
import { TextField } from '../../src/ui/fields/text-field.tsx'
import { FormDrawer } from '../../src/ui/form-drawer.tsx'
import { StepForm } from '../../src/ui/step-form.tsx'
import { drones } from '../data.ts'
import { Cover, type Example } from '../example.tsx'

const Names = z.object({ droneName: z.string().min(1), regMark: z.string().nullable() })
const Step = z.object({ decision: z.enum(['passed', 'rejected']), text: z.string() })
const done = (): Promise<void> => Promise.resolve()

const Fields = () => {
  const { t } = useTranslation('ui')
  return (
    <>
      <TextField name="droneName" label={t('terms:thingName')} />
      <TextField name="regMark" label={t('terms:registrationMark')} extra={t('reasonHint')} />
    </>
  )
}

const Drawer = ({ dialog }: { dialog?: number }) => {
  const { t } = useTranslation('ui')
  const title = t('rowChange', { name: drones[0]!.droneName })
  return (
    <Cover label={title}>
      {(close) => (
        <FormDrawer
          title={title}
          schema={Names}
          initial={{ droneName: drones[0]!.droneName, regMark: null }}
          onSubmit={done}
          onClose={close}
          {...(dialog === undefined ? {} : { dialog })}
        >
          <Fields />
        </FormDrawer>
      )}
    </Cover>
  )
}

const Meanwhile = () => {
  const { t } = useTranslation('ui')
  return (
    <Form layout="vertical">
      <ChangedMeanwhile
        meanwhile={{ theirs: ['droneName'], both: [], by: 'Min-jun', given: {} }}
        onTakeTheirs={() => undefined}
      />
      <Form.Item label={t('terms:thingName')} validateStatus="warning" help={t('meanwhileTheirs')}>
        <Input value={drones[0]!.droneName} readOnly />
      </Form.Item>
    </Form>
  )
}

const Decision = () => {
  const { t } = useTranslation('ui')
  return (
    <Cover label={t('decision')}>
      {(close) => (
        <StepForm
          title={t('decision')}
          schema={Step}
          initial={{ decision: 'passed' }}
          onSubmit={done}
          onClose={close}
          label={t('terms:reason')}
          hint={t('reasonHint')}
          choice={{
            name: 'decision',
            label: t('decision'),
            options: [
              { value: 'passed', label: t('reviewPassed') },
              { value: 'rejected', label: t('reviewRejected') },
            ],
          }}
        />
      )}
    </Cover>
  )
}

export const formExamples: readonly Example[] = [
  { name: 'changed-meanwhile', folder: 'ui', Show: Meanwhile },
  { name: 'form-drawer', folder: 'ui', isWide: true, Show: () => <Drawer />, isCover: true },
  { name: 'form-drawer-dialog', folder: 'ui', Show: () => <Drawer dialog={480} />, isCover: true },
  { name: 'step-form', folder: 'ui', Show: Decision, isCover: true },
]
