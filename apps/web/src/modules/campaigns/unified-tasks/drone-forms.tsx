import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import { TaskDronesInput } from '@swath/contract/campaigns/unified-tasks'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { DayInput } from '../../../ui/fields/field-inputs.tsx'
import { useAddDrones, useSetDroneDates } from './unified-tasks.mutations.ts'
import style from './unified-tasks.module.css'

type Props = { task: UnifiedTask; onClose: () => void }

const Days = ({ task }: Pick<Props, 'task'>) => {
  const { t } = useTranslation('unified-tasks')
  const within = { from: task.startDate, until: task.endDate }
  return (
    <div className={style.pair}>
      <FormField name="dataStartDate" label={t('dataStartDate')}>
        <DayInput {...within} />
      </FormField>
      <FormField name="dataEndDate" label={t('dataEndDate')} dependencies={['dataStartDate']}>
        <DayInput {...within} />
      </FormField>
    </div>
  )
}

const useMessages = () => {
  const { t } = useTranslation('unified-tasks')
  return { endBeforeStart: t('endBeforeStart'), outsideTask: t('outsideTask') }
}

type ChoiceProps = {
  tftzId: string
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
}
const DroneChoice = ({ tftzId, ...props }: ChoiceProps) => {
  const { value = [], onChange } = props
  const { t } = useTranslation('unified-tasks')
  const [search, setSearch] = useState('')
  const found = useQuery({
    ...buildQuery('getTaskDroneChoices', { query: { tftzId, search } }),
    ...keepShown,
  })
  const items = found.data?.items ?? []
  const chooseAll = (): void =>
    onChange?.([...new Set([...value, ...items.map(({ droneId }) => droneId)])])
  return (
    <>
      <Select
        {...props}
        mode="multiple"
        maxTagCount={12}
        showSearch={{ filterOption: false, onSearch: setSearch }}
        loading={found.isFetching}
        notFoundContent={search === '' ? t('choiceNone') : null}
        options={items.map(({ droneId, droneName, yyAccountName }) => ({
          value: droneId,
          label: [droneName, yyAccountName].filter(Boolean).join(' · '),
        }))}
      />
      {items.length > 1 && (
        <Button type="link" className={style.chooseAll} onClick={chooseAll}>
          {t('choiceAll', { shown: formatCount(items.length) })}
        </Button>
      )}
    </>
  )
}

export const AddDrones = ({ task, onClose }: Props) => {
  const { t } = useTranslation('unified-tasks')
  const add = useAddDrones()
  const { tftzId, tftzName: name, startDate, endDate } = task
  return (
    <FormDrawer
      title={t('addDronesTitle', { name })}
      submitLabel={t('addDrones')}
      schema={TaskDronesInput}
      messages={useMessages()}
      initial={{ dataStartDate: startDate, dataEndDate: endDate }}
      onClose={onClose}
      onSubmit={async (body) => {
        const { added } = await add.mutateAsync({ tftzId, ...body })
        showSuccess(t('dronesAdded', { count: added, shown: formatCount(added) }))
      }}
    >
      <FormField name="droneIds" label={t('terms:drones')}>
        <DroneChoice tftzId={tftzId} />
      </FormField>
      <Days task={task} />
    </FormDrawer>
  )
}

export const SetDroneDates = ({
  task,
  droneIds,
  onClose,
}: Props & { droneIds: readonly string[] }) => {
  const { t } = useTranslation('unified-tasks')
  const set = useSetDroneDates()
  return (
    <FormDrawer
      dialog={480}
      title={t('setDates')}
      schema={TaskDronesInput}
      messages={useMessages()}
      initial={{
        droneIds: [...droneIds],
        dataStartDate: task.startDate,
        dataEndDate: task.endDate,
      }}
      onClose={onClose}
      onSubmit={async (body) => {
        await set.mutateAsync({ tftzId: task.tftzId, ...body })
        showSuccess(t('datesSet'))
      }}
    >
      <Days task={task} />
    </FormDrawer>
  )
}
