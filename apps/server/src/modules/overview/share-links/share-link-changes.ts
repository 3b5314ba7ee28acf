import { randomBytes } from 'node:crypto'
import type { Api } from '@swath/contract/api'
import {
  endedLinkDays,
  linksOfAccountAtMost,
  linksOfReportAtMost,
  shareDaysAtMost,
} from '@swath/contract/overview/share-limits'
import type { ShareLink, shareLinkRoutes } from '@swath/contract/overview/share-links'
import { SharedReportOf } from '@swath/contract/overview/shared-reports'
import { tokenHash } from '../../../platform/auth/tokens.ts'
import { nothing, type Changes, type RowKind } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { RunAs } from '../../../platform/http/run-as.ts'
import type { Services } from '../../../platform/services.ts'
import { composeReport } from './compose-report.ts'
import {
  countWorkingLinks,
  deleteEndedLinks,
  insertLink,
  listLinks,
  listOpenings,
  lockLink,
  revokeLink,
} from './share-links.queries.ts'

type Calls = Handlers<typeof shareLinkRoutes>
type Deps = Services & Changes & { runAs: RunAs<Api> }
type Link = NonNullable<Awaited<ReturnType<typeof lockLink>>>

const dayMs = 86_400_000

/** The same report is always stored with the same parameters. */
const normalise = (report: SharedReportOf): SharedReportOf =>
  'sortieIds' in report
    ? { ...report, sortieIds: [...new Set(report.sortieIds)].toSorted() }
    : report

const checkEnd = (until: string, nowMs: number): Date => {
  const untilMs = Date.parse(until)
  if (untilMs <= nowMs) fail('invalid_input', {}, [{ path: 'until', message: 'shareUntilPast' }])
  // The last day ends up to a day after the same time of day.
  if (untilMs > nowMs + (shareDaysAtMost + 1) * dayMs)
    fail('invalid_input', {}, [{ path: 'until', message: 'shareUntilFar' }])
  return new Date(untilMs)
}

const requireRoom = async (
  trx: Tx,
  accountId: string,
  report: SharedReportOf,
  now: Date,
): Promise<void> => {
  const { ofAccount, ofReport } = await countWorkingLinks(trx, accountId, report, now)
  if (ofReport >= linksOfReportAtMost) fail('too_many_share_links', { count: linksOfReportAtMost })
  if (ofAccount >= linksOfAccountAtMost)
    fail('too_many_share_links', { count: linksOfAccountAtMost })
}

export const createShareLink =
  ({ clock, record, runAs }: Deps): Calls['createShareLink'] =>
  async ({ body }, context) => {
    const { caller } = context
    const report = normalise(body.report)
    const { name } = await composeReport(
      (operation, parts) => runAs(context, operation, parts),
      report,
    )
    const expiresAt = checkEnd(body.until, clock.now())
    // 128 bits; only the hash is stored
    const token = randomBytes(16).toString('base64url')
    return record(context, async (trx, now) => {
      await requireRoom(trx, caller.accountId, report, now)
      const id = uuidv7(now.getTime())
      return {
        action: 'share-link.create',
        object: { type: 'share-link', id, name },
        details: { after: { report, expiresAt: expiresAt.toISOString() } },
        write: async () => {
          await deleteEndedLinks(
            trx,
            caller.accountId,
            new Date(now.getTime() - endedLinkDays * dayMs),
          )
          await insertLink(trx, {
            id,
            account_id: caller.accountId,
            created_by: caller.userId,
            report: JSON.stringify(report),
            token_hash: tokenHash(token),
            created_at: now,
            expires_at: expiresAt,
          })
        },
        answer: async () => ({
          linkId: id,
          createdBy: caller.userName,
          createdAt: now.toISOString(),
          expiresAt: expiresAt.toISOString(),
          revokedAt: null,
          openings: 0,
          lastOpenedAt: null,
          lastOpenings: [],
          path: `/s/${token}`,
        }),
      }
    })
  }

export const listShareLinks =
  ({ db, clock }: Deps): Calls['listShareLinks'] =>
  async ({ body }, { caller }) => {
    const links = await listLinks(db, caller, {
      report: normalise(body.report),
      endedAfter: new Date(clock.now() - endedLinkDays * dayMs),
    })
    const openings = await listOpenings(
      db,
      links.map(({ id }) => id),
    )
    return {
      items: links.map((link): ShareLink => ({
        linkId: link.id,
        createdBy: link.createdBy,
        createdAt: link.created_at.toISOString(),
        expiresAt: link.expires_at.toISOString(),
        revokedAt: link.revoked_at?.toISOString() ?? null,
        openings: link.openings,
        lastOpenedAt: link.last_opened_at?.toISOString() ?? null,
        lastOpenings: openings
          .filter(({ link_id: linkId }) => linkId === link.id)
          .map(({ opened_at: at, device, language }) => ({
            at: at.toISOString(),
            device,
            language,
          })),
      })),
    }
  }

const nameOf = (report: SharedReportOf): string => {
  switch (report.kind) {
    case 'flights':
    case 'spraying':
      return report.droneId
    case 'plot':
      return report.blockId
    case 'task':
      return report.tftzId
    case 'statement':
      return `${report.clientId} ${report.month}`
    case 'subsidy':
      return report.subsidyId
    case 'invoice':
      return report.ticketId
    case 'logbook':
      return [report.userId, report.year].filter(Boolean).join(' ')
  }
}

const shareLinkKind: RowKind<Link, 'revoke'> = {
  type: 'share-link',
  lock: (trx, { caller }, id) => lockLink(trx, caller, id),
  refusal: () => null,
  identify: ({ id, report }) => ({ id, name: nameOf(SharedReportOf.parse(report)) }),
}

export const revokeShareLink =
  ({ change }: Deps): Calls['revokeShareLink'] =>
  ({ params: { linkId: id } }, context) =>
    change(
      context,
      shareLinkKind,
      { id, to: 'revoke', action: 'share-link.revoke' },
      async (trx, row, now) => ({
        changes: row.revoked_at === null,
        details: { report: row.report, openings: row.openings },
        write: () => revokeLink(trx, id, now),
        answer: nothing,
      }),
    )
