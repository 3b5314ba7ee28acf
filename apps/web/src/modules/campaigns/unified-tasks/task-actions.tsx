import {
  CheckOutlined,
  CopyOutlined,
  EditOutlined,
  LockOutlined,
  PlayCircleOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { showSuccess } from '../../../lib/errors.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useDeletion } from '../../../ui/deletion.tsx'
import { CopyTask, EditTask } from './task-form.tsx'
import { taskPath } from './task.labels.ts'
import { useAnswerInvitation, useDeleteTask, useSetTaskState } from './unified-tasks.mutations.ts'
import { DeleteButton } from '../../../ui/delete-button.tsx'

type Props = { task: UnifiedTask; onLeave: () => void }

const useStateQuestions = ({ tftzId, tftzName: name, version }: UnifiedTask) => {
  const { t } = useTranslation('unified-tasks')
  const confirm = useConfirm()
  const { mutateAsync } = useSetTaskState()
  return {
    askOpen: () =>
      confirm({
        title: t('askOpen', { name }),
        text: t('openEffect'),
        verb: t('open'),
        danger: false,
        run: async () => {
          await mutateAsync({ tftzId, version, opr: 'open' })
          showSuccess(t('opened', { name }))
        },
      }),
    askClose: () =>
      confirm({
        title: t('askClose', { name }),
        text: t('closeEffect'),
        verb: t('close'),
        run: async () => {
          await mutateAsync({ tftzId, version, opr: 'close' })
          showSuccess(t('closed', { name }))
        },
      }),
  }
}

const Answer = ({ task: { tftzId, tftzName: name, invitation } }: Pick<Props, 'task'>) => {
  const { t } = useTranslation('unified-tasks')
  const confirm = useConfirm()
  const answer = useAnswerInvitation()
  const askDecline = (): void =>
    confirm({
      title: t('askDecline', { name }),
      text: t('declineEffect'),
      verb: t('decline'),
      run: async () => {
        await answer.mutateAsync({ tftzId, opr: 'decline' })
        showSuccess(t('declineDone'))
      },
    })
  return (
    <>
      {invitation !== 'accepted' && (
        <Button
          type="primary"
          icon={<CheckOutlined aria-hidden />}
          loading={answer.isPending}
          onClick={() =>
            answer.mutate(
              { tftzId, opr: 'accept' },
              { onSuccess: () => showSuccess(t('acceptDone')) },
            )
          }
        >
          {t('accept')}
        </Button>
      )}
      {invitation !== 'declined' && <Button onClick={askDecline}>{t('decline')}</Button>}
    </>
  )
}

const DeleteTask = ({ task, onLeave }: Props) => {
  const { t } = useTranslation('unified-tasks')
  const askDelete = useDeletion()
  const destroy = useDeleteTask()
  const { tftzName: name } = task
  return (
    <DeleteButton
      onClick={() =>
        askDelete({
          title: t('askDelete', { name }),
          text: t('deleteEffect'),
          verb: t('terms:delete'),
          run: () => destroy.mutateAsync(task),
          row: { list: 'listUnifiedTasks', id: task.tftzId },
          close: onLeave,
          done: t('deleted', { name }),
        })
      }
    />
  )
}

/** The available actions on a task; empty for readers. */
export const TaskActions = ({ task, onLeave }: Props) => {
  const { t } = useTranslation('unified-tasks')
  const [form, setForm] = useState<'edit' | 'copy' | null>(null)
  const navigate = useNavigate()
  const { askOpen, askClose } = useStateQuestions(task)
  const { can } = task
  const shut = (): void => setForm(null)
  return (
    <div className="flex wrap gap-8 items-center">
      {can.open && (
        <Button type="primary" icon={<PlayCircleOutlined aria-hidden />} onClick={askOpen}>
          {t('open')}
        </Button>
      )}
      {can.answer && <Answer task={task} />}
      {can.chooseDrones && task.invitation === 'accepted' && (
        <Button
          icon={<PlusOutlined aria-hidden />}
          onClick={() => void navigate(taskPath(task.tftzId, 'drone-list'))}
        >
          {t('addDrones')}
        </Button>
      )}
      {can.update && (
        <Button icon={<EditOutlined aria-hidden />} onClick={() => setForm('edit')}>
          {t('terms:edit')}
        </Button>
      )}
      {can.close && (
        <Button icon={<LockOutlined aria-hidden />} onClick={askClose}>
          {t('close')}
        </Button>
      )}
      {can.copy && (
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => setForm('copy')}>
          {t('terms:copy')}
        </Button>
      )}
      {can.delete && <DeleteTask task={task} onLeave={onLeave} />}
      {form === 'edit' && <EditTask task={task} onClose={shut} />}
      {form === 'copy' && <CopyTask task={task} onClose={shut} />}
    </div>
  )
}
