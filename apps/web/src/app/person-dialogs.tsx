import { lazy, Suspense } from 'react'
import { loadTexts } from '../lib/i18n.ts'

const texts = () => loadTexts(['ui', 'profile'])
const ProfileDialog = lazy(async () => {
  const [{ ProfileDialog: Dialog }] = await Promise.all([
    import('../modules/people/profile/profile-dialog.tsx'),
    texts(),
  ])
  return { default: Dialog }
})
const PasswordDialog = lazy(async () => {
  const [{ PasswordDialog: Dialog }] = await Promise.all([
    import('../modules/people/profile/password-dialog.tsx'),
    texts(),
  ])
  return { default: Dialog }
})
const SessionsDrawer = lazy(async () => {
  const [{ SessionsDrawer: Drawer }] = await Promise.all([
    import('../modules/people/profile/sessions-drawer.tsx'),
    texts(),
  ])
  return { default: Drawer }
})

export type PersonDialog = 'profile' | 'password' | 'sessions' | null

type Props = { shown: PersonDialog; onShow: (next: PersonDialog) => void }

/**
 * Dialogs of the person's menu. Mounted only while open: a page's own form asks before it is left,
 * and only one form may.
 */
export const PersonDialogs = ({ shown, onShow }: Props) => (
  <Suspense fallback={null}>
    {shown === 'profile' && (
      <ProfileDialog
        onClose={() => onShow(null)}
        onPassword={() => onShow('password')}
        onSessions={() => onShow('sessions')}
      />
    )}
    {shown === 'password' && <PasswordDialog onClose={() => onShow(null)} />}
    {shown === 'sessions' && <SessionsDrawer onClose={() => onShow(null)} />}
  </Suspense>
)
