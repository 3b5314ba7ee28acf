import type { authRoutes } from '@swath/contract/people/auth'
import { readCaller } from '../../../platform/auth/caller.ts'
import { captchaCookie, createCaptcha } from '../../../platform/auth/captcha.ts'
import { hashPassword, isOutdated, passwordIsRight } from '../../../platform/auth/passwords.ts'
import {
  findPersonById,
  findPersonByLogin,
  updatePasswordHash,
} from '../../../platform/auth/people.queries.ts'
import type { Sessions } from '../../../platform/auth/sessions.ts'
import { keepDevice, readPlace } from '../../../platform/auth/device-cookie.ts'
import { createThrottle, type Throttle } from '../../../platform/auth/throttle.ts'
import { maySignInOn, type Themes } from '../../../platform/auth/themes.ts'
import { tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { createMapArchives, type MapArchives } from '../../../platform/maps/map-archives.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { describeDemonstration } from './demonstration-people.ts'
import { nameOn, toText } from './login-name.ts'
import { openSession, replyToSignIn } from './open-session.ts'
import { createSignInLog, type SignInLog, findRefusal } from './sign-in-log.ts'
import { chooseOwnPassword, findExpiry } from './temporary-password.ts'
import { signedIn, toUserInfo } from './user-info.ts'

type AuthParts = {
  themes: Themes
  sessions: Sessions
  /** Called only if the throttle admits it. */ isRight?: typeof passwordIsRight
}
type Deps = Services &
  Required<AuthParts> &
  SignInLog & {
    captcha: ReturnType<typeof createCaptcha>
    throttle: Throttle
    archives: MapArchives
  }
type Calls = Handlers<typeof authRoutes>

const getTheme =
  ({ themes, config, archives }: Deps): Calls['getTheme'] =>
  async (_input, { host }) => {
    const {
      hosts: _hosts,
      governingRegion: _region,
      brandId,
      subPlatformId: _id,
      closed,
      preview: _preview,
      ...shown
    } = await themes.of(host)
    return {
      ...shown,
      mapStyleUrl: config.mapStyleUrl ?? null,
      mapRasterUrl: config.mapRasterUrl ?? null,
      mapRasterCredits: config.mapRasterCredits ?? null,
      mapWeatherUrl: config.mapWeatherUrl ?? null,
      mapWeatherCredits: config.mapWeatherCredits ?? null,
      mapArchives: (await archives.list()).map(
        ({ name: _name, path: _path, version: _version, ...archive }) => archive,
      ),
      demonstration:
        config.demo && !closed
          ? describeDemonstration(config.fixedCode, brandId === null ? null : host)
          : null,
    }
  }

const getCaptcha =
  ({ captcha, throttle }: Deps): Calls['getCaptcha'] =>
  async (_input, context) => {
    const { setCookie, setHeader } = context
    const admission = await throttle.admitCaptcha(readPlace(context))
    if (typeof admission === 'number') return fail('too_many_requests', { retryAfterS: admission })
    const { nonce, image } = await captcha.issue(admission)
    setCookie(captchaCookie.name, nonce, captchaCookie)
    setHeader('cache-control', 'no-store')
    return image
  }

const loginPd =
  ({
    themes,
    sessions,
    isRight,
    db,
    captcha,
    throttle,
    clock,
    record,
    recordRefusal,
  }: Deps): Calls['loginPd'] =>
  async ({ body }, context) => {
    if (!(await captcha.check(context.cookies[captchaCookie.name], body.verifyCode)))
      return fail('captcha_wrong')
    const theme = await themes.of(context.host)
    const name = nameOn(theme, body.phoneNum)
    const admission = await throttle.admitPassword(
      name === null ? body.phoneNum : toText(name),
      readPlace(context),
    )
    if (!admission.admitted)
      return fail('too_many_requests', { retryAfterS: admission.retryAfterS })

    const person = name === null ? undefined : await findPersonByLogin(db, name)
    const right = await isRight(person?.passwordHash ?? null, body.password)
    if (!person || !right || !maySignInOn(theme, person)) {
      recordRefusal(person, right ? 'host' : 'password', context)
      return fail('sign_in_failed')
    }
    const refusal = findRefusal(person) ?? findExpiry(person, clock.now())
    if (refusal) {
      recordRefusal(person, refusal, context)
      return fail(refusal)
    }
    if (isOutdated(person.passwordHash!))
      await updatePasswordHash(
        db,
        person.userId,
        person.passwordHash!,
        await hashPassword(body.password),
      )
    const remember = body.rememberPassword
    const opened = await tx(db, (t) =>
      openSession({ sessions, record }, t, person, context, { method: 'password', remember }),
    )
    // Who knows only the password has not made this a usual place of the person.
    if (opened.half === 'factor') await admission.halfway()
    else keepDevice(context, await admission.succeeded())
    return replyToSignIn(db, person, context, opened)
  }

const refreshToken =
  ({ sessions, throttle }: Deps): Calls['refreshToken'] =>
  async ({ body }, context) => {
    const refreshed = await sessions.refresh(body.refreshToken, context)
    if (refreshed) return signedIn(refreshed)
    const retryAfterS = await throttle.countRejectedRefresh(context.ip)
    return retryAfterS === null
      ? fail('refresh_rejected')
      : fail('too_many_requests', { retryAfterS })
  }

const loginOut =
  ({ sessions, db, record }: Deps): Calls['loginOut'] =>
  async (_input, context) => {
    await sessions.end(context.sessionId!) // signed-in callers have a session
    await tx(db, (t) => record(t, context.caller, 'session.end', context))
  }

const getOwnInfo =
  ({ db }: Deps): Calls['getOwnInfo'] =>
  async (_input, { caller }) => {
    const person = await findPersonById(db, caller.userId)
    return person ? toUserInfo(person, await readCaller(db, person)) : fail('unauthenticated')
  }

export const authHandlers = (services: Services, parts: AuthParts): Calls => {
  const deps: Deps = {
    ...services,
    isRight: passwordIsRight,
    ...parts,
    ...createSignInLog(services),
    captcha: createCaptcha(services),
    throttle: createThrottle(services.db),
    archives: createMapArchives(services),
  }
  return {
    getTheme: getTheme(deps),
    getCaptcha: getCaptcha(deps),
    loginPd: loginPd(deps),
    refreshToken: refreshToken(deps),
    chooseOwnPassword: chooseOwnPassword(deps),
    loginOut: loginOut(deps),
    getOwnInfo: getOwnInfo(deps),
  }
}
