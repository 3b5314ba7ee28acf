import { WorkTypeChange, WorkTypeInput, workTypeList } from '@swath/contract/work-types'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useRowEditing } from '../../../ui/row-editing.tsx'
import { TermTabs } from '../terms/term-tabs.tsx'
import { useAddWorkType, useDeleteWorkType, useUpdateWorkType } from './work-types.mutations.ts'

const Fields = () => {
  const { t } = useTranslation('work-types')
  return (
    <FormField name="workTypeName" label={t('terms:thingName')}>
      <Input maxLength={100} autoComplete="off" />
    </FormField>
  )
}

/** Kinds of work of drones. */
export const WorkTypeListScreen = () => {
  const { t } = useTranslation('work-types')
  const mayAdd = useUser().can.manageTerms
  const add = useAddWorkType()
  const update = useUpdateWorkType()
  const destroy = useDeleteWorkType()
  const { actions, rows, forms } = useRowEditing({
    list: workTypeList,
    toName: ({ workTypeName }) => workTypeName,
    fields: <Fields />,
    add: mayAdd
      ? { label: t('create'), schema: WorkTypeInput, initial: {}, run: add.mutateAsync }
      : null,
    change: { schema: WorkTypeChange, run: update.mutateAsync },
    remove: { effect: t('deleteEffect'), run: destroy.mutateAsync },
  })
  return (
    <>
      <ListScreen
        list={workTypeList}
        title={t('terms:workTypes')}
        head={<TermTabs />}
        shown={['workTypeName', 'own']}
        filters={['workTypeName']}
        actions={actions}
        rows={rows}
        empty={{ title: t('none') }}
      />
      {forms}
    </>
  )
}
