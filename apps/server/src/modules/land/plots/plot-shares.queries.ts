// Plots shared with others: offered to a phone number, and accepted by the person who has it.
import { sql } from 'kysely'
import type { ShareRights } from '@swath/contract/land/plots'
import type { Caller } from '@swath/domain/access/caller'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { visiblePlots } from './plots.queries.ts'

export const listShares = (db: Db | Tx, plotId: string) =>
  db
    .selectFrom('plot_share')
    .leftJoin('account', 'account.id', 'plot_share.receiver_account_id')
    .where('plot_id', '=', plotId)
    .orderBy('plot_share.created_at')
    .select([
      'plot_share.id',
      'plot_share.phone',
      'plot_share.rights',
      'plot_share.until_at',
      'plot_share.state',
      'plot_share.created_at',
      'account.name as receiver_name',
      sql<boolean>`coalesce(plot_share.until_at <= now(), false)`.as('is_over'),
    ])
    .execute()

export type Offer = {
  phone: string
  rights: ShareRights
  untilAt: string | null
  userId: string
  now: Date
}

/**
 * Offers a plot. Repeating it for the same number updates the rights and the end. A declined offer
 * is open again, an accepted one stays accepted.
 */
export const offerPlot = async (
  trx: Tx,
  plotId: string,
  { phone, rights, untilAt, userId, now }: Offer,
): Promise<void> => {
  await trx
    .insertInto('plot_share')
    .values({
      id: uuidv7(now.getTime()),
      plot_id: plotId,
      phone,
      rights,
      until_at: untilAt,
      receiver_account_id: null,
      receiver_user_id: null,
      created_by: userId,
      created_at: now,
      answered_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['plot_id', 'phone'])
        .doUpdateSet({
          rights,
          until_at: untilAt,
          state: sql`case when plot_share.state = 'declined' then 'offered' else plot_share.state end`,
          answered_at: sql`case when plot_share.state = 'declined' then null else plot_share.answered_at end`,
        }),
    )
    .execute()
}

const personPhone = (db: Db | Tx, userId: string) =>
  db.selectFrom('app_user').where('app_user.id', '=', userId).select('app_user.phone')

export const findOwnPhone = async (db: Db, userId: string): Promise<string | null> =>
  (await personPhone(db, userId).executeTakeFirst())?.phone ?? null

/** Offers that the person has not answered. */
export const listOffers = (db: Db, userId: string) =>
  db
    .selectFrom('plot_share')
    .innerJoin('plot', 'plot.id', 'plot_share.plot_id')
    .innerJoin('account', 'account.id', 'plot.account_id')
    .where('plot_share.phone', '=', personPhone(db, userId))
    .where('plot_share.state', '=', 'offered')
    .where(sql<boolean>`(plot_share.until_at is null or plot_share.until_at > now())`)
    .orderBy('plot_share.created_at', 'desc')
    .limit(100)
    .select([
      'plot_share.id',
      'plot_share.rights',
      'plot_share.until_at',
      'plot_share.created_at',
      'plot.name',
      'plot.area_m2',
      'plot.region_code',
      'account.name as account_name',
    ])
    .execute()

/** A share that was offered to this person's number, or accepted by this person before. */
export const lockReceivedShare = (trx: Tx, userId: string, id: string) =>
  trx
    .selectFrom('plot_share')
    .innerJoin('plot', 'plot.id', 'plot_share.plot_id')
    .where('plot_share.id', '=', id)
    .where((eb) =>
      eb.or([
        eb('plot_share.phone', '=', personPhone(trx, userId)),
        eb('plot_share.receiver_user_id', '=', userId),
      ]),
    )
    .where(sql<boolean>`(plot_share.until_at is null or plot_share.until_at > now())`)
    .select(['plot_share.id', 'plot_share.state', 'plot.name'])
    .forUpdate('plot_share')
    .executeTakeFirst()

export const answerShare = async (
  trx: Tx,
  id: string,
  { caller, accepts, now }: { caller: Caller; accepts: boolean; now: Date },
): Promise<void> => {
  await trx
    .updateTable('plot_share')
    .set({
      state: accepts ? 'accepted' : 'declined',
      receiver_account_id: accepts ? caller.accountId : null,
      receiver_user_id: accepts ? caller.userId : null,
      answered_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** A share of a plot that the caller can see. */
export const lockGivenShare = (trx: Tx, { scope }: Caller, id: string) =>
  trx
    .selectFrom('plot_share')
    .innerJoin('plot', 'plot.id', 'plot_share.plot_id')
    .where('plot_share.id', '=', id)
    .where(visiblePlots(scope))
    .select(['plot_share.id', 'plot_share.phone', 'plot.name', 'plot.account_id'])
    .forUpdate('plot_share')
    .executeTakeFirst()

export const deleteShare = async (trx: Tx, id: string): Promise<void> => {
  await trx.deleteFrom('plot_share').where('id', '=', id).execute()
}
