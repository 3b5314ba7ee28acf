import { userTypeCodes } from '@swath/domain/access/rights'
import { reviewCodes } from '@swath/contract/people/review-codes'
import type { AccountFields } from '@swath/contract/people/account-fields'
import type { Registration, registrationRoutes } from '@swath/contract/people/registration'
import { changeLog, recordAudit } from '../../../platform/audit/audit.ts'
import { hashNewPassword } from '../../../platform/auth/new-passwords.ts'
import { findPersonByLogin, type LoginName } from '../../../platform/auth/people.queries.ts'
import { readPlace } from '../../../platform/auth/device-cookie.ts'
import { createThrottle, type Throttle } from '../../../platform/auth/throttle.ts'
import type { HostTheme, Themes } from '../../../platform/auth/themes.ts'
import { createVerificationCodes, type CodeFor } from '../../../platform/auth/verification-codes.ts'
import { tx, type Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { Handlers, PublicContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { findTimeZone } from '../../../platform/regions/time-zone.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Services } from '../../../platform/services.ts'
import { toColumns } from '../accounts/account-words.ts'
import { insertAccount, insertSuperAdmin, regionExists } from '../accounts/accounts.queries.ts'
import { createCodeEntry, type CodeEntry } from '../auth/code-entry.ts'
import { toText } from '../auth/login-name.ts'
import { claimFile } from '../files/files.queries.ts'
import { regionNamed } from '../../../platform/regions/named-region.ts'
import { toOwnHost } from './own-host.ts'
import { findParent, insertApplication } from './registration.queries.ts'

const orNull = (text: string): string | null => (text === '' ? null : text)

const toAccountFields = (body: Registration, regionCode: string): AccountFields => ({
  accountName: body.accountName,
  regionCode,
  contactName: body.contactName,
  contactPhone: orNull(body.contactPhone),
  contactAddress: orNull(body.contactAddress),
  email: orNull(body.contactEmail),
  legal: orNull(body.legal),
  creditCode: orNull(body.creditCode),
  busiLicense: orNull(body.busiLicense),
  companyLogo: orNull(body.companyLogo),
})

type Parent = NonNullable<Awaited<ReturnType<typeof findParent>>>
type Checked = {
  parent: Parent
  theme: HostTheme
  name: LoginName
  customDomain: string | null
  regionCode: string
  passwordHash: string
}

type Deps = Services &
  CodeEntry & {
    themes: Themes
    codes: ReturnType<typeof createVerificationCodes>
    throttle: Throttle
  }
type Calls = Handlers<Pick<typeof registrationRoutes, 'reg'>>

/**
 * Inserts the company, its super admin and the application; nothing if the phone or the domain is
 * taken.
 */
const register = async (
  clock: Clock,
  t: Tx,
  body: Registration,
  { parent, theme, name, customDomain, regionCode, passwordHash }: Checked,
  { ip, host, userAgent }: PublicContext,
): Promise<void> => {
  const nowMs = clock.now()
  const now = new Date(nowMs)
  const [accountId, userId] = [uuidv7(nowMs), uuidv7(nowMs)]
  const fields = toAccountFields(body, regionCode)
  const operatorType =
    body.accountType === 4 ? ({ 1: 'team', 2: 'personal' } as const)[body.operatorType] : null
  const made = await insertAccount(t, {
    id: accountId,
    parent_id: parent.id,
    path: `${parent.path}${accountId.replaceAll('-', '')}/`,
    type: body.accountType === 3 ? 'manufacturer' : 'operator',
    operator_type: operatorType,
    ...toColumns(fields),
    tag: null,
    screens: null,
    custom_domain: customDomain,
    time_zone: findTimeZone(regionCode),
    theme: theme.name,
    check_status: reviewCodes.waiting,
    created_at: now,
  })
  if (!made) fail('domain_taken')
  const named = await insertSuperAdmin(t, {
    id: userId,
    account_id: accountId,
    phone: 'phone' in name ? name.phone : null,
    email: 'email' in name ? name.email : null,
    name: body.contactName,
    head_url: null,
    user_type: userTypeCodes.superAdmin,
    password_hash: passwordHash,
    created_at: now,
  })
  if (!named) fail('login_taken')
  await claimFile(t, fields.busiLicense, { accountId, purpose: 'licence', field: 'busiLicense' })
  await claimFile(t, fields.companyLogo, { accountId, purpose: 'logo', field: 'companyLogo' })
  await insertApplication(t, {
    id: uuidv7(nowMs),
    account_id: accountId,
    type: 1,
    proposed: JSON.stringify(fields),
    current: null,
    submitted_by: userId,
    submitted_at: now,
    reviewed_by: null,
    reviewer_name: null,
    reviewed_at: null,
    reason: null,
  })
  await recordAudit(t, {
    accountId,
    atMs: nowMs,
    logType: changeLog,
    user: { id: userId, name: body.contactName },
    ip,
    action: 'account.register',
    object: { type: 'account', id: accountId, name: body.accountName },
    details: { host, userAgent, accountType: body.accountType, regionCode },
  })
}

const reg =
  ({ themes, db, clock, codes, throttle, recipientOn, tryCode }: Deps): Calls['reg'] =>
  async ({ body }, context) => {
    const theme = await themes.of(context.host)
    const byEmail = body.phoneNum === ''
    const name = recipientOn(
      theme,
      byEmail ? body.email : body.phoneNum,
      byEmail ? 'email' : 'phoneNum',
    )
    const parent = await findParent(db, theme.subPlatformId)
    if (!parent) return fail('unavailable') // there is no operator of the service yet
    const regionCode =
      body.regionCode === ''
        ? regionNamed([body.province, body.city, body.county], theme.governingRegion)
        : body.regionCode
    if (regionCode === null || !(await regionExists(db, regionCode)))
      return fail('invalid_input', {}, [{ path: 'regionCode', message: 'unknownRegion' }])

    const forWhat: CodeFor = { recipient: toText(name), purpose: 2, host: context.host }
    if ((await tryCode(forWhat, body.verifyCode, readPlace(context))) !== 'right')
      return fail('code_wrong')
    const customDomain =
      body.customDomain === '' ? null : toOwnHost(body.customDomain, context.host, themes.names)
    if (body.customDomain !== '' && (customDomain === null || themes.claims(customDomain)))
      return fail('domain_taken')
    const admission = await throttle.admitRegistration(context.ip)
    if (!admission.admitted)
      return fail('too_many_requests', { retryAfterS: admission.retryAfterS })
    try {
      const passwordHash = await hashNewPassword(body.password, [body.phoneNum, body.email])
      await tx(db, async (t) => {
        if (!(await codes.use(t, forWhat, body.verifyCode))) {
          // The code was valid a moment ago, so another registration has used it.
          return fail((await findPersonByLogin(t, name)) ? 'login_taken' : 'code_wrong')
        }
        await register(
          clock,
          t,
          body,
          { parent, theme, name, customDomain, regionCode, passwordHash },
          context,
        )
      })
    } catch (error) {
      await admission.undo()
      throw error
    }
  }

export const registrationHandlers = (services: Services, { themes }: { themes: Themes }): Calls => {
  const deps: Deps = {
    ...services,
    ...createCodeEntry(services),
    themes,
    codes: createVerificationCodes(services),
    throttle: createThrottle(services.db),
  }
  return { reg: reg(deps) }
}
