// The answer to a reader without a session: the report as its creator sees it now.
import type { Api } from '@swath/contract/api'
import type { shareLinkRoutes } from '@swath/contract/overview/share-links'
import { SharedReportOf } from '@swath/contract/overview/shared-reports'
import { readCaller } from '../../../platform/auth/caller.ts'
import { findPersonById } from '../../../platform/auth/people.queries.ts'
import { maySignInOn, type Themes } from '../../../platform/auth/themes.ts'
import type { Throttle } from '../../../platform/auth/throttle.ts'
import { tokenHash } from '../../../platform/auth/tokens.ts'
import { tx, type Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Handlers, PublicContext, SignedInContext } from '../../../platform/http/context.ts'
import type { RunAs } from '../../../platform/http/run-as.ts'
import type { Services } from '../../../platform/services.ts'
import { describeDevice } from '../../people/public.ts'
import { composeReport, isUnseen } from './compose-report.ts'
import { findWorkingLink, noteLanguage, noteOpening } from './share-links.queries.ts'

type Calls = Handlers<typeof shareLinkRoutes>
type Deps = Services & { themes: Pick<Themes, 'of'>; throttle: Throttle; runAs: RunAs<Api> }

const admit = (retryAfterS: number | null): void => {
  if (retryAfterS !== null) fail('too_many_requests', { retryAfterS })
}

/** The creator of the link, if they could sign in here now. */
const findCreator = async ({ db, themes }: Deps, userId: string, host: string) => {
  const person = await findPersonById(db, userId)
  if (!person?.enabled || !maySignInOn(await themes.of(host), person)) return null
  return readCaller(db, person)
}

/** The calls of the report set no cookies or headers of this answer. */
const contextOf = (context: PublicContext, caller: SignedInContext['caller']): SignedInContext => ({
  ...context,
  caller,
  sessionId: null,
  device: null,
  cookies: {},
  setCookie: () => undefined,
  setHeader: () => undefined,
})

const deviceName = (userAgent: string): string => {
  const { browser, system } = describeDevice(userAgent)
  return [browser, system].filter((part) => part !== null).join(' · ')
}

/** For how long a page may ask for another language without another opening. */
const sameOpeningMs = 86_400_000

/** @returns the id of the opening; null if the link was revoked meanwhile */
const countOpening = async (
  trx: Tx,
  linkId: string,
  opening: string | undefined,
  { userAgent, language }: PublicContext,
  now: Date,
): Promise<string | null> => {
  const since = new Date(now.getTime() - sameOpeningMs)
  if (opening && (await noteLanguage(trx, { id: opening, linkId, since, language }))) return opening
  const id = uuidv7(now.getTime())
  const isNoted = await noteOpening(trx, {
    id,
    link_id: linkId,
    opened_at: now,
    device: deviceName(userAgent),
    language,
  })
  return isNoted ? id : null
}

export const openSharedReport =
  (deps: Deps): Calls['openSharedReport'] =>
  async ({ params: { token }, query: { opening } }, context) => {
    const { db, clock, throttle, runAs } = deps
    context.setHeader('x-robots-tag', 'noindex')
    context.setHeader('referrer-policy', 'no-referrer')
    admit(await throttle.admitReader(context.ip))
    const now = new Date(clock.now())
    const link = await findWorkingLink(db, tokenHash(token), now)
    if (!link) return fail('not_found')
    const caller = await findCreator(deps, link.created_by, context.host)
    if (caller?.accountId !== link.account_id) return fail('not_found')
    admit(await throttle.admitOpening(link.id))
    const asCreator = contextOf(context, caller)
    const { report } = await composeReport(
      (operation, parts) => runAs(asCreator, operation, parts),
      SharedReportOf.parse(link.report),
    ).catch((error: unknown) => (isUnseen(error) ? fail('not_found') : Promise.reject(error)))
    const openingId = await tx(db, (trx) => countOpening(trx, link.id, opening, context, now))
    if (openingId === null) return fail('not_found')
    return {
      accountName: caller.accountName,
      userName: caller.userName,
      timeZone: caller.timeZone,
      madeAt: now.toISOString(),
      expiresAt: link.expires_at.toISOString(),
      openingId,
      report,
    }
  }
