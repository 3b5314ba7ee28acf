import { Button, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call, CallError } from '../../../lib/api.ts'
import { useChange } from '../../../lib/use-change.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { provePasskey } from '../auth/passkey-calls.ts'

const IdentityForm = z.object({ password: z.string().min(1).max(200) })

type DialogProps = { hasPasskey: boolean; onConfirmed: () => void; onClose: () => void }

const IdentityDialog = ({ hasPasskey, onConfirmed, onClose }: DialogProps) => {
  const { t } = useTranslation('second-factor')
  const byPassword = useChange({
    run: (body: z.output<typeof IdentityForm>) => call('confirmIdentity', { body }),
    outdated: [],
    done: onConfirmed,
    refused: 'shownByCaller',
  })
  const byPasskey = useChange({
    run: async () => call('confirmIdentity', { body: { passkey: await provePasskey() } }),
    outdated: [],
    done: onConfirmed,
  })
  return (
    <FormDrawer
      dialog={440}
      title={t('identityTitle')}
      schema={IdentityForm}
      initial={{ password: '' }}
      submitLabel={t('confirm')}
      onClose={onClose}
      onSubmit={(form) => byPassword.mutateAsync(form)}
    >
      <p className="muted mb-16">{t('identityHint')}</p>
      <FormField name="password" label={t('terms:password')}>
        <Input.Password
          autoFocus
          autoComplete="current-password"
          maxLength={200}
          spellCheck={false}
        />
      </FormField>
      {hasPasskey && (
        <Button loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          {t('identityPasskey')}
        </Button>
      )}
    </FormDrawer>
  )
}

type Asked = { resume: () => void; giveUp: () => void }

/**
 * Runs a change of factors; if the server wants the identity confirmed first, asks for it and runs
 * the change again. Closing the dialog abandons the change without an error.
 */
export const useIdentity = (
  hasPasskey: boolean,
): { confirmed: <T>(run: () => Promise<T>) => Promise<T>; dialog: ReactNode } => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const confirmed = async <T,>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'identity_unconfirmed')) throw error
      await new Promise<void>((resume, reject) => {
        const giveUp = () => reject(new DOMException('not confirmed', 'AbortError'))
        setAsked({ resume, giveUp })
      })
      return run()
    }
  }
  const close = (then: keyof Asked) => (): void => {
    setAsked(null)
    asked?.[then]()
  }
  const dialog = asked && (
    <IdentityDialog
      hasPasskey={hasPasskey}
      onConfirmed={close('resume')}
      onClose={close('giveUp')}
    />
  )
  return { confirmed, dialog }
}
