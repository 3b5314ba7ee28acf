import type { Db } from '../database/database.ts'

export type SubPlatformHost = { id: string; name: string; logoUrl: string | null; parentTheme: string }

/** The sub-platform whose own host this is. */
export const findSubPlatformByHost = async (db: Db, host: string): Promise<SubPlatformHost | undefined> =>
  db.selectFrom('account').leftJoin('account as parent', 'parent.id', 'account.parent_id')
    .select(['account.id', 'account.name', 'account.logo_url as logoUrl'])
    .select((is) => is.fn.coalesce('parent.theme', 'account.theme').as('parentTheme'))
    .where('account.custom_domain', '=', host).where('account.type', '=', 'platform').where('account.enabled', '=', true)
    .executeTakeFirst()
