// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { randomBytes } from 'node:crypto'
import { shareLinkRoutes } from '@swath/contract/overview/share-links'
import { tokenHash } from '../../../platform/auth/tokens.ts'
import { featureSweep, type Asking } from '../../../sweep/testing-cases.ts'
import { signedIn } from '../../../sweep/testing-oracle.ts'
import { personLines, personNames, world } from '../../../sweep/testing-world.ts'
import { idsFor, worldNow } from '../../../sweep/testing-world.ts'

const linkId = idsFor(personNames)
const reportOf = ({ drone }: Asking) => ({
  kind: 'flights',
  droneId: world.droneId[drone],
  sortieIds: [world.sortieId[drone]],
})
/** A link shows what the signed-in calls of its report show, which are tried with foreign ids. */
const others =
  'a report of another kind; the rows of each kind are those of its own calls: share-links.test.ts'
const untried = Object.fromEntries(
  ['blockId', 'sortieId', 'tftzId', 'clientId', 'subsidyId', 'ticketId', 'userId'].map((name) => [
    `body.report${name}`,
    others,
  ]),
)

export const shareLinkSweep = featureSweep(shareLinkRoutes, {
  seed: async (db) => {
    await db
      .insertInto('share_link')
      .values(
        personNames.map((name) => ({
          id: linkId[name],
          account_id: world.accountId[personLines[name].account],
          created_by: world.userId[name],
          report: JSON.stringify({ kind: 'task', tftzId: '1' }),
          token_hash: tokenHash(randomBytes(16).toString('base64url')),
          created_at: new Date(worldNow),
          expires_at: new Date(worldNow + 86_400_000),
        })),
      )
      .execute()
  },
  strangers: {
    shareLink: ({ person }) =>
      personNames
        .filter((name) => personLines[name].account !== personLines[person].account)
        .map((name) => linkId[name]),
  },
  cases: {
    createShareLink: {
      people: signedIn,
      // refused before anything is written: the end is over
      request: (asking) => ({ body: { report: reportOf(asking), until: '2020-01-01' } }),
      changes: true,
      refusesFirst: true,
      untried,
    },
    listShareLinks: {
      people: signedIn,
      request: (asking) => ({ body: { report: reportOf(asking) } }),
      reads: true,
      narrows: true,
      untried,
    },
    revokeShareLink: {
      people: signedIn,
      request: ({ person }) => ({ params: { linkId: linkId[person] } }),
      changes: true,
    },
    openSharedReport: {
      people: 'public',
      request: () => ({ params: { token: randomBytes(16).toString('base64url') } }),
    },
  },
})
