import { DroneInput } from '@swath/contract/drones'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { showSuccess } from '../../lib/errors.ts'
import { outdated, queryOf } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { FormDrawer, FormField } from '../../ui/form-drawer.tsx'

/** A new drone by its maker's serial number. An operator registers for itself; others may hand it to an operator. */
export const RegisterDrone = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslation('drones')
  const isOperator = useUser().accountType === 4
  const models = useQuery({ ...queryOf('listDroneModels', { query: { pageSize: '500' } }), enabled: open })
  const operators = useQuery({ ...queryOf('listOperators'), enabled: open && !isOperator })
  const add = useMutation({
    mutationFn: (body: Parameters<typeof call<'addDrone'>>[1]['body']) => call('addDrone', { body }),
    onSuccess: (drone) => {
      showSuccess(t('registeredNote', { name: drone.droneName }))
      return outdated('listDrones', 'listManufacturers', 'listOperators')
    },
  })
  return (
    <FormDrawer open={open} onClose={onClose} title={t('registerTitle')} submitLabel={t('register')} schema={DroneInput} initial={{ yyAccountId: null }}
      onSubmit={(body) => add.mutateAsync(body)}>
      <FormField name="droneId" label={t('droneId')} extra={t('droneIdHint')}><Input autoComplete="off" spellCheck={false} maxLength={32} /></FormField>
      <FormField name="droneName" label={t('droneName')} extra={t('droneNameHint')}><Input autoComplete="off" maxLength={60} /></FormField>
      <FormField name="flyModelId" label={t('modelName')}>
        <Select showSearch optionFilterProp="label" loading={models.isPending} notFoundContent={models.isPending ? null : t('modelsNone')}
          options={models.data?.items.map((model) => ({ value: model.flyModelId, label: `${model.modelName} · ${model.zzAccountName}` })) ?? []} />
      </FormField>
      {!isOperator && (
        <FormField name="yyAccountId" label={t('operator')} extra={t('operatorHint')}>
          <Select showSearch allowClear optionFilterProp="label" loading={operators.isPending}
            options={operators.data?.items.map((account) => ({ value: account.accountId, label: account.accountName })) ?? []} />
        </FormField>
      )}
    </FormDrawer>
  )
}
