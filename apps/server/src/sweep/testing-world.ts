// A small test world with every kind of account, owner and place, each row marked by a unique word
// (its canary), so that a leaked row is recognised by its content. Ids exist before the rows, so
// that cases are plain data; `insertWorld` inserts the rows.
import { uuidv7 } from '../platform/database/uuid.ts'

export const worldNow = Date.parse('2026-11-20T04:00:00Z')
/** An id for a row that a case inserts. */
export const newId = () => uuidv7(worldNow)

/** Places of the accounts: a province, its city and two counties; another province; Thailand. */
export const places = {
  zhejiang: { code: '156330000', at: [120.2, 29.2] },
  hangzhou: { code: '156330100', at: [120.1, 30.2] },
  xihu: { code: '156330106', at: [120.05, 30.25] },
  binjiang: { code: '156330108', at: [120.21, 30.2] },
  henan: { code: '156410100', at: [113.6, 34.7] },
  chiangmai: { code: '764000000', at: [98.9, 18.8] },
} as const
type Place = keyof typeof places

export type AccountLine = {
  type: 'platform' | 'government' | 'manufacturer' | 'operator' | 'farmer'
  parent: string | null
  place: Place
  more?: Record<string, unknown>
}
export const accountLines = {
  root: { type: 'platform', parent: null, place: 'hangzhou' },
  east: { type: 'platform', parent: 'root', place: 'hangzhou', more: { tag: 'east' } },
  province: { type: 'government', parent: 'root', place: 'zhejiang' },
  city: { type: 'government', parent: 'root', place: 'hangzhou' },
  county: { type: 'government', parent: 'root', place: 'xihu' },
  elsewhere: { type: 'government', parent: 'root', place: 'henan' },
  makerOne: { type: 'manufacturer', parent: 'root', place: 'hangzhou' },
  makerTwo: { type: 'manufacturer', parent: 'root', place: 'henan' },
  makerEast: { type: 'manufacturer', parent: 'east', place: 'hangzhou' },
  team: {
    type: 'operator',
    parent: 'root',
    place: 'xihu',
    more: { operator_type: 'team', can_create_sub: true, lease_account: true },
  },
  teamSub: { type: 'operator', parent: 'team', place: 'xihu', more: { operator_type: 'team' } },
  teamSubSub: {
    type: 'operator',
    parent: 'teamSub',
    place: 'binjiang',
    more: { operator_type: 'team' },
  },
  rival: {
    type: 'operator',
    parent: 'root',
    place: 'henan',
    more: { operator_type: 'team', lease_account: true },
  },
  lone: {
    type: 'operator',
    parent: 'root',
    place: 'chiangmai',
    more: { operator_type: 'personal' },
  },
  renter: { type: 'operator', parent: 'root', place: 'henan', more: { operator_type: 'team' } },
  eastTeam: {
    type: 'operator',
    parent: 'east',
    place: 'binjiang',
    more: { operator_type: 'team' },
  },
  waiting: {
    type: 'operator',
    parent: 'root',
    place: 'xihu',
    more: { operator_type: 'team', check_status: 1 },
  },
  farmer: { type: 'farmer', parent: 'root', place: 'xihu' },
} as const satisfies Record<string, AccountLine>
export type AccountName = keyof typeof accountLines

export const droneLines = {
  teams: { maker: 'makerOne', operator: 'team', tenant: null, place: 'xihu' },
  subs: { maker: 'makerOne', operator: 'teamSub', tenant: null, place: 'xihu' },
  subSubs: { maker: 'makerTwo', operator: 'teamSubSub', tenant: null, place: 'binjiang' },
  rivals: { maker: 'makerOne', operator: 'rival', tenant: null, place: 'henan' },
  rented: { maker: 'makerTwo', operator: 'rival', tenant: 'renter', place: 'henan' },
  lones: { maker: 'makerTwo', operator: 'lone', tenant: null, place: 'chiangmai' },
  easts: { maker: 'makerEast', operator: 'eastTeam', tenant: null, place: 'binjiang' },
  unsold: { maker: 'makerOne', operator: null, tenant: null, place: 'hangzhou' },
} as const satisfies Record<
  string,
  { maker: AccountName; operator: AccountName | null; tenant: AccountName | null; place: Place }
>
export type DroneName = keyof typeof droneLines
export const droneNames = Object.keys(droneLines) as DroneName[]

export type UserLine = { account: AccountName; type: 1 | 2 | 3 | 4 | 5 | 6; personal?: boolean }
export const personLines = {
  ...(Object.fromEntries(
    (Object.keys(accountLines) as AccountName[]).map((name) => [name, { account: name, type: 1 }]),
  ) as Record<AccountName, UserLine>),
  teamStaff: { account: 'team', type: 3 },
  teamEnterpriseAdmin: { account: 'team', type: 4 },
  teamBusinessAdmin: { account: 'team', type: 5 },
  teamLeaseManager: { account: 'team', type: 6 },
  teamPilot: { account: 'team', type: 2 },
  teamPersonal: { account: 'team', type: 4, personal: true },
  countyStaff: { account: 'county', type: 3 },
  makerBusinessAdmin: { account: 'makerOne', type: 5 },
} as const satisfies Record<string, UserLine>
export type PersonName = keyof typeof personLines
export const personNames = Object.keys(personLines) as PersonName[]

/**
 * A word that occurs in every text of the named row and nowhere else. Each feature names its own
 * kinds.
 */
export const buildCanary = (kind: string, name: string): string => `canary-${kind}-${name}-end`

export const makerNames = ['makerOne', 'makerTwo', 'makerEast'] as const
export type MakerName = (typeof makerNames)[number]

export const idsFor = <N extends string>(names: readonly N[]): Readonly<Record<N, string>> =>
  Object.fromEntries(names.map((name) => [name, newId()])) as Record<N, string>

export const accountNames = Object.keys(accountLines) as AccountName[]
export const world = {
  accountId: idsFor(accountNames),
  userId: idsFor(personNames),
  droneId: Object.fromEntries(droneNames.map((name) => [name, `SWEEP-${name}`])) as Record<
    DroneName,
    string
  >,
  sortieId: idsFor(droneNames),
  simulatedSortieId: idsFor(droneNames),
  anomalyId: idsFor(droneNames),
  plotId: idsFor(droneNames),
  modelId: idsFor(makerNames),
}
export const findModelId = (drone: DroneName): string => world.modelId[droneLines[drone].maker]

/** A square of this size in degrees, and its bounding box in PostgreSQL's notation. */
export const square = ([lng, lat]: readonly [number, number], size: number): [number, number][] => [
  [lng, lat],
  [lng + size, lat],
  [lng + size, lat + size],
  [lng, lat + size],
  [lng, lat],
]
export const boxText = ([lng, lat]: readonly [number, number], size: number): string =>
  `((${lng + size},${lat + size}),(${lng},${lat}))`
