import { CheckOutlined, PayCircleOutlined, ReloadOutlined } from '@ant-design/icons'
import {
  SubsidyApproved,
  SubsidyCorrected,
  SubsidyPaid,
  type SubsidyDetail,
} from '@swath/contract/campaigns/subsidies'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney, formatMinute } from '../../../lib/format.ts'
import { useDeletion } from '../../../ui/deletion.tsx'
import { DeleteButton } from '../../../ui/delete-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { StepForm } from '../../../ui/step-form.tsx'
import { useApprove, useCorrect, useDeleteSubsidy, usePay } from './subsidies.mutations.ts'
import style from './subsidies.module.css'

type FormProps = { subsidy: SubsidyDetail; open: boolean; onClose: () => void }

const ApproveForm = ({ subsidy, ...form }: FormProps) => {
  const { t } = useTranslation('subsidies')
  const approve = useApprove()
  const { subsidyId, version } = subsidy
  const amount = formatMoney({ amountMinor: subsidy.totalMinor, currency: subsidy.currency })
  return (
    <StepForm
      {...form}
      title={t('approveTitle', { amount })}
      submitLabel={t('approve')}
      label={t('remark')}
      hint={t('approveHint')}
      schema={SubsidyApproved}
      initial={{ text: '', version }}
      onSubmit={(body) => approve.mutateAsync({ subsidyId, ...body })}
    />
  )
}

const CorrectForm = ({ subsidy, ...form }: FormProps) => {
  const { t } = useTranslation('subsidies')
  const correct = useCorrect()
  const { subsidyId, version } = subsidy
  return (
    <StepForm
      {...form}
      title={t('correctTitle')}
      submitLabel={t('correct')}
      label={t('terms:reason')}
      hint={t('correctHint')}
      schema={SubsidyCorrected}
      initial={{ text: '', version }}
      onSubmit={(body) => correct.mutateAsync({ subsidyId, ...body })}
    />
  )
}

const PayForm = ({ subsidy, ...form }: FormProps) => {
  const { t } = useTranslation('subsidies')
  const pay = usePay()
  const { subsidyId, version } = subsidy
  const amount = formatMoney({ amountMinor: subsidy.totalMinor, currency: subsidy.currency })
  return (
    <StepForm
      {...form}
      title={t('payTitle', { amount })}
      submitLabel={t('pay')}
      label={t('remark')}
      hint={t('payHint')}
      schema={SubsidyPaid}
      initial={{ paymentReference: '', text: '', version }}
      onSubmit={(body) => pay.mutateAsync({ subsidyId, ...body })}
    >
      <TextField name="paymentReference" label={t('paymentReference')} maxLength={80} />
    </StepForm>
  )
}

/** The reasons why it cannot be approved yet, for those who could approve it. */
const WhyNotYet = ({ subsidy }: { subsidy: SubsidyDetail }) => {
  const { t } = useTranslation('subsidies')
  const { can, state, objectionUntil, openObjectionNum } = subsidy
  if (!can.correct || can.approve || state !== 'proposed') return null
  const isTimeLeft = objectionUntil !== null && Date.parse(objectionUntil) > Date.now()
  return (
    <p className="m-0 muted">
      {openObjectionNum > 0
        ? t('notYetObjections')
        : isTimeLeft
          ? t('notYetTime', { time: formatMinute(objectionUntil) })
          : t('notYetOther')}
    </p>
  )
}

type Props = { subsidy: SubsidyDetail; onLeave: () => void }

/** The available actions; empty for readers. */
export const SubsidyActions = ({ subsidy, onLeave }: Props) => {
  const { t } = useTranslation('subsidies')
  const [form, setForm] = useState<'approve' | 'correct' | 'pay' | null>(null)
  const askDelete = useDeletion()
  const destroy = useDeleteSubsidy()
  const { can } = subsidy
  const shut = (): void => setForm(null)
  const name = `${subsidy.region.at(-1)} ${subsidy.year}`
  const remove = (): void =>
    askDelete({
      title: t('askDelete', { name }),
      text: t('deleteEffect'),
      verb: t('terms:delete'),
      run: () => destroy.mutateAsync({ subsidyId: subsidy.subsidyId }),
      row: { list: 'listSubsidies', id: subsidy.subsidyId },
      close: onLeave,
      done: t('deleted', { name }),
    })
  return (
    <>
      <WhyNotYet subsidy={subsidy} />
      <div className={style.actions}>
        {can.approve && (
          <Button
            type="primary"
            icon={<CheckOutlined aria-hidden />}
            onClick={() => setForm('approve')}
          >
            {t('approve')}
          </Button>
        )}
        {can.pay && (
          <Button
            type="primary"
            icon={<PayCircleOutlined aria-hidden />}
            onClick={() => setForm('pay')}
          >
            {t('pay')}
          </Button>
        )}
        {can.correct && (
          <Button icon={<ReloadOutlined aria-hidden />} onClick={() => setForm('correct')}>
            {t('correct')}
          </Button>
        )}
        {can.delete && <DeleteButton onClick={remove} />}
      </div>
      <ApproveForm subsidy={subsidy} open={form === 'approve'} onClose={shut} />
      <CorrectForm subsidy={subsidy} open={form === 'correct'} onClose={shut} />
      <PayForm subsidy={subsidy} open={form === 'pay'} onClose={shut} />
    </>
  )
}
