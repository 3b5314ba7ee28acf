import { createBrowserRouter, redirect, type RouteObject } from 'react-router'
import { inTime } from '../lib/errors.ts'
import { loadTexts } from '../lib/i18n.ts'
import { currentTokens } from '../lib/session.ts'
import { PageFailure } from './page-failure.tsx'
import { lazyPart } from './lazy-part.ts'
import { StartMark } from './start-mark.tsx'
import { screenLines, type ScreenLine } from './screens.ts'

const publicPaths: readonly string[] = ['/login', '/register', '/retrieve-password', '/outbox']

const guard = () => inTime(import('./guard.ts'))

const toRoute = (line: ScreenLine): RouteObject => ({
  path: line.path,
  handle: line,
  loader: async ({ params }) => (await guard()).guardScreen(line, params),
  lazy: lazyPart(line.load),
  ErrorBoundary: PageFailure,
})

export const createRouter = () => {
  // Nobody is signed in: straight to the sign-in page, before anything of the console is fetched.
  if (!currentTokens() && !publicPaths.includes(window.location.pathname))
    window.history.replaceState(null, '', '/login')
  return createBrowserRouter([
    {
      HydrateFallback: StartMark,
      ErrorBoundary: PageFailure,
      children: [
        {
          path: '/login',
          loader: async () => {
            if (currentTokens()) return redirect('/')
            await loadTexts(['auth'])
            return null
          },
          lazy: lazyPart(
            async () => (await import('../features/auth/sign-in-screen.tsx')).SignInScreen,
          ),
        },
        {
          path: '/retrieve-password',
          loader: async () => {
            await loadTexts(['auth'])
            return null
          },
          lazy: lazyPart(
            async () =>
              (await import('../features/auth/retrieve-password-screen.tsx'))
                .RetrievePasswordScreen,
          ),
        },
        {
          path: '/outbox',
          loader: async () => {
            await loadTexts(['demonstration'])
            return null
          },
          lazy: lazyPart(
            async () => (await import('../features/demonstration/outbox-screen.tsx')).OutboxScreen,
          ),
        },
        {
          path: '/register',
          loader: async () => {
            await loadTexts(['auth', 'registration', 'ui'])
            return null
          },
          lazy: lazyPart(async () => (await import('./register-page.tsx')).RegisterPage),
        },
        {
          lazy: lazyPart(async () => (await import('./shell.tsx')).Shell),
          children: [
            {
              path: '/',
              loader: async () => (await guard()).goHome(true),
              lazy: lazyPart(async () => (await import('./no-screen.tsx')).NoScreen),
            },
            { path: '/redirect_to_account', loader: async () => (await guard()).goToAccount() },
            ...screenLines.map(toRoute),
            { path: '*', loader: async () => (await guard()).goHome(false) },
          ],
        },
      ],
    },
  ])
}
