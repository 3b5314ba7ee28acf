import { DeleteOutlined, UserAddOutlined } from '@ant-design/icons'
import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import type { TaskOperator } from '@swath/contract/campaigns/unified-tasks'
import { useQuery } from '@tanstack/react-query'
import { Button, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { invitationLabels, invitationTones } from './task.labels.ts'
import { useInviteOperators, useRemoveOperator } from './unified-tasks.mutations.ts'
import style from './unified-tasks.module.css'

const InviteSchema = z.object({ accountIds: z.array(z.uuid()).min(1).max(100) })

type ChoiceProps = { id?: string; value?: string[]; onChange?: (ids: string[]) => void }
const OperatorChoice = (props: ChoiceProps) => {
  const [search, setSearch] = useState('')
  const found = useQuery({
    ...buildQuery('listTaskOperatorChoices', { query: { accountName: search } }),
    ...keepShown,
  })
  return (
    <Select
      {...props}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={found.isFetching}
      options={(found.data?.items ?? []).map(({ accountId, accountName }) => ({
        value: accountId,
        label: accountName,
      }))}
    />
  )
}

const Invite = ({ tftzId, onClose }: { tftzId: string; onClose: () => void }) => {
  const { t } = useTranslation('unified-tasks')
  const invite = useInviteOperators()
  return (
    <FormDrawer
      dialog={480}
      title={t('invite')}
      submitLabel={t('invite')}
      schema={InviteSchema}
      initial={{}}
      onClose={onClose}
      onSubmit={async ({ accountIds }) => {
        await invite.mutateAsync({ tftzId, accountIds })
        showSuccess(
          t('inviteDone', { count: accountIds.length, shown: formatCount(accountIds.length) }),
        )
      }}
    >
      <FormField name="accountIds" label={t('inviteWho')}>
        <OperatorChoice />
      </FormField>
    </FormDrawer>
  )
}

const Row = ({ task, operator }: { task: UnifiedTask; operator: TaskOperator }) => {
  const { t } = useTranslation('unified-tasks')
  const confirm = useConfirm()
  const remove = useRemoveOperator()
  const { accountId, accountName: name, state, droneNum } = operator
  const ask = (): void =>
    confirm({
      title: t('operatorAskRemove', { name }),
      text: t('operatorRemoveEffect'),
      verb: t('terms:remove'),
      run: () => remove.mutateAsync({ tftzId: task.tftzId, accountId }),
    })
  return (
    <li>
      <span className={style.operatorName}>{name}</span>
      <span className="unit">
        {t('dronesOf', { count: droneNum, shown: formatCount(droneNum) })}
      </span>
      <StateTag tone={invitationTones[state]}>{t(invitationLabels[state])}</StateTag>
      {task.can.update && (
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('operatorRemove', { name })}
          onClick={ask}
        />
      )}
    </li>
  )
}

/** Invited operators, and their answers. */
export const TaskOperators = ({ task }: { task: UnifiedTask }) => {
  const { t } = useTranslation('unified-tasks')
  const [isInviting, setInviting] = useState(false)
  const { tftzId } = task
  const operators = useQuery(buildQuery('getTaskOperators', { query: { tftzId } }))
  return (
    <FactSection title={t('operators')}>
      {operators.isError && !operators.data ? (
        <Failure error={operators.error} onRetry={() => void operators.refetch()} />
      ) : operators.isPending ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : operators.data!.items.length === 0 ? (
        <p className="muted mb-8">{t('operatorsNone')}</p>
      ) : (
        <ul className={style.operators}>
          {operators.data!.items.map((operator) => (
            <Row key={operator.accountId} task={task} operator={operator} />
          ))}
        </ul>
      )}
      {task.can.update && (
        <Button icon={<UserAddOutlined aria-hidden />} onClick={() => setInviting(true)}>
          {t('invite')}
        </Button>
      )}
      {isInviting && <Invite tftzId={tftzId} onClose={() => setInviting(false)} />}
    </FactSection>
  )
}
