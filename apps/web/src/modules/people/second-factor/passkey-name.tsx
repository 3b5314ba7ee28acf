import {
  RenamedPasskey,
  type FactorAdded,
  type Passkey,
} from '@swath/contract/people/second-factor'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { useChange } from '../../../lib/use-change.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { addPasskey } from '../auth/passkey-calls.ts'

export type PasskeyOptions = Parameters<typeof addPasskey>[0]

type Named = z.output<typeof RenamedPasskey>

const NameField = () => {
  const { t } = useTranslation('second-factor')
  return (
    <FormField name="name" label={t('passkeyName')} extra={t('passkeyNameHint')}>
      <Input autoFocus maxLength={60} />
    </FormField>
  )
}

type Props = { options: PasskeyOptions; onDone: (added: FactorAdded) => void; onClose: () => void }

/** Names a passkey, and creates it in the browser. */
export const PasskeyName = ({ options, onDone, onClose }: Props) => {
  const { t } = useTranslation('second-factor')
  const add = useChange({
    run: ({ name }: Named) => addPasskey(options, name),
    outdated: ['getOwnFactors', 'listOwnSessions'],
    done: onDone,
  })
  return (
    <FormDrawer
      dialog={440}
      title={t('passkeyAdd')}
      schema={RenamedPasskey}
      initial={{ name: '' }}
      submitLabel={t('passkeyAdd')}
      onClose={onClose}
      onSubmit={(form) => add.mutateAsync(form)}
    >
      <NameField />
    </FormDrawer>
  )
}

type RenameProps = { passkey: Passkey; onClose: () => void }

/** Changes the name under which a passkey is listed. */
export const RenamePasskey = ({ passkey: { passkeyId, name }, onClose }: RenameProps) => {
  const { t } = useTranslation('second-factor')
  const rename = useChange({
    run: (body: Named) => call('renamePasskey', { params: { passkeyId }, body }),
    outdated: ['getOwnFactors'],
    done: () => showSuccess(t('passkeyRenamed')),
  })
  return (
    <FormDrawer
      dialog={440}
      title={t('renamePasskey', { name })}
      schema={RenamedPasskey}
      initial={{ name }}
      submitLabel={t('terms:rename')}
      onClose={onClose}
      onSubmit={(form) => rename.mutateAsync(form)}
    >
      <NameField />
    </FormDrawer>
  )
}
