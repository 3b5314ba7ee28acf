// Former shapes of plots.
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { LockedPlot } from './plots.queries.ts'

/** A plot with its shape on a day, for people who may see work on it. */
export const findPlotOnDay = async (db: Db, id: string, at: Date) => {
  const row = await db
    .selectFrom('plot')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('plot_former_shape')
          .whereRef('plot_former_shape.plot_id', '=', 'plot.id')
          .where('until_at', '>', at)
          .orderBy('until_at')
          .limit(1)
          .select(['plot_former_shape.parts', 'plot_former_shape.area_m2'])
          .as('former'),
      (join) => join.onTrue(),
    )
    .where('plot.id', '=', id)
    .select([
      'plot.id',
      'plot.name',
      'plot.parts',
      'plot.area_m2',
      'former.parts as former_parts',
      'former.area_m2 as former_area_m2',
    ])
    .executeTakeFirst()
  return row
    ? {
        id: row.id,
        name: row.name,
        parts: row.former_parts ?? row.parts,
        areaM2: row.former_area_m2 ?? row.area_m2,
      }
    : null
}

/** Stores the plot's shape until now; a shape that was replaced in the same moment is skipped. */
export const keepFormerShape = async (
  trx: Tx,
  { id, shape_at }: LockedPlot,
  now: Date,
): Promise<void> => {
  if (shape_at >= now) return
  await sql`
    insert into plot_former_shape (plot_id, until_at, from_at, drawn_by, parts, bounds, area_m2)
    select id, ${now}::timestamptz, shape_at, shape_by, parts, bounds, area_m2
    from plot where id = ${id}::uuid`.execute(trx)
}

const formerAtMost = 50

export const listFormerShapes = (db: Db | Tx, plotId: string) =>
  db
    .selectFrom('plot_former_shape')
    .leftJoin('app_user', 'app_user.id', 'plot_former_shape.drawn_by')
    .where('plot_id', '=', plotId)
    .orderBy('until_at', 'desc')
    .limit(formerAtMost)
    .select(['from_at', 'until_at', 'parts', 'area_m2', 'app_user.name as drawn_by'])
    .execute()

export const findPersonName = async (db: Db | Tx, id: string | null): Promise<string | null> =>
  id === null
    ? null
    : ((await db.selectFrom('app_user').where('id', '=', id).select('name').executeTakeFirst())
        ?.name ?? null)
