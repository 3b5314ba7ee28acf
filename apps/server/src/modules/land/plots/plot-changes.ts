// Creates, changes and deletes plots.
import type { PlotInput } from '@swath/contract/land/plots'
import type { Caller } from '@swath/domain/access/caller'
import { muFromM2 } from '@swath/domain/units'
import { toAuthor, type RowKind } from '../../../platform/change/change.ts'
import { tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { wordsIn } from '../../../platform/http/messages.ts'
import { plotAbilities, readPlot } from './plot-presenters.ts'
import { measured, overlapsOf } from './plot-workers.ts'
import { findFlightsSoon } from './earlier-flights.ts'
import { describeGround, groundColumns, pickPlotRegion, refuseElsewhere } from './plot-ground.ts'
import type { Calls, Deps } from './plot-deps.ts'
import { refuseOverlaps } from './plot-overlaps.ts'
import { noteGround } from './plot-ground-changes.queries.ts'
import { keepFormerShape } from './plot-shapes.queries.ts'
import {
  cropExists,
  deletePlotRows,
  findPlot,
  insertPlots,
  lockPlot,
  updatePlotRow,
  type LockedPlot,
} from './plots.queries.ts'

export const plotKind: RowKind<LockedPlot, 'update' | 'delete' | 'share'> = {
  type: 'plot',
  lock: (trx, { caller }, id) => lockPlot(trx, caller.scope, id),
  refusal: ({ caller }, plot, ability) =>
    plotAbilities(plot, caller)[ability] ? null : 'forbidden',
  identify: (plot) => plot,
  readVersion: (plot) => plot.version,
  pickLogAccount: (plot) => plot.account_id,
}

/**
 * Crops must be shared ones or the caller's own, except the plot's current crop, so that a
 * recipient of a share can keep the owner's.
 */
const refuseUnknownCrop = async (
  { db }: Deps,
  { accountId }: Caller,
  { cropId, stood }: { cropId: string | null; stood: string | null },
): Promise<void> => {
  if (cropId === null || cropId === stood || (await cropExists(db, accountId, cropId))) return
  fail('not_found', {}, [{ path: 'cropId', message: 'valueUnknown' }])
}

const toInput = ({ name, village, crop_id: cropId }: LockedPlot) => ({
  blockName: name,
  village,
  cropId,
})

/** Fields of a plot for the log. */
const toFacts = (
  { blockName, village, cropId }: Pick<PlotInput, 'blockName' | 'village' | 'cropId'>,
  regionCode: string,
  ground: ReturnType<typeof describeGround>,
) => ({ blockName, village, cropId, regionCode, parts: ground })

export const checkPlot =
  ({ db }: Deps): Calls['checkPlot'] =>
  async ({ body: { parts, blockId } }, context) => {
    const { caller } = context
    const changed = blockId && ((await findPlot(db, caller, blockId)) ?? fail('not_found'))
    const ground = await measured(parts, context)
    const accountId = changed ? changed.account_id : caller.accountId
    return {
      area: muFromM2(ground.areaM2),
      overlaps: await overlapsOf(db, ground, { accountId, except: blockId }, context),
    }
  }

export const createPlot =
  (deps: Deps): Calls['createPlot'] =>
  async ({ body }, context) => {
    const { db, clock, record } = deps
    const { caller, language } = context
    const { accountId } = caller
    const ground = await measured(body.parts, context)
    const regionCode = pickPlotRegion(ground.middle, {
      said: body.regionCode,
      known: [caller.regionCode],
    })
    refuseElsewhere(caller, regionCode)
    await refuseUnknownCrop(deps, caller, { cropId: body.cropId, stood: null })
    if (!body.acceptsOverlap)
      refuseOverlaps(await overlapsOf(db, ground, { accountId, except: null }, context))
    const id = uuidv7(clock.now())
    return record(context, async (trx, now) => ({
      action: 'plot.create',
      object: { type: plotKind.type, id, name: body.blockName },
      details: {
        after: toFacts(body, regionCode, describeGround(ground.parts, ground.areaM2)),
        acceptsOverlap: body.acceptsOverlap,
      },
      write: async () => {
        await insertPlots(trx, [
          {
            ...groundColumns(ground),
            id,
            account_id: accountId,
            name: body.blockName,
            village: body.village,
            region_code: regionCode,
            crop_id: body.cropId,
            shape_at: now,
            shape_by: caller.userId,
            created_by: caller.userId,
            created_at: now,
            updated_at: now,
          },
        ])
        await findFlightsSoon(trx)
      },
      answer: () => readPlot(trx, caller, id, language),
    }))
  }

export const updatePlot =
  (deps: Deps): Calls['updatePlot'] =>
  async ({ params: { blockId }, body: { version, ...body } }, context) => {
    const { db, change } = deps
    const { caller, language } = context
    const seen = (await findPlot(db, caller, blockId)) ?? fail('not_found')
    const ground = await measured(body.parts, context)
    await refuseUnknownCrop(deps, caller, { cropId: body.cropId, stood: seen.crop_id })
    const regionCode = pickPlotRegion(ground.middle, {
      said: body.regionCode,
      known: [seen.region_code, caller.regionCode],
    })
    refuseElsewhere(caller, regionCode)
    const overlaps = body.acceptsOverlap
      ? []
      : await overlapsOf(db, ground, { accountId: seen.account_id, except: blockId }, context)
    const drawn = describeGround(ground.parts, ground.areaM2)
    const asked = { id: blockId, version, to: 'update', action: 'plot.update' } as const
    return change(context, plotKind, asked, async (trx, plot, now) => {
      const stood = describeGround(plot.parts, plot.area_m2)
      const isRedrawn = stood.sha256 !== drawn.sha256
      const isCorrected = isRedrawn && body.correctsGround
      if (isRedrawn) refuseOverlaps(overlaps)
      return {
        name: body.blockName,
        before: toFacts(toInput(plot), plot.region_code, isRedrawn ? stood : drawn),
        after: toFacts(body, regionCode, drawn),
        details: isCorrected ? { correctsGround: true } : {},
        write: async () => {
          if (isCorrected) await noteGround(trx, [blockId])
          else if (isRedrawn) await keepFormerShape(trx, plot, now)
          await updatePlotRow(trx, blockId, {
            name: body.blockName,
            village: body.village,
            region_code: regionCode,
            crop_id: body.cropId,
            updated_at: now,
            ...(isRedrawn ? { ...groundColumns(ground), shape_by: caller.userId } : {}),
            ...(isRedrawn && !isCorrected ? { shape_at: now } : {}),
          })
          if (!isCorrected) return
          await noteGround(trx, [blockId])
          await findFlightsSoon(trx)
        },
        answer: () => readPlot(trx, caller, blockId, language),
      }
    })
  }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Sorted in the order in which plots are locked everywhere, so that two deletions cannot deadlock.
 */
const listChosen = (blockIds: string | undefined): string[] => {
  if (!blockIds) return fail('no_plot_selected')
  const ids = [...new Set(blockIds.split(',').map((id) => id.toLowerCase()))].sort()
  return ids.every((id) => uuid.test(id)) ? ids : fail('not_found')
}

/** Deletes all or none; each affected account gets a log entry per plot. */
const removePlots = (
  { db, note }: Deps,
  context: SignedInContext,
  { blockIds, isForced }: { blockIds: string | undefined; isForced: boolean },
): Promise<void> => {
  const ids = listChosen(blockIds)
  return tx(db, async (trx) => {
    const plots: LockedPlot[] = []
    for (const id of ids) plots.push((await plotKind.lock(trx, context, id)) ?? fail('not_found'))
    for (const plot of plots) {
      const refusal = plotKind.refusal(context, plot, 'delete')
      if (refusal) fail(refusal)
    }
    const worked = plots.filter(({ work_num }) => (work_num ?? 0) > 0)
    const word = wordsIn(context.language)
    if (!isForced && worked.length > 0)
      fail(
        'plot_has_work',
        { count: worked.length },
        worked.map(({ name, work_num }) => ({
          path: 'blockIds',
          message: word('server:value.plotHoldsWork', { name, count: work_num ?? 0 }),
        })),
      )
    await deletePlotRows(trx, ids)
    await findFlightsSoon(trx)
    for (const plot of plots)
      await note(
        trx,
        { ...toAuthor(context), accountId: plot.account_id },
        {
          action: isForced ? 'plot.force-delete' : 'plot.delete',
          object: { type: plotKind.type, id: plot.id, name: plot.name },
          details: {
            before: toFacts(
              toInput(plot),
              plot.region_code,
              describeGround(plot.parts, plot.area_m2),
            ),
            workNum: plot.work_num ?? 0,
          },
        },
      )
  })
}

export const deletePlots =
  (deps: Deps): Calls['deletePlots'] =>
  ({ query: { blockIds } }, context) =>
    removePlots(deps, context, { blockIds, isForced: false })

export const forceDeletePlots =
  (deps: Deps): Calls['forceDeletePlots'] =>
  ({ query: { blockIds } }, context) =>
    removePlots(deps, context, { blockIds, isForced: true })
