// Rights to create accounts, and creating one with its super admin.
import { userTypeCodes } from '@swath/domain/access/rights'
import { reviewCodes } from '@swath/contract/people/review-codes'
import type { AccountFields, NewAccount } from '@swath/contract/people/account-fields'
import type { z } from 'zod'
import type { Caller } from '@swath/domain/access/caller'
import type { AccountType } from '@swath/domain/access/screens'
import { hashNewPassword, temporaryUntil } from '../../../platform/auth/new-passwords.ts'
import type { HostTheme } from '../../../platform/auth/themes.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { findTimeZone } from '../../../platform/regions/time-zone.ts'
import { parseLoginName } from '../auth/login-name.ts'
import { toColumns } from './account-words.ts'
import { keepFiles } from './account-files.ts'
import {
  insertAccount,
  insertSuperAdmin,
  regionExists,
  tagExists,
  type AccountRecord,
} from './accounts.queries.ts'

type Grants = Pick<z.output<typeof NewAccount>, 'vipLevel' | 'canCreateSub' | 'leaseAccount'>
type FirstPerson = Pick<
  z.output<typeof NewAccount>,
  'adminName' | 'adminPhone' | 'adminEmail' | 'password'
>

/** Super admins and enterprise admins may create companies of the same type, or platforms. */
const isAdminLike = ({ userType, rights }: Caller): boolean =>
  (userType === userTypeCodes.superAdmin || userType === userTypeCodes.enterpriseAdmin) &&
  rights.includes('account.manage')

/** Platforms create accounts of every type below themselves. */
export const mayCreate = ({ accountType, rights }: Caller): boolean =>
  accountType === 'platform' && rights.includes('account.manage')
export const mayCreateSubCompany = (
  caller: Caller,
): caller is Caller & { accountType: 'manufacturer' | 'operator' } =>
  (caller.accountType === 'manufacturer' || caller.accountType === 'operator') &&
  caller.canCreateSub &&
  isAdminLike(caller)
export const mayCreateSubPlatform = (caller: Caller): boolean =>
  caller.accountType === 'platform' && caller.canCreateSub && isAdminLike(caller)

const isRoot = ({ accountType, scope }: Caller): boolean =>
  accountType === 'platform' && scope.kind === 'all'

/**
 * Nobody can grant rights that they do not have. A platform has every leasing and vip screen by its
 * type; a sub-platform needs a granted right to create accounts below. When an account is changed
 * by someone with fewer rights, it keeps its existing ones.
 */
export const checkGrants = (
  caller: Caller,
  wanted: Grants,
  had: Grants = { vipLevel: 0, canCreateSub: false, leaseAccount: false },
): void => {
  if (isRoot(caller)) return
  const platform = caller.accountType === 'platform'
  const beyond = [
    ...(!platform && wanted.vipLevel > Math.max(caller.vipLevel, had.vipLevel) ? ['vipLevel'] : []),
    ...(wanted.canCreateSub && !caller.canCreateSub && !had.canCreateSub ? ['canCreateSub'] : []),
    ...(!platform && wanted.leaseAccount && !caller.leaseAccount && !had.leaseAccount
      ? ['leaseAccount']
      : []),
  ]
  if (beyond.length > 0)
    fail(
      'forbidden',
      {},
      beyond.map((path) => ({ path, message: 'beyondOwnGrants' })),
    )
}

/** A sub-platform's screens are a subset of its creator's; null means all of them. */
export const screensWithin = <S extends string>(
  caller: Caller,
  wanted: readonly S[] | null,
): readonly string[] | null => {
  const own: readonly string[] | null = isRoot(caller) ? null : caller.accountScreens
  if (own === null) return wanted
  if (wanted?.some((screen) => !own.includes(screen)))
    fail('forbidden', {}, [{ path: 'screens', message: 'beyondOwnGrants' }])
  return wanted ?? own
}

export const checkRegion = async (db: Tx, code: string): Promise<void> => {
  if (!(await regionExists(db, code)))
    fail('invalid_input', {}, [{ path: 'regionCode', message: 'unknownRegion' }])
}

export type AccountToMake = {
  parent: Pick<AccountRecord, 'id' | 'path' | 'theme'>
  type: AccountType
  operatorType: 'team' | 'personal' | null
  fields: AccountFields
  grants: Grants
  platform?: { tag: string; screens: readonly string[] | null; customDomain: string | null }
  person: FirstPerson
}

/** Hashed before the transaction, because hashing waits in a queue. */
export const hashOfFirst = (person: FirstPerson): Promise<string> =>
  hashNewPassword(person.password, [person.adminPhone, person.adminEmail])

/** Inserts the account, approved at once, and its super admin. @returns its id */
export const makeAccount = async (
  trx: Tx,
  { parent, type, operatorType, fields, grants, platform, person }: AccountToMake,
  {
    passwordHash,
    theme,
    nowMs,
    by,
  }: { passwordHash: string; theme: HostTheme; nowMs: number; by: string },
): Promise<string> => {
  await checkRegion(trx, fields.regionCode)
  const id = uuidv7(nowMs)
  const made = await insertAccount(trx, {
    id,
    parent_id: parent.id,
    path: `${parent.path}${id.replaceAll('-', '')}/`,
    type,
    operator_type: operatorType,
    ...toColumns(fields),
    tag: platform?.tag ?? null,
    screens: platform?.screens ? [...platform.screens] : null,
    custom_domain: platform?.customDomain ?? null,
    time_zone: findTimeZone(fields.regionCode),
    theme: parent.theme,
    check_status: reviewCodes.passed,
    vip_level: grants.vipLevel,
    can_create_sub: grants.canCreateSub,
    lease_account: grants.leaseAccount,
    created_at: new Date(nowMs),
  })
  if (!made) fail(platform && (await tagExists(trx, platform.tag)) ? 'tag_taken' : 'domain_taken')
  await keepFiles(trx, id, { logo_url: null, business_license_url: null }, fields, new Date(nowMs))
  const login = (typed: string | null) => (typed === null ? null : parseLoginName(typed, theme))
  const [byPhone, byEmail] = [login(person.adminPhone), login(person.adminEmail)]
  const named = await insertSuperAdmin(trx, {
    id: uuidv7(nowMs),
    account_id: id,
    phone: byPhone && 'phone' in byPhone ? byPhone.phone : null,
    email: byEmail && 'email' in byEmail ? byEmail.email : null,
    name: person.adminName,
    head_url: null,
    user_type: userTypeCodes.superAdmin,
    password_hash: passwordHash,
    temporary_password_until: temporaryUntil(nowMs),
    created_by: by,
    created_at: new Date(nowMs),
  })
  if (!named) fail('login_taken')
  return id
}
