import { createBrowserRouter, matchPath, redirect, type RouteObject } from 'react-router'
import { currentPalette } from '../lib/appearance.ts'
import { inTime } from '../lib/errors.ts'
import { loadTexts } from '../lib/i18n.ts'
import { currentTokens, hasHalfToken } from '../lib/session.ts'
import { keepWantedPage } from '../lib/wanted-page.ts'
import { PageFailure } from './page-failure.tsx'
import { lazyPart } from './lazy-part.ts'
import { StartMark } from './start-mark.tsx'
import type { ScreenLine } from '../lib/screen-line.ts'
import type { Palette } from '../lib/theme.ts'
import { screenLines } from './screens.ts'

const publicPaths = [
  '/login',
  '/login/organisation',
  '/register',
  '/second-factor',
  '/retrieve-password',
  '/outbox',
  '/s/:token',
  '/guide/:page',
]
const isPublic = (pathname: string): boolean =>
  publicPaths.some((path) => matchPath(path, pathname))

const loadConsole = async () => (await inTime(import('./signed-in.ts'))).signedIn

const loadMap = () => import('./map-base.tsx')
/** Fetches a screen and the map beneath it in parallel. */
const loadScreen = ({ layout, load }: ScreenLine) => {
  if (layout === 'map') loadMap().catch(() => undefined) // the shell retries and shows the error
  return load()
}

const lineHere = (): ScreenLine | undefined =>
  screenLines.find(({ path }) => matchPath(path, window.location.pathname))

/** The palette of the page at the current address. */
export const paletteHere = (): Palette => {
  const line = currentTokens() === null ? undefined : lineHere()
  return line?.isAlwaysDark ? 'dark' : currentPalette()
}

/**
 * Prefetches the chunks for the address before the host's theme and the session have loaded. The
 * routes retry failed fetches and show the error.
 */
export const fetchAhead = (): void => {
  if (!currentTokens() || isPublic(window.location.pathname)) return
  const line = lineHere()
  for (const part of [loadConsole(), ...(line ? [loadScreen(line)] : [])])
    part.catch(() => undefined) // reported by the boundary
}

const waitForTexts = async (): Promise<null> => {
  await loadTexts()
  return null
}

const toRoute = (line: ScreenLine): RouteObject => ({
  path: line.path,
  handle: line,
  loader: async ({ params, request }) => {
    const { guardScreen } = await loadConsole()
    const { pathname, search } = new URL(request.url)
    return guardScreen(line, params, pathname + search)
  },
  lazy: lazyPart(() => loadScreen(line)),
  ErrorBoundary: PageFailure,
})

/** Pages without a session. */
const publicRoutes: readonly RouteObject[] = [
  {
    path: '/login',
    loader: () => (currentTokens() ? redirect('/') : null),
    lazy: lazyPart(
      async () => (await import('../modules/people/auth/sign-in-screen.tsx')).SignInScreen,
    ),
  },
  {
    path: '/login/organisation',
    loader: () => (currentTokens() ? redirect('/') : waitForTexts()),
    lazy: lazyPart(
      async () =>
        (await import('../modules/people/auth/organisation-screen.tsx')).OrganisationScreen,
    ),
  },
  {
    path: '/second-factor',
    // A half session lives on the page where it began.
    loader: () => (hasHalfToken() ? waitForTexts() : redirect('/login')),
    lazy: lazyPart(async () => (await import('./set-up-page.tsx')).SetUpPage),
  },
  {
    path: '/own-password',
    loader: () => (hasHalfToken() ? null : redirect('/login')),
    lazy: lazyPart(
      async () =>
        (await import('../modules/people/auth/own-password-screen.tsx')).OwnPasswordScreen,
    ),
  },
  {
    path: '/retrieve-password',
    lazy: lazyPart(
      async () =>
        (await import('../modules/people/auth/retrieve-password-screen.tsx'))
          .RetrievePasswordScreen,
    ),
  },
  {
    path: '/outbox',
    loader: waitForTexts,
    lazy: lazyPart(
      async () =>
        (await import('../modules/overview/demonstration/outbox-screen.tsx')).OutboxScreen,
    ),
  },
  {
    path: '/register',
    loader: waitForTexts,
    lazy: lazyPart(async () => (await import('./register-page.tsx')).RegisterPage),
  },
  {
    path: '/s/:token',
    loader: waitForTexts,
    lazy: lazyPart(
      async () => (await import('./shared-report/shared-report-page.tsx')).SharedReportPage,
    ),
  },
  {
    path: '/guide/:page',
    loader: waitForTexts,
    lazy: lazyPart(async () => (await import('./guide/guide-page.tsx')).GuidePage),
  },
]

export const createRouter = () => {
  // Without a session redirect at once, before any part of the console is loaded.
  const { pathname, search } = window.location
  if (!currentTokens() && !isPublic(pathname)) {
    keepWantedPage(pathname + search)
    window.history.replaceState(null, '', '/login')
  }
  return createBrowserRouter([
    {
      HydrateFallback: StartMark,
      ErrorBoundary: PageFailure,
      children: [
        ...publicRoutes,
        {
          lazy: lazyPart(async () => (await loadConsole()).Shell),
          children: [
            {
              path: '/',
              loader: async () => (await loadConsole()).goHome(true),
              lazy: lazyPart(async () => (await import('./no-screen.tsx')).NoScreen),
            },
            {
              path: '/redirect_to_account',
              loader: async () => (await loadConsole()).goToAccount(),
            },
            ...screenLines.map(toRoute),
            { path: '*', loader: async () => (await loadConsole()).goHome(false) },
          ],
        },
      ],
    },
  ])
}
