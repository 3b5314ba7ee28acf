import type { Firmware } from '@swath/contract/gear/firmware'
import { Input, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { showSuccess } from '../../../lib/errors.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useSignFirmware } from './firmware.mutations.ts'

const Signing = z
  .object({ by: z.enum(['kept', 'own']), privkey: z.string().trim().max(2000).default('') })
  .refine(({ by, privkey }) => by === 'kept' || privkey !== '', {
    path: ['privkey'],
    message: 'required',
  })

const dialogPx = 520

type Props = { firmware: Firmware; onClose: () => void }

/** Signs with the stored key, or with a key that the maker keeps. */
export const SignFirmware = ({ firmware, onClose }: Props) => {
  const { t } = useTranslation('firmware')
  const sign = useSignFirmware()
  const [isOwn, setOwn] = useState(false)
  const { firmwareId, firmwareVersion, version } = firmware
  return (
    <FormDrawer
      dialog={dialogPx}
      onClose={onClose}
      title={t('signTitle', { version: firmwareVersion })}
      submitLabel={t('sign')}
      schema={Signing}
      initial={{ by: 'kept' }}
      onValues={({ by }) => setOwn(by === 'own')}
      onSubmit={async ({ by, privkey }) => {
        await sign.mutateAsync({ firmwareId, version, privkey: by === 'own' ? privkey : '' })
        showSuccess(t('signed', { version: firmwareVersion }))
      }}
    >
      <FormField name="by" label={t('signedWith')}>
        <Radio.Group
          className="list-plain grid gap-16"
          options={[
            { value: 'kept', label: t('signKept') },
            { value: 'own', label: t('signOwn') },
          ]}
        />
      </FormField>
      {isOwn && (
        <FormField name="privkey" label={t('privkey')} extra={t('privkeyHint')}>
          <Input.TextArea
            autoSize={{ minRows: 3, maxRows: 6 }}
            maxLength={2000}
            autoComplete="off"
            spellCheck={false}
            placeholder="-----BEGIN PRIVATE KEY-----"
          />
        </FormField>
      )}
    </FormDrawer>
  )
}
