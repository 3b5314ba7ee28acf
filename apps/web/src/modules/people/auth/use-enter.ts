import { toPolicyFacts, userOfWire } from '@swath/contract/people/access'
import type { SignedIn } from '@swath/contract/people/auth'
import { pathAfterSignIn } from '@swath/domain/access/landing'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { showNext } from '../../../lib/errors.ts'
import { keepSession } from '../../../lib/session.ts'
import { isOwnPath, takeWantedPage } from '../../../lib/wanted-page.ts'

/**
 * The page to return to after a session ended; other people go where the specification sends them.
 */
const cameFrom = (state: unknown): string | null =>
  typeof state === 'object' &&
  state !== null &&
  'from' in state &&
  typeof state.from === 'string' &&
  isOwnPath(state.from)
    ? state.from
    : takeWantedPage()

/** Keeps a complete session and leaves for the page that the person wanted. */
export const useEnter = (): ((session: SignedIn) => Promise<void>) => {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const location = useLocation()
  return async (session) => {
    keepSession(session)
    showNext('success', t('signedIn'))
    const path =
      cameFrom(location.state) ?? pathAfterSignIn(toPolicyFacts(userOfWire(session.userInfo)))
    await navigate(path, { replace: true })
  }
}
