import {
  IdentityProviderChange,
  IdentityProviderInput,
  type IdentityProvider,
} from '@swath/contract/people/organisation-sign-in'
import { Checkbox, Select, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery, queryClient } from '../../../lib/query.ts'
import { roleTitles } from '../../../lib/roles.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { consoleRoles, GroupRolesField } from './group-roles-field.tsx'
import { useAddProvider, useUpdateProvider } from './organisation-sign-in.mutations.ts'

/** The page to which providers return (`returnPath` of the server). */
const redirectUri = (): string => `${window.location.origin}/login/organisation`

const CheckField = ({ name, label }: { name: string; label: string }) => (
  <FormField name={name} label={null} valuePropName="checked">
    <Checkbox>{label}</Checkbox>
  </FormField>
)

const ClientFields = ({ hasSecret }: { hasSecret: boolean }) => {
  const { t } = useTranslation('organisation-sign-in')
  return (
    <>
      <TextField name="providerName" label={t('name')} extra={t('nameHint')} maxLength={60} />
      <TextField
        name="issuer"
        label={t('issuer')}
        extra={t('issuerHint')}
        type="url"
        inputMode="url"
        maxLength={300}
      />
      <TextField name="clientId" label={t('clientId')} maxLength={300} spellCheck={false} />
      <TextField
        name="clientSecret"
        label={t('clientSecret')}
        extra={t(hasSecret ? 'clientSecretKept' : 'clientSecretHint')}
        type="password"
        autoComplete="new-password"
        maxLength={500}
      />
      <div className="mb-16">
        <p className="m-0">{t('redirect')}</p>
        <Typography.Text
          code
          className="break-anywhere"
          copyable={{ text: redirectUri(), tooltips: [t('terms:copy'), t('terms:copied')] }}
        >
          {redirectUri()}
        </Typography.Text>
        <p className="muted m-0 text-13">{t('redirectHint')}</p>
      </div>
    </>
  )
}

const Fields = ({ hasSecret }: { hasSecret: boolean }) => {
  const { t } = useTranslation('organisation-sign-in')
  return (
    <>
      <ClientFields hasSecret={hasSecret} />
      <TextField
        name="groupsClaim"
        label={t('groupsClaim')}
        extra={t('groupsClaimHint')}
        maxLength={200}
        spellCheck={false}
      />
      <FormField name="groupRoles" label={t('groupRoles')} extra={t('groupRolesHint')}>
        <GroupRolesField />
      </FormField>
      <FormField
        name="defaultRole"
        label={t('defaultRole')}
        dependencies={['createsMembers', 'groupsClaim']}
        getValueProps={(role: number | null) => ({ value: role ?? 0 })}
        normalize={(shown: number) => shown || null}
      >
        <Select
          options={[
            { value: 0, label: t('noAccess') },
            ...consoleRoles.map((role) => ({ value: role, label: t(roleTitles[role]) })),
          ]}
        />
      </FormField>
      <CheckField name="createsMembers" label={t('createsMembers')} />
      <CheckField name="trustsFactor" label={t('trustsFactor')} />
      <CheckField name="trustsEmail" label={t('trustsEmail')} />
      <CheckField name="enabled" label={t('enabled')} />
    </>
  )
}

const useMessages = () => {
  const { t } = useTranslation('organisation-sign-in')
  return {
    issuerWrong: t('issuerWrong'),
    groupTwice: t('groupTwice'),
    groupRolesWrong: t('groupWrong'),
    roleMissing: t('roleMissing'),
    defaultRoleMissing: t('roleMissing'),
  }
}

const initialProvider = {
  clientSecret: '',
  groupsClaim: '',
  groupRoles: [],
  defaultRole: null,
  createsMembers: false,
  trustsFactor: false,
  trustsEmail: false,
  enabled: true,
}

type Props = { provider: IdentityProvider | null; onClose: () => void }

/** `provider`: null: adds one. */
export const ProviderForm = ({ provider, onClose }: Props) => {
  const { t } = useTranslation('organisation-sign-in')
  const add = useAddProvider()
  const update = useUpdateProvider()
  const messages = useMessages()
  if (provider === null)
    return (
      <FormDrawer
        onClose={onClose}
        title={t('add')}
        submitLabel={t('add')}
        schema={IdentityProviderInput}
        messages={messages}
        initial={initialProvider}
        onSubmit={async (body) => {
          const { providerName: name } = await add.mutateAsync(body)
          showSuccess(t('ui:rowAdded', { name }))
        }}
      >
        <Fields hasSecret={false} />
      </FormDrawer>
    )
  const { providerId } = provider
  return (
    <FormDrawer
      onClose={onClose}
      title={t('edit', { name: provider.providerName })}
      schema={IdentityProviderChange}
      messages={messages}
      initial={{ ...provider, clientSecret: '' }}
      readAgain={async () => {
        const { items } = await queryClient.fetchQuery(buildQuery('listIdentityProviders'))
        const now = items.find((one) => one.providerId === providerId) ?? provider
        return { ...now, clientSecret: '' }
      }}
      onSubmit={async (body) => {
        const { providerName: name } = await update.mutateAsync(body)
        showSuccess(t('ui:rowSaved', { name }))
      }}
    >
      <Fields hasSecret={provider.hasSecret} />
    </FormDrawer>
  )
}
