// Expected results, written and reviewed by hand: groups of people who may make a call, and the
// rows that exist for each. Shares no code with the policy and the scopes that it checks.
import {
  accountNames,
  personLines,
  type AccountName,
  type DroneName,
  type PersonName,
} from './testing-world.ts'

/** Everyone who has a console and whose account is approved. */
export const signedIn: readonly PersonName[] = [
  'root',
  'east',
  'province',
  'city',
  'county',
  'elsewhere',
  'makerOne',
  'makerTwo',
  'makerEast',
  'team',
  'teamSub',
  'teamSubSub',
  'rival',
  'lone',
  'renter',
  'eastTeam',
  'farmer',
  'teamStaff',
  'teamEnterpriseAdmin',
  'teamBusinessAdmin',
  'teamLeaseManager',
  'teamPersonal',
  'countyStaff',
  'makerBusinessAdmin',
  'teamPilot',
]
export const without = (people: readonly PersonName[], ...left: PersonName[]) =>
  people.filter((person) => !left.includes(person))

export const monitor = without(signedIn, 'teamLeaseManager', 'teamPilot')
export const droneList = without(monitor, 'farmer', 'teamStaff', 'countyStaff')
/** The statistics screens and the overview by regions: all except commercial pilots and farmers. */
export const statScreen = [
  'root',
  'east',
  'province',
  'city',
  'county',
  'elsewhere',
  'makerOne',
  'makerTwo',
  'makerEast',
  'countyStaff',
  'makerBusinessAdmin',
] as const satisfies readonly PersonName[]
export const blockList = without(monitor, 'teamStaff', 'countyStaff')
/** Logs of the ground apps: all who have drones, except governments. */
export const appLogs = without(droneList, 'province', 'city', 'county', 'elsewhere')
/** Models of drones: makers and platforms. */
export const modelList = [
  'root',
  'east',
  'makerOne',
  'makerTwo',
  'makerEast',
  'makerBusinessAdmin',
] as const satisfies readonly PersonName[]
/**
 * Data private to a maker or a platform: the platform's own people see all of it, those of a
 * sub-platform see theirs and that below it.
 */
export const visibleMakers: Partial<Record<PersonName, readonly AccountName[]>> = {
  root: ['root', 'east', 'makerOne', 'makerTwo', 'makerEast'],
  east: ['east', 'makerEast'],
  makerOne: ['makerOne'],
  makerTwo: ['makerTwo'],
  makerEast: ['makerEast'],
  makerBusinessAdmin: ['makerOne'],
}
/** Requires a level that no maker in this test has. */
export const whiteList = ['root', 'east'] as const satisfies readonly PersonName[]
/** People who fly, make or manage drones. */
export const groundStation = without(
  signedIn,
  'province',
  'city',
  'county',
  'elsewhere',
  'farmer',
  'teamStaff',
  'teamLeaseManager',
  'teamPilot',
  'countyStaff',
)
/** Requires the sub-account right, which only one company in this test has. */
export const flightControl = [
  'team',
  'teamEnterpriseAdmin',
  'teamBusinessAdmin',
  'teamPersonal',
] as const satisfies readonly PersonName[]
export const zoneList = [
  'root',
  'east',
  'province',
  'city',
  'county',
  'elsewhere',
] as const satisfies readonly PersonName[]
export const everyone: readonly PersonName[] = [...signedIn, 'waiting']
export const ownAccount = without(
  signedIn,
  'teamStaff',
  'teamLeaseManager',
  'countyStaff',
  'teamPilot',
)
export const subCompanyList = [
  'team',
  'teamEnterpriseAdmin',
  'teamBusinessAdmin',
  'teamPersonal',
] as const satisfies readonly PersonName[]
export const accountList = [...zoneList, ...subCompanyList] as const
export const memberList = without(droneList, 'lone')
/** Accounts with teams: a single person has none, and governments only watch. */
export const teamList = without(appLogs, 'lone')
/** Orders and invoices: all except governments, farmers and people without that console. */
export const orderList = without(droneList, 'province', 'city', 'county', 'elsewhere')
/** Lessors of drones: the platforms, and two companies. */
export const lessors = [
  'root',
  'east',
  'team',
  'rival',
  'teamEnterpriseAdmin',
  'teamBusinessAdmin',
  'teamLeaseManager',
  'teamPersonal',
] as const satisfies readonly PersonName[]
/** Lessors with the rights of leasing. */
export const leaseManagers = [
  'root',
  'east',
  'team',
  'rival',
  'teamLeaseManager',
] as const satisfies readonly PersonName[]
/** Lessors and their tenants. */
export const leasingSides = [...lessors, 'renter'] as const satisfies readonly PersonName[]
export const staffManagers = without(memberList, 'teamBusinessAdmin', 'makerBusinessAdmin')
export const logList = without(droneList, 'teamBusinessAdmin', 'makerBusinessAdmin')

const all = [
  'teams',
  'subs',
  'subSubs',
  'rivals',
  'rented',
  'lones',
  'easts',
  'unsold',
] as const satisfies readonly DroneName[]
const ofTeam = ['teams', 'subs', 'subSubs'] as const satisfies readonly DroneName[]

/** Drones that exist for a person, and with them sorties, records and anomalies. */
export const visibleDrones: Record<PersonName, readonly DroneName[]> = {
  root: all,
  east: ['easts'],
  province: ['teams', 'subs', 'subSubs', 'easts', 'unsold'],
  city: ['teams', 'subs', 'subSubs', 'easts', 'unsold'],
  county: ['teams', 'subs'],
  elsewhere: ['rivals', 'rented'],
  makerOne: ['teams', 'subs', 'rivals', 'unsold'],
  makerTwo: ['subSubs', 'rented', 'lones'],
  makerEast: ['easts'],
  team: ofTeam,
  teamSub: ['subs', 'subSubs'],
  teamSubSub: ['subSubs'],
  rival: ['rivals', 'rented'],
  lone: ['lones'],
  renter: ['rented'],
  eastTeam: ['easts'],
  waiting: [],
  farmer: [],
  teamStaff: ofTeam,
  teamEnterpriseAdmin: ofTeam,
  teamBusinessAdmin: ofTeam,
  teamLeaseManager: ofTeam,
  teamPilot: ofTeam,
  teamPersonal: [],
  countyStaff: ['teams', 'subs'],
  makerBusinessAdmin: ['teams', 'subs', 'rivals', 'unsold'],
}

const ofProvince = [
  'city',
  'county',
  'makerOne',
  'makerEast',
  'team',
  'teamSub',
  'teamSubSub',
  'eastTeam',
  'waiting',
  'farmer',
] as const satisfies readonly AccountName[]
const belowTeam = ['teamSub', 'teamSubSub'] as const satisfies readonly AccountName[]

/**
 * Accounts that a person may find in the list of accounts: never their own, a superior account or
 * one at the same level.
 */
export const visibleAccounts: Partial<Record<PersonName, readonly AccountName[]>> = {
  root: [
    'east',
    'province',
    'city',
    'county',
    'elsewhere',
    'makerOne',
    'makerTwo',
    'makerEast',
    'team',
    'teamSub',
    'teamSubSub',
    'rival',
    'lone',
    'renter',
    'eastTeam',
    'waiting',
    'farmer',
  ],
  east: ['makerEast', 'eastTeam'],
  province: ofProvince,
  city: ofProvince.filter((name) => name !== 'city'),
  county: ['team', 'teamSub', 'waiting', 'farmer'],
  elsewhere: ['makerTwo', 'rival', 'renter'],
  team: belowTeam,
  teamEnterpriseAdmin: belowTeam,
  teamBusinessAdmin: belowTeam,
  teamPersonal: belowTeam,
}

/** The accounts whose rows exist for a person: their own and those below it. */
export const seenAccounts = (person: PersonName): readonly AccountName[] => {
  const { account } = personLines[person]
  switch (account) {
    case 'root':
      return accountNames
    case 'east':
      return ['east', 'makerEast', 'eastTeam']
    case 'team':
      return ['team', 'teamSub', 'teamSubSub']
    case 'teamSub':
      return ['teamSub', 'teamSubSub']
    default:
      return [account]
  }
}
