import { Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { call, CallError } from '../../../lib/api.ts'
import { showError } from '../../../lib/errors.ts'
import { useChange } from '../../../lib/use-change.ts'

type Props = {
  drone: { droneId: string; droneName: string }
  opr: 'lock' | 'unlock'
  isAirborne: boolean
  onClose: () => void
}

/** Locks or unlocks with the person's own password. */
export const LockDialog = ({ drone: { droneId, droneName }, opr, isAirborne, onClose }: Props) => {
  const { t } = useTranslation('flight-control')
  const [form] = Form.useForm<{ password: string }>()
  const change = useChange({
    run: ({ password }: { password: string }) =>
      call('lockDrone', { body: { droneId, opr, password } }),
    done: onClose,
    refused: (error) => {
      // A wrong password is shown at its field.
      const wrong =
        error instanceof CallError
          ? error.details.find(({ path }) => path === 'password')
          : undefined
      if (wrong) form.setFields([{ name: 'password', errors: [wrong.message] }])
      else showError(error)
    },
    outdated: ['listCommands', 'getControlDrone', 'listControlDrones'],
  })
  const isLock = opr === 'lock'
  return (
    <Modal
      open
      title={isLock ? t('lockTitle', { name: droneName }) : t('unlockTitle', { name: droneName })}
      okText={isLock ? t('lock') : t('unlock')}
      cancelText={t('cancel')}
      centered
      okButtonProps={{ danger: isLock, loading: change.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{isLock ? (isAirborne ? t('lockTextAir') : t('lockText')) : t('unlockText')}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(values) => change.mutate(values)}
      >
        <Form.Item
          name="password"
          label={t('password')}
          rules={[{ required: true, message: t('passwordRequired') }]}
        >
          <Input.Password autoComplete="current-password" autoFocus maxLength={200} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
