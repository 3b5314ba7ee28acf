import { OwnProfile } from '@swath/contract/people/profile'
import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { keepUser, useUser } from '../../../lib/session.ts'
import { useChange } from '../../../lib/use-change.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { ImageUpload } from '../../../ui/image-upload.tsx'
import style from './profile.module.css'

const ProfileForm = z.object({
  userName: OwnProfile.shape.userName,
  userHeadUrl: OwnProfile.shape.userHeadUrl,
})

type PictureProps = {
  value?: string | null
  onChange?: (url: string | null) => void
  label: string
}
const Picture = ({ value = null, onChange, label }: PictureProps) => (
  <ImageUpload value={value} onChange={(url) => onChange?.(url)} label={label} purpose="avatar" />
)

type Props = {
  onClose: () => void
  onPassword: () => void
  onSecurity: () => void
  onSessions: () => void
}

/** The person's name and picture; the password has its own dialog. */
export const ProfileDialog = ({ onClose, onPassword, onSecurity, onSessions }: Props) => {
  const { t } = useTranslation('profile')
  const user = useUser()
  const save = useChange({
    run: (body: OwnProfile) => call('updateOwnProfile', { body }),
    done: (info) => {
      keepUser(info)
      showSuccess(t('saved'))
    },
    outdated: ['getOwnInfo'],
  })
  return (
    <FormDrawer
      dialog={560}
      title={t('terms:editProfile')}
      schema={ProfileForm}
      onClose={onClose}
      onSubmit={(form) => save.mutateAsync(form)}
      initial={{ userName: user.userName, userHeadUrl: user.userHeadUrl }}
    >
      <FormField name="userHeadUrl" label={t('picture')}>
        <Picture label={t('picture')} />
      </FormField>
      <FormField name="userName" label={t('terms:name')}>
        <Input maxLength={60} autoComplete="name" />
      </FormField>
      <div className={style.links}>
        <Button type="link" onClick={onPassword}>
          {t('changePassword')}
        </Button>
        <Button type="link" onClick={onSecurity}>
          {t('second-factor:title')}
        </Button>
        <Button type="link" onClick={onSessions}>
          {t('terms:signedInDevices')}
        </Button>
      </div>
    </FormDrawer>
  )
}
