// Rows that the calls of the specification need in addition to the world of the sweep.
import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/database/database.ts'
import { world } from '../testing-world.ts'

export const preparePeople = async (db: Db, passwordHash: string): Promise<void> => {
  await db
    .updateTable('app_user')
    .set({ password_hash: passwordHash })
    .where('id', 'in', [
      world.userId.teamEnterpriseAdmin,
      world.userId.makerOne,
      world.userId.rival,
    ])
    .execute()
  await db
    .updateTable('account')
    .set({ can_create_sub: true })
    .where('id', '=', world.accountId.root)
    .execute()
}

/** Marks the build of `makerOne` as encrypted, which a job normally does. */
export const encryptBuild = async (db: Db): Promise<string> => {
  const key = await db
    .selectFrom('firmware_key')
    .where('account_id', '=', world.accountId.makerOne)
    .where('retired_at', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow()
  const { file_name } = await db
    .updateTable('firmware')
    .set({ state: 'encrypted', key_id: key.id, digest: randomBytes(32), signature: null })
    .where('account_id', '=', world.accountId.makerOne)
    .where('state', '=', 'signed')
    .returning('file_name')
    .executeTakeFirstOrThrow()
  return file_name
}
