// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { bulletinRoutes } from '@swath/contract/alarms/bulletins'
import type { Db } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { featureSweep, type Strangers } from '../../../sweep/testing-cases.ts'
import { monitor, visibleDrones, without } from '../../../sweep/testing-oracle.ts'
import {
  buildCanary,
  droneNames,
  idsFor,
  newId,
  personLines,
  world,
  worldNow,
  type AccountName,
  type PersonName,
} from '../../../sweep/testing-world.ts'

type Line = {
  author: AccountName
  state: 'draft' | 'scheduled' | 'published' | 'recalled'
  to: readonly AccountName[]
}
const lines = {
  rootToAll: {
    author: 'root',
    state: 'published',
    to: ['makerOne', 'makerTwo', 'team', 'teamSub', 'rival', 'lone', 'renter', 'eastTeam'],
  },
  rootDraft: { author: 'root', state: 'draft', to: [] },
  countyToTeams: { author: 'county', state: 'published', to: ['team', 'teamSub'] },
  countyScheduled: { author: 'county', state: 'scheduled', to: [] },
  makerToOwners: { author: 'makerOne', state: 'published', to: ['team', 'rival'] },
  makerRecalled: { author: 'makerOne', state: 'recalled', to: ['team'] },
  makerDraft: { author: 'makerOne', state: 'draft', to: [] },
  eastToTeam: { author: 'east', state: 'published', to: ['eastTeam'] },
} as const satisfies Record<string, Line>
type LineName = keyof typeof lines
const lineNames = Object.keys(lines) as LineName[]
const bulletinId = idsFor(lineNames)
const fileId = idsFor(lineNames)

/**
 * Written by hand: bulletins sent to the person's account, published ones of the accounts that the
 * person supervises, and drafts of the own account.
 */
const visible: Partial<Record<PersonName, readonly LineName[]>> = {
  root: ['rootToAll', 'rootDraft', 'countyToTeams', 'makerToOwners', 'makerRecalled', 'eastToTeam'],
  east: ['eastToTeam'],
  // The region includes the two platforms and the maker in Hangzhou.
  province: ['rootToAll', 'countyToTeams', 'makerToOwners', 'makerRecalled', 'eastToTeam'],
  city: ['rootToAll', 'countyToTeams', 'makerToOwners', 'makerRecalled', 'eastToTeam'],
  county: ['countyToTeams', 'countyScheduled'],
  elsewhere: [],
  makerOne: ['rootToAll', 'makerToOwners', 'makerRecalled', 'makerDraft'],
  makerBusinessAdmin: ['rootToAll', 'makerToOwners', 'makerRecalled', 'makerDraft'],
  makerTwo: ['rootToAll'],
  makerEast: [],
  team: ['rootToAll', 'countyToTeams', 'makerToOwners', 'makerRecalled'],
  teamStaff: ['rootToAll', 'countyToTeams', 'makerToOwners', 'makerRecalled'],
  teamEnterpriseAdmin: ['rootToAll', 'countyToTeams', 'makerToOwners', 'makerRecalled'],
  teamBusinessAdmin: ['rootToAll', 'countyToTeams', 'makerToOwners', 'makerRecalled'],
  teamPersonal: ['rootToAll', 'countyToTeams', 'makerToOwners', 'makerRecalled'],
  teamSub: ['rootToAll', 'countyToTeams'],
  teamSubSub: [],
  rival: ['rootToAll', 'makerToOwners'],
  lone: ['rootToAll'],
  renter: ['rootToAll'],
  eastTeam: ['rootToAll', 'eastToTeam'],
  farmer: [],
  countyStaff: [],
}
/** The canaries of a list are those that the platform sees; it sees no drafts of others. */
const goneOut = Object.fromEntries(
  Object.entries(visible).map(([person, names]) => [
    person,
    names.filter((name) => visible.root!.includes(name)),
  ]),
)
const seen = (person: PersonName): readonly LineName[] => visible[person] ?? []

/** Whether a person is one of the authors. */
const isAuthor = (person: PersonName, name: LineName): boolean =>
  personLines[person].account === lines[name].author

const seed = async (db: Db, store: FileStore): Promise<void> => {
  const at = new Date(worldNow)
  await db
    .insertInto('bulletin')
    .values(
      lineNames.map((name) => {
        const { author, state, to } = lines[name] as Line
        const hasGoneOut = state === 'published' || state === 'recalled'
        return {
          id: bulletinId[name],
          account_id: world.accountId[author],
          state,
          texts: JSON.stringify([
            {
              language: 'en',
              title: buildCanary('bulletin', name),
              body: { type: 'doc', content: [{ type: 'paragraph' }] },
            },
          ]),
          target_types: ['manufacturer', 'operator'],
          target_regions: [],
          recipient_count: to.length,
          publish_at: state === 'scheduled' ? new Date(worldNow + 86_400_000) : null,
          published_at: hasGoneOut ? at : null,
          recalled_at: state === 'recalled' ? at : null,
          recall_reason: state === 'recalled' ? 'A mistake' : null,
          created_by: world.userId[author],
          created_by_name: author,
          created_at: at,
          updated_at: at,
        }
      }),
    )
    .execute()
  await db
    .insertInto('bulletin_recipient')
    .values(
      lineNames.flatMap((name) =>
        (lines[name] as Line).to.map((account) => ({
          account_id: world.accountId[account],
          bulletin_id: bulletinId[name],
        })),
      ),
    )
    .execute()
  for (const name of lineNames) {
    const key = `bulletin-file-of-${name}`.padEnd(43, 'x')
    await store.put(key, Buffer.from('%PDF-'), 'application/octet-stream')
    await db
      .insertInto('bulletin_file')
      .values({
        id: fileId[name],
        key,
        bulletin_id: bulletinId[name],
        account_id: world.accountId[lines[name].author],
        name: `${name}.pdf`,
        bytes: 5,
        uploaded_by: world.userId[lines[name].author],
        uploaded_at: at,
        unclaimed_since: at,
      })
      .execute()
  }
}

const unseen =
  (ids: Readonly<Record<LineName, string>>): Strangers =>
  ({ person }) =>
    lineNames.filter((name) => !seen(person).includes(name)).map((name) => ids[name])

const list: readonly PersonName[] = without(monitor, 'teamStaff', 'countyStaff', 'farmer')
const senders = [
  'root',
  'province',
  'city',
  'county',
  'elsewhere',
  'east',
  'makerOne',
  'makerTwo',
  'makerEast',
  'makerBusinessAdmin',
] as const satisfies readonly PersonName[]

const draft = {
  texts: [{ language: 'en', title: 'A draft', body: { type: 'doc', content: [] } }],
  targetAccountTypes: [1],
  targetRegions: [],
  opr: 'draft',
}
/** One that the person can see, own ones first. */
const pick = (person: PersonName): string => {
  const own = seen(person).toSorted(
    (a, b) => Number(isAuthor(person, b)) - Number(isAuthor(person, a)),
  )
  return own[0] ? bulletinId[own[0]] : newId()
}

/** Receipts can be read by the author. */
const pickPublished = (person: PersonName): string => {
  const own = lineNames.find((name) => isAuthor(person, name) && lines[name].state === 'published')
  return own ? bulletinId[own] : newId()
}

export const bulletinSweep = featureSweep(bulletinRoutes, {
  seed,
  strangers: { bulletin: unseen(bulletinId), bulletinFile: unseen(fileId) },
  cases: {
    listBulletins: {
      people: monitor,
      request: () => ({ query: { pageSize: '100' } }),
      holds: { kind: 'bulletin', rows: goneOut },
    },
    listUnreadBulletins: { people: monitor },
    getBulletin: {
      people: monitor,
      request: ({ person }) => ({ params: { bulletinId: pick(person) } }),
    },
    countUnreadBulletins: { people: monitor },
    markBulletinsRead: {
      people: monitor,
      request: ({ drone }) => ({ body: { oprType: 1, bulletinIds: [world.anomalyId[drone]] } }),
      strangers: {
        'body.bulletinIds[]': (asking) => [
          ...unseen(bulletinId)(asking),
          ...droneNames
            .filter((name) => !visibleDrones[asking.person].includes(name))
            .map((name) => world.anomalyId[name]),
        ],
      },
      changes: true,
    },
    addBulletin: { people: senders, right: true, request: () => ({ body: draft }), changes: true },
    updateBulletin: {
      people: senders,
      right: true,
      request: ({ person }) => ({ body: { ...draft, bulletinId: pick(person), version: 999 } }),
      refusesFirst: true,
    },
    recallBulletin: {
      people: senders,
      right: true,
      request: ({ person }) => ({
        body: { bulletinId: pick(person), reason: 'A mistake', version: 999 },
      }),
      refusesFirst: true,
    },
    deleteBulletin: {
      people: senders,
      right: true,
      request: ({ person }) => ({ params: { bulletinId: pick(person) } }),
      changes: true,
    },
    countBulletinRecipients: {
      people: senders,
      right: true,
      request: () => ({ body: { targetAccountTypes: [1, 2], targetRegions: [] } }),
      reads: true,
    },
    getBulletinReceipts: {
      people: list,
      right: true,
      request: ({ person }) => ({ query: { bulletinId: pickPublished(person) } }),
    },
    uploadBulletinFile: {
      people: senders,
      right: true,
      request: () => ({ query: { fileName: 'notice.pdf' }, file: '%PDF-' }),
      changes: true,
    },
    downloadBulletinFile: { people: monitor, request: () => ({ params: { fileId: newId() } }) },
  },
})
