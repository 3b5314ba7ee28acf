// The crops of a plot, and the flights that sprayed it, of all accounts.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { nameIn, type Reader } from '../../../platform/access/common-rows.queries.ts'

/** A period of days, both included. */
export type Days = { fromDay?: string | undefined; untilDay?: string | undefined }

export const listSeasons = (db: Db | Tx, reader: Reader, plotId: string) =>
  db
    .selectFrom('plot_season')
    .innerJoin('crop', 'crop.id', 'plot_season.crop_id')
    .where('plot_season.plot_id', '=', plotId)
    .orderBy('plot_season.from_day', 'desc')
    .select([
      'plot_season.crop_id',
      'plot_season.from_day',
      'plot_season.until_day',
      nameIn(reader, 'crop.names').as('crop_name'),
    ])
    .execute()

export const replaceSeasons = async (
  trx: Tx,
  plotId: string,
  seasons: readonly { cropId: string; fromDay: string; untilDay: string }[],
): Promise<void> => {
  await trx.deleteFrom('plot_season').where('plot_id', '=', plotId).execute()
  if (seasons.length > 0)
    await trx
      .insertInto('plot_season')
      .values(
        seasons.map(({ cropId, fromDay, untilDay }) => ({
          plot_id: plotId,
          crop_id: cropId,
          from_day: fromDay,
          until_day: untilDay,
        })),
      )
      .execute()
  await trx
    .updateTable('plot')
    .set({ version: sql`version + 1` })
    .where('id', '=', plotId)
    .execute()
}

/** Those of these crops that are shared or belong to the account. */
export const knownCrops = async (
  db: Db,
  { accountId }: Reader,
  ids: readonly string[],
): Promise<string[]> =>
  ids.length === 0
    ? []
    : (
        await db
          .selectFrom('crop')
          .where('id', 'in', [...ids])
          .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', accountId)]))
          .select('id')
          .execute()
      ).map(({ id }) => id)

/** Whole days in the time zone of the plot's owner. */
const within = ({ fromDay, untilDay }: Days): RawBuilder<SqlBool>[] => [
  ...(fromDay
    ? [
        sql<SqlBool>`spraying.start_at >= (${fromDay}::date)::timestamp at time zone owner.time_zone`,
      ]
    : []),
  ...(untilDay
    ? [
        sql<SqlBool>`spraying.start_at
          < (${untilDay}::date + 1)::timestamp at time zone owner.time_zone`,
      ]
    : []),
]

const sprayingsOf = (db: Db, plotId: string, days: Days) =>
  db
    .selectFrom('plot_spraying as spraying')
    .innerJoin('plot', 'plot.id', 'spraying.plot_id')
    .innerJoin('account as owner', 'owner.id', 'plot.account_id')
    .innerJoin('work_record as record', (join) =>
      join
        .onRef('record.drone_id', '=', 'spraying.drone_id')
        .onRef('record.sortie_id', '=', 'spraying.sortie_id'),
    )
    .where('spraying.plot_id', '=', plotId)
    .where((eb) => eb.and(within(days)))
    .orderBy('spraying.start_at', 'desc')
    .orderBy('spraying.sortie_id', 'desc')

/** Newest first; `before`: continues after this one in that order. */
export const listSprayings = (
  db: Db,
  reader: Reader,
  plotId: string,
  { before, limit, ...days }: Days & { before: string | undefined; limit: number },
) =>
  sprayingsOf(db, plotId, days)
    .innerJoin('drone', 'drone.id', 'spraying.drone_id')
    .leftJoin('account as operator', 'operator.id', 'record.operator_id')
    .leftJoin('app_user as pilot', 'pilot.id', 'record.pilot_id')
    .leftJoin('crop', 'crop.id', 'record.crop_id')
    .leftJoin('chemical', (join) =>
      join.on('chemical.id', '=', sql<string>`lower(record.chemical)`),
    )
    .$if(before !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(spraying.start_at, spraying.sortie_id) < (
          select last.start_at, last.sortie_id from plot_spraying last
          where last.plot_id = ${plotId}::uuid and last.sortie_id = ${before}::uuid)`,
      ),
    )
    .select([
      'spraying.sortie_id',
      'spraying.drone_id',
      'spraying.start_at',
      'spraying.covered_m2 as of_plot_m2',
      'record.end_at',
      'record.covered_m2',
      'record.spray_l',
      'drone.name as drone_name',
      'operator.name as operator_name',
      'pilot.name as pilot_name',
      sql<string | null>`coalesce(${nameIn(reader, 'crop.names')}, record.crop_id)`.as('crop'),
      sql<string | null>`coalesce(${nameIn(reader, 'chemical.names')}, record.chemical)`.as(
        'chemical',
      ),
    ])
    .limit(limit)
    .execute()
export type SprayingRow = Awaited<ReturnType<typeof listSprayings>>[number]

/** Flights whose ground is computed together, newest first. */
export const listGroundFlights = (
  db: Db,
  plotId: string,
  { sortieIds, limit, ...days }: Days & { sortieIds: readonly string[] | null; limit: number },
) =>
  sprayingsOf(db, plotId, days)
    .$if(sortieIds !== null, (rows) => rows.where('spraying.sortie_id', 'in', [...sortieIds!]))
    .select([
      'spraying.sortie_id as id',
      'spraying.drone_id',
      'record.start_at',
      'record.end_at',
      'record.width_m',
      sql<number>`count(*) over ()`.as('total'),
    ])
    .limit(limit)
    .execute()
