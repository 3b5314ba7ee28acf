import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { aboveOrSame } from './ancestors.queries.ts'

/** An account with its own host. */
export type HostBrand = NonNullable<Awaited<ReturnType<typeof findBrandByHost>>>

export const findBrandByHost = (db: Db, host: string) =>
  db
    .selectFrom('account')
    .leftJoin('account as parent', 'parent.id', 'account.parent_id')
    .select(['account.id', 'account.name'])
    .select([
      // A sub-platform belongs to the platform above it; a company keeps the theme under which it
      // registered.
      sql<string>`case when account.type = 'platform' then coalesce(parent.theme, account.theme) else account.theme end`.as(
        'theme',
      ),
      sql<boolean>`account.check_status = 2 and not exists (select from account above where not above.enabled and ${aboveOrSame('above', 'account.path')})`.as(
        'live',
      ),
      sql<
        string | null
      >`(select above.logo_url from account above where above.logo_url is not null and (above.parent_id is not null or above.id = account.id)
        and ${aboveOrSame('above', 'account.path')} order by length(above.path) desc limit 1)`.as(
        'logoUrl',
      ),
      sql<
        string | null
      >`(select above.id from account above where above.type = 'platform' and above.tag is not null
        and ${aboveOrSame('above', 'account.path')} order by length(above.path) desc limit 1)`.as(
        'subPlatformId',
      ),
    ])
    .where('account.custom_domain', '=', host)
    .executeTakeFirst()
