// Links to one report, which anyone who has the link can open without a sign-in until it ends.
import { z } from 'zod'
import { Time, TimeUntil } from '../fields.ts'
import { id, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { listedOpeningsAtMost } from './share-limits.ts'
import { SharedReport, SharedReportOf } from './shared-reports.ts'

const route = routeWithTag('Shared reports')
const base = '/api/share'
/** Any report that a person may open may be shared. */
const policy = {}

export const ShareOpening = z.object({
  at: Time,
  device: z.string().describe('Browser and system as named by the User-Agent header; may be empty'),
  language: z.string().describe('Language in which the report was shown'),
})

export const ShareLink = z
  .object({
    linkId: id('shareLink'),
    createdBy: z.string(),
    createdAt: Time,
    expiresAt: Time,
    revokedAt: Time.nullable(),
    openings: z.int(),
    lastOpenedAt: Time.nullable(),
    lastOpenings: z
      .array(ShareOpening)
      .max(listedOpeningsAtMost)
      .describe('Newest first, without addresses'),
  })
  .meta({ id: 'ShareLink' })
export type ShareLink = z.infer<typeof ShareLink>

export const shareLinkRoutes = {
  createShareLink: route('POST', `${base}/links`, {
    summary: 'Create a link to a report that the caller may open; its address is returned only now',
    policy,
    body: z.object({
      report: SharedReportOf,
      until: TimeUntil.describe('End of the link, at most 365 days ahead'),
    }),
    out: ShareLink.extend({
      path: z.string().describe('Path below the host: /s/ and 128 random bits'),
    }),
    errors: ['not_found', 'forbidden', 'too_many_share_links', 'work_too_slow', 'work_too_large'],
  }),
  listShareLinks: route('POST', `${base}/links/of-report`, {
    reads: true,
    summary: 'List the links of the account to a report, newest first; ended ones for 90 days',
    policy,
    body: z.object({ report: SharedReportOf }),
    out: z.object({ items: z.array(ShareLink) }),
  }),
  revokeShareLink: route('DELETE', `${base}/links/{linkId}`, {
    summary: 'End a link at once',
    policy,
    params: z.object({ linkId: id('shareLink') }),
    errors: ['not_found'],
  }),
  openSharedReport: route('GET', `${base}/reports/{token}`, {
    summary: 'Get the report of a link; ended and unknown links get the same answer',
    policy: 'public',
    params: z.object({ token: z.string().regex(/^[\w-]{22}$/) }),
    query: z.object({
      opening: notARow(
        'Only compared with openings of the same link',
        z.uuid().optional(),
      ).describe('openingId of the last day, in another language: not counted as another opening'),
    }),
    out: SharedReport,
    errors: ['not_found', 'too_many_requests', 'work_too_slow', 'work_too_large'],
  }),
}
