// Plots are shared with others: offered, accepted or declined, and revoked.
import { muFromM2 } from '@swath/domain/units'
import { nothing, toAuthor, type RowKind } from '../../../platform/change/change.ts'
import { tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { parseLoginName } from '../../people/public.ts'
import { plotAbilities } from './plot-presenters.ts'
import { plotKind } from './plot-changes.ts'
import type { Calls, Deps } from './plot-deps.ts'
import {
  answerShare,
  deleteShare,
  findOwnPhone,
  listOffers,
  lockGivenShare,
  lockReceivedShare,
  offerPlot,
} from './plot-shares.queries.ts'

/**
 * Does not disclose whether the number is registered: its owner finds the offer after signing in.
 */
export const sharePlots =
  ({ db, clock, note, themes }: Deps): Calls['sharePlots'] =>
  async ({ body }, context) => {
    const { caller } = context
    const { rights, until } = body
    const name = parseLoginName(body.targetUserPhone, await themes.of(context.host))
    if (name === null || !('phone' in name))
      return fail('invalid_input', {}, [{ path: 'targetUserPhone', message: 'phoneRule' }])
    const { phone } = name
    if ((await findOwnPhone(db, caller.userId)) === phone)
      fail('not_yourself', {}, [{ path: 'targetUserPhone', message: 'sharedWithYourself' }])
    const ids = [...new Set(body.blockIds)].sort()
    await tx(db, async (trx) => {
      const plots = []
      for (const id of ids) plots.push((await plotKind.lock(trx, context, id)) ?? fail('not_found'))
      for (const plot of plots) {
        const refusal = plotKind.refusal(context, plot, 'share')
        if (refusal) fail(refusal)
      }
      const now = new Date(clock.now())
      for (const plot of plots) {
        await offerPlot(trx, plot.id, { phone, rights, untilAt: until, userId: caller.userId, now })
        await note(
          trx,
          { ...toAuthor(context), accountId: plot.account_id },
          {
            action: 'plot.share',
            object: { type: plotKind.type, id: plot.id, name: plot.name },
            details: { phone, rights, until },
          },
        )
      }
    })
  }

/** Governments already see the plots in their region, so no offers are listed for them. */
export const listOfferedPlots =
  ({ readDb }: Deps): Calls['listOfferedPlots'] =>
  async (_input, { caller, language }) => {
    const rows = caller.scope.kind === 'accounts' ? await listOffers(readDb, caller.userId) : []
    return {
      items: rows.map((row) => ({
        shareId: row.id,
        blockName: row.name,
        area: muFromM2(row.area_m2),
        region: regionPath(row.region_code, language),
        accountName: row.account_name,
        rights: row.rights,
        until: row.until_at?.toISOString() ?? null,
        createdAt: row.created_at.toISOString(),
      })),
    }
  }

const receivedKind: RowKind<
  NonNullable<Awaited<ReturnType<typeof lockReceivedShare>>>,
  'answer'
> = {
  type: 'plot-share',
  lock: async (trx, { caller }, id) =>
    caller.scope.kind === 'accounts' ? lockReceivedShare(trx, caller.userId, id) : undefined,
  refusal: () => null,
  identify: ({ id, name }) => ({ id, name }),
}

export const answerPlotShare =
  ({ change }: Deps): Calls['answerPlotShare'] =>
  ({ params: { shareId }, body: { opr } }, context) => {
    const accepts = opr === 'accept'
    const asked = {
      id: shareId,
      to: 'answer',
      action: opr === 'accept' ? 'plot-share.accept' : 'plot-share.decline',
    } as const
    return change(context, receivedKind, asked, async (trx, share, now) => ({
      changes: share.state !== (accepts ? 'accepted' : 'declined'),
      write: () => answerShare(trx, shareId, { caller: context.caller, accepts, now }),
      answer: nothing,
    }))
  }

const givenKind: RowKind<NonNullable<Awaited<ReturnType<typeof lockGivenShare>>>, 'recall'> = {
  type: 'plot-share',
  lock: (trx, { caller }, id) => lockGivenShare(trx, caller, id),
  refusal: ({ caller }, share) =>
    plotAbilities({ account_id: share.account_id, share: null }, caller).share ? null : 'forbidden',
  identify: ({ id, name }) => ({ id, name }),
  pickLogAccount: ({ account_id }) => account_id,
}

export const recallPlotShare =
  ({ change }: Deps): Calls['recallPlotShare'] =>
  ({ params: { shareId } }, context) => {
    const asked = { id: shareId, to: 'recall', action: 'plot-share.recall' } as const
    return change(context, givenKind, asked, async (trx, { phone }) => ({
      details: { phone },
      write: () => deleteShare(trx, shareId),
      answer: nothing,
    }))
  }
