import { EditOutlined, RollbackOutlined, TeamOutlined } from '@ant-design/icons'
import type { Bulletin } from '@swath/contract/alarms/bulletin-rows'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { showSuccess } from '../../../lib/errors.ts'
import { useDeletion } from '../../../ui/deletion.tsx'
import { DeleteButton } from '../../../ui/delete-button.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { editPath, receiptsPath } from './bulletin.labels.ts'
import { useDeleteBulletin, useRecallBulletin } from './bulletins.mutations.ts'
import style from './bulletins.module.css'

const RecallSchema = z.object({ reason: z.string().trim().min(1).max(500) })

type Props = { bulletin: Bulletin; onLeave?: (() => void) | undefined }

const Recall = ({ bulletin, onClose }: { bulletin: Bulletin; onClose: () => void }) => {
  const { t } = useTranslation('bulletins')
  const recall = useRecallBulletin()
  const { bulletinId, title, version } = bulletin
  return (
    <FormDrawer
      dialog={480}
      title={t('recallTitle', { name: title })}
      schema={RecallSchema}
      initial={{}}
      submitLabel={t('recall')}
      onClose={onClose}
      onSubmit={async ({ reason }) => {
        await recall.mutateAsync({ bulletinId, reason, version })
        showSuccess(t('recalledDone', { name: title }))
      }}
    >
      <p>{t('recallEffect')}</p>
      <FormField name="reason" label={t('terms:reason')}>
        <Input.TextArea rows={3} maxLength={500} />
      </FormField>
    </FormDrawer>
  )
}

const DeleteBulletin = ({ bulletin: { bulletinId, title }, onLeave }: Props) => {
  const { t } = useTranslation('bulletins')
  const askDelete = useDeletion()
  const destroy = useDeleteBulletin()
  const name = title || t('untitled')
  return (
    <DeleteButton
      onClick={() =>
        askDelete({
          title: t('askDelete', { name }),
          text: t('deleteEffect'),
          verb: t('terms:delete'),
          run: () => destroy.mutateAsync({ bulletinId }),
          row: { list: 'listBulletins', id: bulletinId },
          ...(onLeave ? { close: onLeave } : {}),
          done: t('deleted', { name }),
        })
      }
    />
  )
}

/** The available actions; empty for readers. */
export const BulletinActions = ({ bulletin, onLeave }: Props) => {
  const { t } = useTranslation('bulletins')
  const navigate = useNavigate()
  const [isRecalling, setRecalling] = useState(false)
  const { can, bulletinId } = bulletin
  if (!Object.values(can).includes(true)) return null
  return (
    <div className="flex wrap gap-8 items-center">
      {can.update && (
        <Button
          type="primary"
          icon={<EditOutlined aria-hidden />}
          onClick={() => void navigate(editPath(bulletinId))}
        >
          {t('terms:edit')}
        </Button>
      )}
      {can.seeReceipts && (
        <Link
          to={receiptsPath(bulletinId)}
          className={`inline-flex gap-6 items-center ${style.link}`}
        >
          <TeamOutlined aria-hidden /> {t('receipts')}
        </Link>
      )}
      {can.recall && (
        <Button icon={<RollbackOutlined aria-hidden />} onClick={() => setRecalling(true)}>
          {t('recall')}
        </Button>
      )}
      {can.delete && <DeleteBulletin bulletin={bulletin} onLeave={onLeave} />}
      {isRecalling && <Recall bulletin={bulletin} onClose={() => setRecalling(false)} />}
    </div>
  )
}
