import { UploadOutlined } from '@ant-design/icons'
import { allowedPartList, type AllowedPart } from '@swath/contract/gear/accessories'
import { partKinds } from '@swath/domain/drone-parts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount } from '../../../lib/format.ts'
import { useDeletion } from '../../../ui/deletion.tsx'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { Fact, Facts, TimeFact } from '../../../ui/facts.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useCloseDetail } from '../../../ui/opened-detail.ts'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { useAddPart, useTakeOff } from './accessories.mutations.ts'
import { AccessoryTabs } from './accessory-tabs.tsx'
import { partTypeLabels } from './part.labels.ts'
import { UploadParts } from './upload-parts.tsx'

const PartInput = z.object({
  type: z.enum(partKinds),
  hwId: z.string().trim().min(1).max(64),
  note: z.string().trim().max(200).default(''),
})

type Props = { initial: Partial<z.input<typeof PartInput>>; onClose: () => void }
export const AddPart = ({ initial, onClose }: Props) => {
  const { t } = useTranslation('accessories')
  const add = useAddPart()
  return (
    <FormDrawer
      onClose={onClose}
      title={t('add')}
      submitLabel={t('add')}
      schema={PartInput}
      initial={initial}
      onSubmit={async (body) => {
        await add.mutateAsync(body)
        showSuccess(t('addedNote', { name: body.hwId }))
      }}
    >
      <FormField name="type" label={t('terms:type')}>
        <Select
          options={partKinds.map((kind) => ({ value: kind, label: t(partTypeLabels[kind]) }))}
        />
      </FormField>
      <TextField name="hwId" label={t('hwId')} extra={t('hwIdHint')} maxLength={64} />
      <TextField name="note" label={t('note')} maxLength={200} />
    </FormDrawer>
  )
}

/** Removes parts from the list, after a confirmation that shows the consequences. */
const useAskTakeOff = (): ((parts: readonly AllowedPart[], done: () => void) => void) => {
  const { t } = useTranslation('accessories')
  const ask = useDeletion()
  const takeOff = useTakeOff()
  return (parts, done) => {
    const shown = formatCount(parts.length)
    ask({
      title:
        parts.length === 1
          ? t('askTakeOff', { name: parts[0]!.hwId })
          : t('askTakeOffMany', { shown }),
      text: t('takeOffEffect'),
      verb: t('takeOff'),
      run: () => takeOff.mutateAsync(parts.map(({ partId }) => partId)),
      close: done,
      done: t('takenOff', { shown }),
    })
  }
}

const PartDetail = ({ part }: { part: AllowedPart }) => {
  const { t } = useTranslation('accessories')
  const askTakeOff = useAskTakeOff()
  const close = useCloseDetail()
  return (
    <div className="grid gap-20">
      {part.can.delete && (
        <div>
          <Button danger onClick={() => askTakeOff([part], close)}>
            {t('takeOff')}
          </Button>
        </div>
      )}
      <Facts>
        <Fact label={t('hwId')}>{part.hwId}</Fact>
        <Fact label={t('terms:type')}>{t(partTypeLabels[part.type])}</Fact>
        <Fact label={t('droneNum')}>{formatCount(part.droneNum)}</Fact>
        <Fact label={t('note')}>{part.note}</Fact>
        <TimeFact label={t('addedAt')} time={part.addedAt} />
        <Fact label={t('terms:account')}>{part.accountName}</Fact>
      </Facts>
    </div>
  )
}

/** Parts that drones may fly with. */
export const WhiteListScreen = () => {
  const { t } = useTranslation('accessories')
  const { answer, onLoaded } = useLoadedRows<typeof allowedPartList>()
  const { chips, narrowed } = useStateChips({
    name: 'type',
    title: t('terms:type'),
    states: ['all', ...partKinds],
    labels: allowedPartList.columns.type.labels,
    counts: answer?.stats.types,
    hidesEmpty: true,
  })
  const askTakeOff = useAskTakeOff()
  const [open, setOpen] = useState<'add' | 'upload' | null>(null)
  const mayUpload = answer?.can.upload ?? false
  const upload = (
    <Button icon={<UploadOutlined aria-hidden />} onClick={() => setOpen('upload')}>
      {t('upload')}
    </Button>
  )
  return (
    <>
      <ListScreen
        list={allowedPartList}
        title={t('terms:accessoryWhiteList')}
        head={
          <>
            <AccessoryTabs openNum={answer?.stats.openNum} />
            {chips}
          </>
        }
        as={{ narrowed }}
        shown={['hwId', 'type', 'droneNum', 'note', 'accountName', 'addedAt']}
        filters={['hwId']}
        actions={
          mayUpload && (
            <>
              {upload}
              <CreateButton label={t('add')} onClick={() => setOpen('add')} />
            </>
          )
        }
        rows={{
          onLoaded,
          bulk: mayUpload
            ? (parts, clear) => (
                <Button danger onClick={() => askTakeOff(parts, clear)}>
                  {t('takeOff')}
                </Button>
              )
            : undefined,
          detail: {
            title: (_id, row) => row?.hwId,
            render: (_id, row) => row && <PartDetail part={row} />,
          },
        }}
        empty={{
          title: t('none'),
          reason: t('noneReason'),
          ...(mayUpload ? { action: upload } : {}),
        }}
      />
      {open === 'add' && <AddPart initial={{}} onClose={() => setOpen(null)} />}
      {open === 'upload' && <UploadParts onClose={() => setOpen(null)} />}
    </>
  )
}
