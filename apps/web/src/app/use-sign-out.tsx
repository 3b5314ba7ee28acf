import { App } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { call, giveUpCalls } from '../lib/api.ts'
import { showNext } from '../lib/errors.ts'
import { sendHeldDeletions } from '../lib/held-deletions.ts'
import { hostTheme } from '../lib/host-theme.ts'
import { queryClient } from '../lib/query.ts'
import {
  beginSignOut,
  currentTokens,
  currentUser,
  dropSession,
  onSessionChange,
  sessionEndReason,
} from '../lib/session.ts'
import { forgetRecentEntries } from './search/recent-entries.ts'

/**
 * Leaves the page when the session ends, for any reason, and starts over when another tab signs in
 * a different person.
 */
export const useSessionEnd = (): void => {
  const navigate = useNavigate()
  const location = useLocation()
  const { t } = useTranslation('app')
  useEffect(() => {
    const userId = currentUser()?.userId
    return onSessionChange(() => {
      if (currentTokens()) {
        if (currentUser() && currentUser()?.userId !== userId) window.location.assign('/')
        return
      }
      queryClient.clear()
      forgetRecentEntries()
      if (sessionEndReason() === 'ended') {
        showNext('warning', t('sessionEnded'))
        void navigate('/login', {
          replace: true,
          state: { from: location.pathname + location.search },
        })
      } else {
        showNext('success', t('signedOut'))
        void navigate('/login', { replace: true })
      }
    })
  }, [navigate, location, t])
}

/**
 * Asks, notifies the server, and forgets the session. If the server cannot be reached, the person
 * is still signed out of this browser.
 */
export const useSignOut = (onClosed: () => void): (() => void) => {
  const { modal } = App.useApp()
  const { t } = useTranslation('app')
  return () =>
    void modal.confirm({
      title: t('signOutAsk', { product: hostTheme().productName }),
      okText: t('terms:signOut'),
      cancelText: t('terms:cancel'),
      icon: null,
      centered: true,
      afterClose: onClosed,
      onOk: async () => {
        await sendHeldDeletions()
        beginSignOut()
        giveUpCalls() // they would fail without a session
        try {
          await call('loginOut', {}, { timeoutMs: 5000 })
        } catch (error) {
          // The session will expire on the server; this browser must forget it now.
          console.warn(error)
        }
        dropSession('signed-out')
      },
    })
}
