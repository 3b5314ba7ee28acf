import { userTypeCodes } from '@swath/domain/access/rights'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { uuidv7 } from '../platform/database/uuid.ts'

/** Serializes concurrent calls: the second waits for the first. */
export const platformExists = async (trx: Tx): Promise<boolean> => {
  await sql`lock table account in share row exclusive mode`.execute(trx)
  return (
    (await trx
      .selectFrom('account')
      .where('parent_id', 'is', null)
      .select('id')
      .executeTakeFirst()) !== undefined
  )
}

export const insertFirstAdministrator = async (
  trx: Tx,
  {
    phone,
    name,
    passwordHash,
    now,
  }: { phone: string; name: string; passwordHash: string; now: Date },
): Promise<void> => {
  const accountId = uuidv7(now.getTime())
  await trx
    .insertInto('account')
    .values({
      id: accountId,
      parent_id: null,
      path: `${accountId.replaceAll('-', '')}/`,
      type: 'platform',
      operator_type: null,
      name: 'Swath',
      tag: null,
      screens: null,
      region_code: '156000000',
      time_zone: 'Asia/Shanghai',
      custom_domain: null,
      logo_url: null,
      contact_name: name,
      contact_phone: phone,
      contact_address: null,
      email: null,
      legal_name: null,
      credit_code: null,
      business_license_url: null,
      can_create_sub: true,
      created_at: now,
    })
    .execute()
  await trx
    .insertInto('app_user')
    .values({
      id: uuidv7(now.getTime()),
      account_id: accountId,
      phone,
      email: null,
      name,
      head_url: null,
      user_type: userTypeCodes.superAdmin,
      password_hash: passwordHash,
      created_at: now,
    })
    .execute()
}
