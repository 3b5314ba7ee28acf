// Accounts and people for the tests of sign-in and access.
import type { Insertable } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Database } from '../database/schema.ts'
import { uuidv7 } from '../database/uuid.ts'

const regionCodes = ['156000000', '156330000', '156330100', '156330106', '156330108', '764000000']

/** Regions: China, Zhejiang, Hangzhou and two of its districts; Thailand. */
export const insertRegions = async (db: Db): Promise<void> => {
  const level = (code: string) =>
    code.endsWith('000000') ? 0 : code.endsWith('0000') ? 1 : code.endsWith('00') ? 2 : 3
  const parent = (code: string) =>
    level(code) === 0 ? null : code.slice(0, 1 + 2 * level(code)).padEnd(9, '0')
  await db
    .insertInto('region')
    .values(
      regionCodes.map((code) => ({
        code,
        parent_code: parent(code),
        level: level(code) as 0 | 1 | 2 | 3,
        names: JSON.stringify({ en: code }),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type TestAccount = { id: string; path: string }

export const insertAccount = async (
  db: Db,
  { parent, ...given }: Partial<Insertable<Database['account']>> & { parent?: TestAccount } = {},
): Promise<TestAccount> => {
  const id = uuidv7(Date.now())
  const path = `${parent?.path ?? ''}${id.replaceAll('-', '')}/`
  await db
    .insertInto('account')
    .values({
      id,
      parent_id: parent?.id ?? null,
      path,
      type: 'operator',
      operator_type: null,
      name: 'An account',
      tag: null,
      screens: null,
      region_code: '156330106',
      time_zone: 'Asia/Shanghai',
      custom_domain: null,
      logo_url: null,
      contact_name: null,
      contact_phone: null,
      contact_address: null,
      email: null,
      legal_name: null,
      credit_code: null,
      business_license_url: null,
      ...given,
    })
    .execute()
  return { id, path }
}

let people = 0

export const insertUser = async (
  db: Db,
  account: TestAccount,
  given: Partial<Insertable<Database['app_user']>> = {},
): Promise<{ id: string; phone: string }> => {
  const id = uuidv7(Date.now())
  const phone = `+86-139${String(Date.now() % 10_000).padStart(4, '0')}${String(++people).padStart(4, '0')}`
  await db
    .insertInto('app_user')
    .values({
      id,
      account_id: account.id,
      phone,
      email: null,
      name: 'A person',
      head_url: null,
      user_type: 1,
      password_hash: null,
      ...given,
    })
    .execute()
  return { id, phone: given.phone ?? phone }
}
