import {
  ApiKeyInput,
  keyCallsAtMost,
  keyCallsByDefault,
  type ApiKey,
} from '@swath/contract/people/api-keys'
import { Input, InputNumber, Radio, Select } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { rightTitle } from '../../../lib/rights.ts'
import { useUser } from '../../../lib/session.ts'
import { useCredentialReveal } from '../../../ui/credential-reveal.tsx'
import { DayInput } from '../../../ui/fields/field-inputs.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { useCreateApiKey } from './api-keys.mutations.ts'

/** Days until a new key expires, unless its maker chooses another end. */
const usualDays = 90

const separators = [',', ' ', ';', '\n']

/** What the program may do: kind of access, pages and rights. */
const AccessFields = () => {
  const { t } = useTranslation('api-keys')
  const { rights } = useUser()
  const { groups } = useOwnScreens()
  return (
    <>
      <FormField name="access" label={t('access')}>
        <Radio.Group
          options={[
            { value: 'read', label: t('read') },
            { value: 'write', label: t('write') },
          ]}
        />
      </FormField>
      <FormField name="screens" label={t('screens')} extra={t('screensHint')}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          options={groups.map(({ title, screens }) => ({
            label: title,
            title,
            options: screens.map(({ screen, title: label }) => ({ value: screen, label })),
          }))}
        />
      </FormField>
      <FormField name="rights" label={t('rights')} extra={t('rightsHint')}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          options={rights.map((right) => ({ value: right, label: rightTitle(right) }))}
        />
      </FormField>
    </>
  )
}

/** Where the key counts: drones, addresses, calls and end. */
const LimitFields = () => {
  const { t } = useTranslation('api-keys')
  return (
    <>
      <FormField name="until" label={t('until')}>
        <DayInput />
      </FormField>
      <FormField name="droneIds" label={t('drones')} extra={t('dronesHint')}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={separators} />
      </FormField>
      <FormField name="addresses" label={t('addresses')} extra={t('addressesHint')}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={separators} />
      </FormField>
      <FormField name="perMinute" label={t('perMinute')}>
        <InputNumber min={1} max={keyCallsAtMost} precision={0} style={{ width: '100%' }} />
      </FormField>
    </>
  )
}

/** Shows the key with a call to try it. */
const useReveal = (): ((made: ApiKey & { key: string }) => void) => {
  const { t } = useTranslation('api-keys')
  const reveal = useCredentialReveal()
  return ({ keyName, key }) =>
    reveal({
      title: t('made', { name: keyName }),
      hint: t('shownOnce'),
      lines: [[t('key'), key]],
      after: (
        <label className="grid gap-6">
          {t('tryIt')}
          <Input.TextArea
            readOnly
            autoSize
            className="mono"
            value={`curl -H "Authorization: Bearer ${key}" ${location.origin}/api/user/baseaccount/info`}
          />
        </label>
      ),
    })
}

export const ApiKeyForm = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslation('api-keys')
  const create = useCreateApiKey()
  const reveal = useReveal()
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={t('create')}
      submitLabel={t('create')}
      schema={ApiKeyInput}
      initial={{
        access: 'read',
        screens: [],
        rights: [],
        droneIds: [],
        addresses: [],
        perMinute: keyCallsByDefault,
        until: dayjs().add(usualDays, 'day').format('YYYY-MM-DD'),
      }}
      onSubmit={async (body) => reveal(await create.mutateAsync(body))}
    >
      <TextField name="keyName" label={t('keyName')} extra={t('keyNameHint')} maxLength={60} />
      <AccessFields />
      <LimitFields />
    </FormDrawer>
  )
}
