import { NewPassword } from '@swath/contract/fields'
import { Input } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { keepUser, useUser } from '../../../lib/session.ts'
import { useChange } from '../../../lib/use-change.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'

const PasswordForm = z
  .object({
    oldPassword: z.string().min(1).max(200),
    newPassword: z.string().min(1),
    confirmation: z.string().min(1),
  })
  .superRefine(({ newPassword, confirmation }, context) => {
    const refuse = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (!NewPassword.safeParse(newPassword).success) refuse('newPassword', 'passwordRule')
    if (confirmation !== newPassword) refuse('confirmation', 'passwordsDiffer')
  })
type PasswordForm = z.output<typeof PasswordForm>

const passwords = ['oldPassword', 'newPassword', 'confirmation']

/** Changing the password ends the person's other sessions. */
export const PasswordDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('profile')
  const { userName, userHeadUrl } = useUser()
  const save = useChange({
    run: ({ oldPassword, newPassword }: PasswordForm) =>
      call('updateOwnProfile', { body: { userName, userHeadUrl, oldPassword, newPassword } }),
    done: (info) => {
      keepUser(info)
      showSuccess(t('savedPassword'))
    },
    outdated: ['getOwnInfo', 'listOwnSessions'],
  })
  const messages = useMemo(
    () => ({ passwordRule: t('passwordRule'), passwordsDiffer: t('passwordsDiffer') }),
    [t],
  )
  return (
    <FormDrawer
      dialog={560}
      title={t('changePassword')}
      schema={PasswordForm}
      messages={messages}
      onClose={onClose}
      onSubmit={(form) => save.mutateAsync(form)}
      initial={{ oldPassword: '', newPassword: '', confirmation: '' }}
    >
      <p className="muted mb-16">{t('passwordHint')}</p>
      <FormField name="oldPassword" dependencies={passwords} label={t('oldPassword')}>
        <Input.Password autoComplete="current-password" maxLength={200} spellCheck={false} />
      </FormField>
      <FormField
        name="newPassword"
        dependencies={passwords}
        label={t('newPassword')}
        extra={t('passwordRule')}
      >
        <Input.Password autoComplete="new-password" maxLength={200} spellCheck={false} />
      </FormField>
      <FormField name="confirmation" dependencies={passwords} label={t('confirmation')}>
        <Input.Password autoComplete="new-password" maxLength={200} spellCheck={false} />
      </FormField>
    </FormDrawer>
  )
}
