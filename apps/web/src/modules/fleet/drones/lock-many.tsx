import type { DroneRow } from '@swath/contract/fleet/drone-list'
import { useMutation } from '@tanstack/react-query'
import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, CallError } from '../../../lib/api.ts'
import { errorText, showSuccess } from '../../../lib/errors.ts'
import {
  doRowByRow,
  FailedRows,
  noRowsDone,
  RowsDoneBar,
  type RowsDone,
} from '../../../ui/row-by-row.tsx'
import { afterDroneChange } from './drones.mutations.ts'
import style from './drone-bulk.module.css'

const namedAtMost = 5

type LockProps = {
  drones: readonly DroneRow[]
  opr: 'lock' | 'unlock'
  onClose: (isOver: boolean) => void
}

/** The error about the sent password; null for other errors. */
const passwordMistake = (error: unknown): string | null =>
  (error instanceof CallError
    ? error.details.find(({ path }) => path === 'password')?.message
    : null) ?? null

const useLocks = ({ drones, opr, onClose }: LockProps) => {
  const { t } = useTranslation('drones')
  const [form] = Form.useForm<{ password: string }>()
  const [done, setDone] = useState<RowsDone<DroneRow>>(noRowsDone)
  const lock = useMutation({
    meta: { quiet: true },
    mutationFn: (password: string) =>
      doRowByRow(
        drones,
        ({ droneId }) => call('lockDrone', { body: { droneId, opr, password } }),
        setDone,
        // A wrong password stops the run: it would fail for each drone.
        (error, index) => index === 0 && passwordMistake(error) !== null,
      ),
    onSuccess: ({ failed }) => {
      if (failed.length > 0) return
      showSuccess(t('ui:bulkDone', { count: drones.length }))
      onClose(true)
    },
    onError: (error) =>
      form.setFields([{ name: 'password', errors: [passwordMistake(error) ?? errorText(error)] }]),
    onSettled: afterDroneChange,
  })
  return { form, lock, done }
}

const DroneNames = ({ drones }: { drones: readonly DroneRow[] }) => {
  const { t } = useTranslation('ui')
  return (
    <ul className={style.names}>
      {drones.slice(0, namedAtMost).map(({ droneId, droneName }) => (
        <li key={droneId}>{droneName}</li>
      ))}
      {drones.length > namedAtMost && (
        <li>{t('bulkMore', { count: drones.length - namedAtMost })}</li>
      )}
    </ul>
  )
}

const isInTheAir = ({ flight }: DroneRow): boolean => flight === 'flying' || flight === 'spraying'

/**
 * One password for all drones; they are locked one after the other, and failures are listed by
 * name.
 */
export const LockMany = (props: LockProps) => {
  const { t } = useTranslation('drones')
  const { drones, opr, onClose } = props
  const { form, lock, done } = useLocks(props)
  const airborne = drones.filter(isInTheAir).length
  const isOver = lock.isSuccess
  return (
    <Modal
      open
      centered
      title={
        opr === 'lock'
          ? t('lockMany', { count: drones.length })
          : t('unlockMany', { count: drones.length })
      }
      onCancel={() => onClose(isOver)}
      mask={{ closable: false }}
      okText={opr === 'lock' ? t('lock') : t('unlock')}
      cancelText={isOver ? t('terms:close') : t('ui:cancel')}
      okButtonProps={{ danger: opr === 'lock', loading: lock.isPending, disabled: isOver }}
      onOk={() => form.submit()}
    >
      <DroneNames drones={drones} />
      {opr === 'lock' && airborne > 0 && (
        <p className="rounded-8 bg-warning warning mb-12 p-8-12">
          {t('lockManyAir', { count: airborne })}
        </p>
      )}
      {(lock.isPending || isOver) && (
        <RowsDoneBar label={t('lock')} all={drones.length} done={done} />
      )}
      <FailedRows failed={done.failed} toName={({ droneName }) => droneName} />
      {!isOver && (
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          disabled={lock.isPending}
          onFinish={({ password }) => lock.mutate(password)}
        >
          <Form.Item
            name="password"
            label={t('ownPassword')}
            rules={[{ required: true, message: t('ui:fieldRequired') }]}
          >
            <Input.Password autoComplete="current-password" autoFocus maxLength={200} />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}
