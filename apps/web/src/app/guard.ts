import { toPolicyFacts } from '@swath/contract/people/access'
import { pickFirstScreen, pickHome, pickInstead } from '@swath/domain/access/landing'
import { listScreens } from '@swath/domain/access/policy'
import { screens, type Screen } from '@swath/domain/access/screens'
import { redirect } from 'react-router'
import { CallError, refreshSession } from '../lib/api.ts'
import { hostTheme } from '../lib/host-theme.ts'
import { loadTexts } from '../lib/i18n.ts'
import { ParameterError } from '../lib/parameter-error.ts'
import { queryClient, buildQuery } from '../lib/query.ts'
import { currentTokens, currentUser, isSessionFresh } from '../lib/session.ts'
import { keepWantedPage } from '../lib/wanted-page.ts'
import { isAllowed, type ScreenLine } from '../lib/screen-line.ts'
import { pathOfScreen } from './screens.ts'

/**
 * The initial data, loaded once: options that many screens need (specification, section 2). An
 * account under review has none.
 */
const loadInitialData = async (): Promise<void> => {
  if (currentUser()?.checkStatus !== 'passed') return
  try {
    await Promise.all([
      queryClient.ensureQueryData({ ...buildQuery('getRentalModels'), staleTime: Infinity }),
      queryClient.ensureQueryData({ ...buildQuery('listManufacturers'), staleTime: Infinity }),
    ])
  } catch (error) {
    // The person may not list these, or the request failed. The screens that need them request
    // again and show the error.
    if (!(error instanceof CallError) || error.status === 0 || error.status === 401) throw error
  }
}

const start = async (): Promise<void> => {
  if (!isSessionFresh() && !(await refreshSession(currentTokens()?.jToken))) return
  await loadInitialData()
}

let started: { userId: string | undefined; done: Promise<void> } | null = null

/**
 * Ensures a session and the initial data; otherwise redirects to the sign-in page, which leads back
 * to the requested page.
 */
const signedIn = async (wanted = '/'): Promise<void> => {
  const userId = currentUser()?.userId
  if (currentTokens()) {
    if (started?.userId !== userId) started = { userId, done: start() }
    try {
      await started?.done
    } catch (error) {
      started = null
      throw error
    }
  }
  if (currentTokens() && currentUser()) return
  started = null
  keepWantedPage(wanted)
  throw redirect('/login')
}

/** All screens that the signed-in person may open. */
const allowedScreens = (): readonly Screen[] => {
  const info = currentUser()
  return info ? listScreens(toPolicyFacts(info), hostTheme()) : []
}

/** The permitted screens that the menu can link to. */
export const availableScreens = (): Screen[] =>
  allowedScreens().filter((screen) => pathOfScreen(screen) !== undefined)

/** All screens with a path that needs no parameters. */
export const existingScreens: ReadonlySet<Screen> = new Set(
  screens.filter((screen) => pathOfScreen(screen) !== undefined),
)

const pathTo = (screen: Screen | null): string => (screen && pathOfScreen(screen)) ?? '/'

/**
 * Checks that each path parameter is present, and is a number where required. @throws
 * ParameterError
 */
const checkParameters = (
  { path, numbers = [] }: Pick<ScreenLine, 'path' | 'numbers'>,
  values: Readonly<Record<string, string | undefined>>,
): void => {
  for (const [, name] of path.matchAll(/:(\w+)/g)) {
    const value = values[name!]
    if (!value || (numbers.includes(name!) && !/^\d+$/.test(value))) throw new ParameterError()
  }
}

export const guardScreen = async (
  line: Pick<ScreenLine, 'screen' | 'alsoOn' | 'path' | 'numbers'>,
  values: Readonly<Record<string, string | undefined>> = {},
  wanted = '/',
): Promise<Response | null> => {
  // Texts load in parallel; a redirect does not wait for them.
  const areTextsThere = loadTexts()
  areTextsThere.catch(() => undefined) // handled where it is awaited
  await signedIn(wanted)
  if (!isAllowed(line, allowedScreens()))
    return redirect(pathTo(pickInstead(toPolicyFacts(currentUser()!), availableScreens())))
  checkParameters(line, values)
  await areTextsThere
  return null
}

/** For `/` and unknown paths. */
export const goHome = async (isRoot: boolean): Promise<Response | null> => {
  await signedIn()
  const pick = isRoot ? pickFirstScreen : pickHome
  const home = pick(toPolicyFacts(currentUser()!), availableScreens())
  if (home) return redirect(pathTo(home))
  await loadTexts()
  return isRoot ? null : redirect('/')
}

export const goToAccount = async (): Promise<Response> => {
  await signedIn()
  return redirect(pathTo('account-detail'))
}
