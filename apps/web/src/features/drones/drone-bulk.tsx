import { DownloadOutlined, LockOutlined, QrcodeOutlined, UnlockOutlined } from '@ant-design/icons'
import type { DroneRow } from '@swath/contract/drone-list'
import { useMutation } from '@tanstack/react-query'
import { Button, Dropdown, Form, Input, Modal, Progress, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, CallError } from '../../lib/api.ts'
import { useAreaUnit } from '../../lib/area-unit.ts'
import { errorText, showSuccess } from '../../lib/errors.ts'
import { outdated } from '../../lib/query.ts'
import { saveFile } from '../../lib/save-file.ts'
import { BulkActions } from '../../ui/bulk-actions.tsx'
import { tableNames } from '../../ui/table-exports.ts'
import { DroneLabels } from './drone-label.tsx'
import { saleTypeLabels } from './drone.labels.ts'
import style from './drone-bulk.module.css'

const changed = () => outdated('listDrones', 'getDrone', 'listCommands')
/** So many serial numbers fit into an address. */
const exportedAtMost = 250

type LockProps = {
  drones: readonly DroneRow[]
  opr: 'lock' | 'unlock'
  onClose: (isOver: boolean) => void
}

/** One password for all of them; one after the other, and told by name where one fails. */
const LockMany = ({ drones, opr, onClose }: LockProps) => {
  const { t } = useTranslation('drones')
  const [form] = Form.useForm<{ password: string }>()
  const [done, setDone] = useState(0)
  const [failed, setFailed] = useState<readonly { drone: DroneRow; error: unknown }[]>([])
  const lock = useMutation({
    meta: { quiet: true },
    mutationFn: async (password: string) => {
      const broken: { drone: DroneRow; error: unknown }[] = []
      for (const [index, drone] of drones.entries()) {
        try {
          await call('lockDrone', { body: { droneId: drone.droneId, opr, password } })
        } catch (error) {
          // A wrong password is one mistake, not one of each drone; other failures are told by the
          // drone's name.
          if (
            index === 0 &&
            error instanceof CallError &&
            error.details.some(({ path }) => path === 'password')
          )
            throw error
          broken.push({ drone, error })
        }
        setDone(index + 1)
        setFailed([...broken])
      }
      return broken
    },
    onSuccess: (broken) => {
      if (broken.length > 0) return
      showSuccess(t('ui:bulkDone', { count: drones.length }))
      onClose(true)
    },
    onError: (error) =>
      form.setFields([
        {
          name: 'password',
          errors: [
            error instanceof CallError
              ? (error.details.find(({ path }) => path === 'password')?.message ?? errorText(error))
              : errorText(error),
          ],
        },
      ]),
    onSettled: changed,
  })
  const airborne = drones.filter(
    ({ flight }) => flight === 'flying' || flight === 'spraying',
  ).length
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
      <ul className={style.names}>
        {drones.slice(0, 5).map(({ droneId, droneName }) => (
          <li key={droneId}>{droneName}</li>
        ))}
        {drones.length > 5 && <li>{t('ui:bulkMore', { count: drones.length - 5 })}</li>}
      </ul>
      {opr === 'lock' && airborne > 0 && (
        <p className={style.note}>{t('lockManyAir', { count: airborne })}</p>
      )}
      {(lock.isPending || isOver) && (
        <Progress
          percent={Math.round((done / drones.length) * 100)}
          status={failed.length > 0 ? 'exception' : 'active'}
          aria-label={t('lock')}
          format={() => `${done} / ${drones.length}`}
        />
      )}
      {failed.length > 0 && (
        <ul className={style.failed}>
          {failed.map(({ drone, error }) => (
            <li key={drone.droneId}>
              <strong>{drone.droneName}</strong> {errorText(error)}
            </li>
          ))}
        </ul>
      )}
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

/** What is done with many drones at once. */
export const DroneBulk = ({
  drones,
  clear,
}: {
  drones: readonly DroneRow[]
  clear: () => void
}) => {
  const { t } = useTranslation('drones')
  const unit = useAreaUnit()
  const [saleType, setSaleType] = useState<DroneRow['saleType']>(1)
  const [open, setOpen] = useState<'lock' | 'unlock' | 'label' | null>(null)
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') =>
      saveFile(
        `${t('exportName')}.${format}`,
        await call(
          'exportDrones',
          {
            query: {
              format,
              areaUnit: unit,
              chosen: drones
                .slice(0, exportedAtMost)
                .map(({ droneId }) => droneId)
                .join(','),
            },
          },
          { timeoutMs: null },
        ),
      ),
  })
  const lockable = drones.filter(({ can, locked }) => can.lock && !locked)
  const unlockable = drones.filter(({ can, locked }) => can.lock && locked)
  return (
    <>
      {drones.some(({ can }) => can.update) && (
        <>
          <Select
            size="small"
            className={style.choice}
            aria-label={t('saleType')}
            value={saleType}
            onChange={setSaleType}
            options={([1, 2, 3] as const).map((value) => ({
              value,
              label: t(saleTypeLabels[value]),
            }))}
          />
          <BulkActions<DroneRow>
            rows={drones}
            keyOf={({ droneId }) => droneId}
            nameOf={({ droneName }) => droneName}
            after={changed}
            clear={clear}
            actions={[
              {
                verb: t('saleTypeSet'),
                ask: (count) => t('saleTypeAsk', { count, sale: t(saleTypeLabels[saleType]) }),
                effect: () => null,
                applies: (drone) => drone.can.update && drone.saleType !== saleType,
                run: ({ droneId }) =>
                  call('setSaleType', { params: { droneId }, body: { saleType } }),
              },
            ]}
          />
        </>
      )}
      {lockable.length > 0 && (
        <Button
          size="small"
          danger
          icon={<LockOutlined aria-hidden />}
          onClick={() => setOpen('lock')}
        >
          {t('lock')}
        </Button>
      )}
      {unlockable.length > 0 && (
        <Button
          size="small"
          icon={<UnlockOutlined aria-hidden />}
          onClick={() => setOpen('unlock')}
        >
          {t('unlock')}
        </Button>
      )}
      <Button size="small" icon={<QrcodeOutlined aria-hidden />} onClick={() => setOpen('label')}>
        {t('labels')}
      </Button>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'csv', label: tableNames.csv },
            { key: 'xlsx', label: tableNames.xlsx },
          ],
          onClick: ({ key }) => save.mutate(key as 'csv' | 'xlsx'),
        }}
      >
        <Button
          size="small"
          icon={<DownloadOutlined aria-hidden />}
          loading={save.isPending}
          disabled={drones.length > exportedAtMost}
        >
          {t('terms:export')}
        </Button>
      </Dropdown>
      {open === 'label' && <DroneLabels drones={drones} onClose={() => setOpen(null)} />}
      {(open === 'lock' || open === 'unlock') && (
        <LockMany
          drones={open === 'lock' ? lockable : unlockable}
          opr={open}
          onClose={(isOver) => {
            setOpen(null)
            if (isOver) clear()
          }}
        />
      )}
    </>
  )
}
