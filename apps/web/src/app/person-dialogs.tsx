import { Suspense } from 'react'
import { lazyComponent } from '../lib/lazy-component.tsx'

const ProfileDialog = lazyComponent(
  async () => (await import('../modules/people/profile/profile-dialog.tsx')).ProfileDialog,
)
const PasswordDialog = lazyComponent(
  async () => (await import('../modules/people/profile/password-dialog.tsx')).PasswordDialog,
)
const SessionsDrawer = lazyComponent(
  async () => (await import('../modules/people/profile/sessions-drawer.tsx')).SessionsDrawer,
)

const SecurityDrawer = lazyComponent(
  async () => (await import('../modules/people/second-factor/security-drawer.tsx')).SecurityDrawer,
)

export type PersonDialog = 'profile' | 'password' | 'security' | 'sessions' | null

type Props = { shown: PersonDialog; onShow: (next: PersonDialog) => void }

/**
 * Dialogs of the user menu. They are mounted only while open, because React Router allows one
 * navigation blocker and a form on the page may need it.
 */
export const PersonDialogs = ({ shown, onShow }: Props) => (
  <Suspense fallback={null}>
    {shown === 'profile' && (
      <ProfileDialog
        onClose={() => onShow(null)}
        onPassword={() => onShow('password')}
        onSecurity={() => onShow('security')}
        onSessions={() => onShow('sessions')}
      />
    )}
    {shown === 'password' && <PasswordDialog onClose={() => onShow(null)} />}
    {shown === 'security' && <SecurityDrawer onClose={() => onShow(null)} />}
    {shown === 'sessions' && <SessionsDrawer onClose={() => onShow(null)} />}
  </Suspense>
)
