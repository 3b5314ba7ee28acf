import { CropChange, CropInput, cropList } from '@swath/contract/crops'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useRowEditing } from '../../../ui/row-editing.tsx'
import { TermTabs } from '../terms/term-tabs.tsx'
import { useAddCrop, useDeleteCrop, useUpdateCrop } from './crops.mutations.ts'

const Fields = () => {
  const { t } = useTranslation('crops')
  return (
    <>
      <FormField name="cropName" label={t('terms:thingName')}>
        <Input maxLength={100} autoComplete="off" />
      </FormField>
      <FormField name="scientificName" label={t('scientificName')} extra={t('scientificNameHint')}>
        <Input maxLength={100} autoComplete="off" />
      </FormField>
    </>
  )
}

/** Crops: common ones, and an account's own. */
export const CropListScreen = () => {
  const { t } = useTranslation('crops')
  const mayAdd = useUser().can.manageTerms
  const add = useAddCrop()
  const update = useUpdateCrop()
  const destroy = useDeleteCrop()
  const { actions, rows, forms } = useRowEditing({
    list: cropList,
    toName: ({ cropName }) => cropName,
    fields: <Fields />,
    add: mayAdd
      ? {
          label: t('create'),
          schema: CropInput,
          initial: { scientificName: '' },
          run: add.mutateAsync,
        }
      : null,
    change: { schema: CropChange, run: update.mutateAsync },
    remove: { effect: t('deleteEffect'), run: destroy.mutateAsync },
  })
  return (
    <>
      <ListScreen
        list={cropList}
        title={t('terms:crops')}
        head={<TermTabs />}
        shown={['cropName', 'scientificName', 'own']}
        filters={['cropName']}
        actions={actions}
        rows={rows}
        empty={{ title: t('none') }}
      />
      {forms}
    </>
  )
}
