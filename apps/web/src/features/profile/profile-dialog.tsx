import { NewPassword } from '@swath/contract/fields'
import { OwnProfile } from '@swath/contract/profile'
import { Button, Input } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { showSuccess } from '../../lib/errors.ts'
import { keepUser, useUser } from '../../lib/session.ts'
import { useChange } from '../../lib/use-change.ts'
import { FormField } from '../../ui/form-checks.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { ImageUpload } from '../../ui/image-upload.tsx'
import style from './profile.module.css'

/**
 * What the form asks: the three password fields belong together, and all of them may stay empty.
 */
const ProfileForm = z
  .object({
    userName: OwnProfile.shape.userName,
    userHeadUrl: OwnProfile.shape.userHeadUrl,
    oldPassword: z.string().max(200).default(''),
    newPassword: z.string().default(''),
    confirmation: z.string().default(''),
  })
  .superRefine(({ oldPassword, newPassword, confirmation }, context) => {
    if (oldPassword === '' && newPassword === '' && confirmation === '') return
    const refuse = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (oldPassword === '') refuse('oldPassword', 'required')
    if (!NewPassword.safeParse(newPassword).success) refuse('newPassword', 'passwordRule')
    if (confirmation !== newPassword || confirmation === '')
      refuse('confirmation', 'passwordsDiffer')
  })

const toOwnProfile = ({
  userName,
  userHeadUrl,
  oldPassword,
  newPassword,
}: z.output<typeof ProfileForm>): OwnProfile => ({
  userName,
  userHeadUrl,
  ...(newPassword === '' ? {} : { oldPassword, newPassword }),
})

const passwords = ['oldPassword', 'newPassword', 'confirmation']

const Picture = ({
  value = null,
  onChange,
  label,
}: {
  value?: string | null
  onChange?: (url: string | null) => void
  label: string
}) => (
  <ImageUpload value={value} onChange={(url) => onChange?.(url)} label={label} purpose="avatar" />
)

/** Own name, picture and password. */
export const ProfileDialog = ({
  onClose,
  onSessions,
}: {
  onClose: () => void
  onSessions: () => void
}) => {
  const { t } = useTranslation('profile')
  const user = useUser()
  const save = useChange({
    run: (body: OwnProfile) => call('updateOwnProfile', { body }),
    done: (info, { newPassword }) => {
      keepUser(info)
      showSuccess(newPassword === undefined ? t('saved') : t('savedPassword'))
    },
    outdated: ['getOwnInfo', 'listOwnSessions'],
  })
  const messages = useMemo(
    () => ({ passwordRule: t('passwordRule'), passwordsDiffer: t('passwordsDiffer') }),
    [t],
  )
  return (
    <FormDrawer
      open
      dialog={560}
      title={t('terms:editProfile')}
      schema={ProfileForm}
      messages={messages}
      onClose={onClose}
      onSubmit={(form) => save.mutateAsync(toOwnProfile(form))}
      initial={{
        userName: user.userName,
        userHeadUrl: user.userHeadUrl,
        oldPassword: '',
        newPassword: '',
        confirmation: '',
      }}
    >
      <FormField name="userHeadUrl" label={t('picture')}>
        <Picture label={t('picture')} />
      </FormField>
      <FormField name="userName" label={t('terms:name')}>
        <Input maxLength={60} autoComplete="name" />
      </FormField>
      <fieldset className={style.passwords}>
        <legend>{t('terms:password')}</legend>
        <p className={style.hint}>
          {t('passwordHint')} {t('passwordRule')}
        </p>
        <FormField name="oldPassword" dependencies={passwords} label={t('oldPassword')}>
          <Input.Password autoComplete="current-password" maxLength={200} spellCheck={false} />
        </FormField>
        <div className={style.pair}>
          <FormField name="newPassword" dependencies={passwords} label={t('newPassword')}>
            <Input.Password autoComplete="new-password" maxLength={16} spellCheck={false} />
          </FormField>
          <FormField name="confirmation" dependencies={passwords} label={t('confirmation')}>
            <Input.Password autoComplete="new-password" maxLength={16} spellCheck={false} />
          </FormField>
        </div>
      </fieldset>
      <Button type="link" className={style.devices} onClick={onSessions}>
        {t('terms:signedInDevices')}
      </Button>
    </FormDrawer>
  )
}
