import {
  ChemicalChange,
  ChemicalInput,
  chemicalKinds,
  chemicalList,
} from '@swath/contract/chemicals'
import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useRowEditing } from '../../../ui/row-editing.tsx'
import { TermTabs } from '../terms/term-tabs.tsx'
import { useAddChemical, useDeleteChemical, useUpdateChemical } from './chemicals.mutations.ts'

const Fields = () => {
  const { t } = useTranslation('chemicals')
  const { words } = chemicalList.columns.kind
  return (
    <>
      <FormField name="chemicalName" label={t('terms:thingName')}>
        <Input maxLength={100} autoComplete="off" />
      </FormField>
      <FormField name="kind" label={t('kind')}>
        <Select options={chemicalKinds.map((kind) => ({ value: kind, label: t(words[kind]) }))} />
      </FormField>
    </>
  )
}

/** Chemicals: active substances by their common names, and an account's own products. */
export const ChemicalListScreen = () => {
  const { t } = useTranslation('chemicals')
  const mayAdd = useUser().can.manageTerms
  const add = useAddChemical()
  const update = useUpdateChemical()
  const destroy = useDeleteChemical()
  const { actions, rows, forms } = useRowEditing({
    list: chemicalList,
    toName: ({ chemicalName }) => chemicalName,
    fields: <Fields />,
    add: mayAdd
      ? { label: t('create'), schema: ChemicalInput, initial: {}, run: add.mutateAsync }
      : null,
    change: { schema: ChemicalChange, run: update.mutateAsync },
    remove: { effect: t('deleteEffect'), run: destroy.mutateAsync },
  })
  return (
    <>
      <ListScreen
        list={chemicalList}
        title={t('terms:chemicals')}
        head={<TermTabs />}
        shown={['chemicalName', 'kind', 'own']}
        filters={['chemicalName', 'kind']}
        actions={actions}
        rows={rows}
        empty={{ title: t('none') }}
      />
      {forms}
    </>
  )
}
