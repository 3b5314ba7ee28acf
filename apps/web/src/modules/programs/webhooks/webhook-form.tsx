import { changeTypeNames } from '@swath/contract/programs/change-types'
import { WebhookInput, type Webhook } from '@swath/contract/programs/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useSecretReveal } from './use-secret-reveal.tsx'
import { typeLabels } from './webhooks.labels.ts'
import { useCreateWebhook, useUpdateWebhook } from './webhooks.mutations.ts'

const KeyField = () => {
  const { t } = useTranslation('webhooks')
  const keys = useQuery(buildQuery('listApiKeys', { query: { state: 'working', pageSize: '50' } }))
  return (
    <FormField name="keyId" label={t('key')} extra={t('keyHint')}>
      <Select
        loading={keys.isPending}
        showSearch={{ optionFilterProp: 'label' }}
        options={keys.data?.items.map(({ keyId, keyName }) => ({ value: keyId, label: keyName }))}
        notFoundContent={t('needsKey')}
      />
    </FormField>
  )
}

const TypesField = () => {
  const { t } = useTranslation('webhooks')
  return (
    <FormField name="types" label={t('types')}>
      <Select
        mode="multiple"
        showSearch={{ optionFilterProp: 'label' }}
        options={changeTypeNames.map((type) => ({ value: type, label: t(typeLabels[type]) }))}
      />
    </FormField>
  )
}

/** `row`: the webhook to change; absent: a new one. */
export const WebhookForm = ({
  row,
  open,
  onClose,
}: {
  row?: Webhook | undefined
  open: boolean
  onClose: () => void
}) => {
  const { t } = useTranslation('webhooks')
  const create = useCreateWebhook()
  const update = useUpdateWebhook()
  const reveal = useSecretReveal()
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={row ? t('edit') : t('create')}
      submitLabel={row ? t('terms:save') : t('create')}
      schema={WebhookInput}
      initial={{
        webhookName: row?.webhookName ?? '',
        url: row?.url ?? '',
        types: row?.types ?? [],
        keyId: row?.keyId,
        enabled: row?.enabled ?? true,
      }}
      onSubmit={async (body) => {
        if (row)
          await update.mutateAsync({ ...body, webhookId: row.webhookId, version: row.version })
        else reveal(await create.mutateAsync(body))
      }}
    >
      <TextField
        name="webhookName"
        label={t('webhookName')}
        extra={t('webhookNameHint')}
        maxLength={60}
      />
      <TextField name="url" label={t('url')} extra={t('urlHint')} maxLength={500} />
      <TypesField />
      <KeyField />
      <FormField name="enabled" label={t('enabled')} valuePropName="checked">
        <Switch />
      </FormField>
    </FormDrawer>
  )
}
