import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { OwnFactor } from './session-stage.ts'

/** For `app_user`. Recovery codes alone are no factor. */
export const hasFactor = sql<boolean>`(exists (select from totp where totp.user_id = app_user.id and totp.confirmed_at is not null)
    or exists (select from passkey where passkey.user_id = app_user.id))`

/** The factors that a person can give on a host. */
export const listFactors = async (db: Db, userId: string, host: string): Promise<OwnFactor[]> => {
  const { rows } = await sql<{ factor: OwnFactor }>`
    select 'totp' as factor from totp where user_id = ${userId} and confirmed_at is not null
    union all select 'passkey' where exists (select from passkey where user_id = ${userId} and host = ${host})
    union all select 'recovery' where exists (select from recovery_code where user_id = ${userId})`.execute(
    db,
  )
  return rows.map(({ factor }) => factor)
}
