// What is right, written by hand and read by people: who may make which call, and which rows exist for whom. It shares
// nothing with the policy and the scopes that it judges.
import type { Operation } from '@swath/contract/api'
import type { AccountName, DroneName, PersonName, ZoneName } from './testing-world.queries.ts'

/** Everyone who has a console and whose account has been passed. */
const console_: readonly PersonName[] = ['root', 'east', 'province', 'city', 'county', 'elsewhere', 'makerOne', 'makerTwo', 'makerEast', 'team', 'teamSub', 'teamSubSub',
  'rival', 'lone', 'renter', 'eastTeam', 'farmer', 'teamStaff', 'teamEnterpriseAdmin', 'teamBusinessAdmin', 'teamLeaseManager', 'teamPersonal', 'countyStaff', 'makerBusinessAdmin',
  'teamPilot']
const without = (people: readonly PersonName[], ...left: PersonName[]) => people.filter((person) => !left.includes(person))

const monitor = without(console_, 'teamLeaseManager', 'teamPilot')
const droneList = without(monitor, 'farmer', 'teamStaff', 'countyStaff')
/** Models and logs of the ground apps: who makes drones, and the platforms. */
const modelList = ['root', 'east', 'makerOne', 'makerTwo', 'makerEast', 'makerBusinessAdmin'] as const satisfies readonly PersonName[]
/** Needs the sub-account right, which in this world one company has. */
const flightControl = ['team', 'teamEnterpriseAdmin', 'teamBusinessAdmin', 'teamPersonal'] as const satisfies readonly PersonName[]
const zoneList = ['root', 'east', 'province', 'city', 'county', 'elsewhere'] as const satisfies readonly PersonName[]
const everyone: readonly PersonName[] = [...console_, 'waiting']
const ownAccount = without(console_, 'teamStaff', 'teamLeaseManager', 'countyStaff', 'teamPilot')
const subCompanyList = ['team', 'teamEnterpriseAdmin', 'teamBusinessAdmin', 'teamPersonal'] as const satisfies readonly PersonName[]
const accountList = [...zoneList, ...subCompanyList] as const
const memberList = without(droneList, 'lone')
const staffManagers = without(memberList, 'teamBusinessAdmin', 'makerBusinessAdmin')
const logList = without(droneList, 'teamBusinessAdmin', 'makerBusinessAdmin')

/** `public`: no sign-in needed. Else exactly these people; all others are refused. */
export const mayCallOracle: Record<Operation, 'public' | readonly PersonName[]> = {
  getVerify: 'public', getVerifyCode: 'public', checkVerifyCode: 'public', loginSmS: 'public', resetPassword: 'public', reg: 'public', getOutbox: 'public',
  getTheme: 'public', getCaptcha: 'public', loginPd: 'public', refreshToken: 'public', loadRegions: 'public', loadRegionNames: 'public',
  uploadImage: 'public', getFile: 'public',
  loginOut: everyone, getOwnInfo: everyone, updateOwnProfile: everyone, updateOwnSettings: everyone, getOwnListViews: everyone, keepOwnListViews: everyone,
  listOwnSessions: everyone, endOwnSession: everyone, endOtherSessions: everyone, getRentalModels: everyone,
  getMonitorSummary: monitor, listMonitorDrones: monitor, listOfflineDrones: monitor, getMonitorDrone: monitor, listMonitorZones: monitor, listMonitorBlocks: monitor,
  listAnomalies: monitor, countUnreadAnomalies: monitor, markAnomaliesRead: monitor,
  listCommands: droneList, lockDrone: droneList, sendCommand: flightControl, cancelCommand: flightControl, listControlDrones: flightControl, getControlDrone: flightControl,
  listDrones: droneList, exportDrones: droneList, getDrone: droneList, addDrone: droneList, issueCredential: droneList,
  listDroneModels: monitor, getDroneModel: modelList, exportDroneModels: modelList, addDroneModel: modelList, updateDroneModel: modelList, deleteDroneModel: modelList, mergeDroneModels: modelList,
  addModelIdRange: modelList, deleteModelIdRange: modelList, findModelOfNumber: droneList, listModelMakers: modelList,
  listAppLogs: modelList, exportAppLogs: modelList, getAppLog: modelList, previewAppLog: modelList, downloadAppLog: modelList, deleteAppLog: modelList, deleteOldAppLogs: modelList,
  keepAppLogs: modelList, uploadAppLog: console_, uploadDeviceLog: 'public',
  listManufacturers: console_, listOperators: console_,
  updateDrone: droneList, setSaleType: droneList, setMakerNumber: droneList, setDeviceType: droneList, setActivation: droneList, updateRental: droneList,
  changeOwner: droneList, getNewOwners: droneList, previewManufacturerMerge: droneList, mergeManufacturer: droneList, getImportTemplate: droneList, previewDroneImport: droneList,
  importDrones: droneList, addDroneFile: droneList, deleteDroneFile: droneList, getDroneFiles: droneList, getSortiePictures: droneList, downloadDroneFile: droneList,
  exportTracks: droneList,
  listFlights: droneList, exportFlights: droneList, listSimulatedFlights: droneList, exportSimulatedFlights: droneList, getSortie: droneList, getFlightStatistics: droneList, getTracks: droneList,
  getBattery: droneList, listFlownDrones: droneList, getPlayback: droneList, getPlaybackTracks: droneList,
  listFlightLogs: droneList, createFlightLog: droneList, appendFlightLog: droneList, getFlightLog: droneList, getFlightLogTracks: droneList,
  getFlightLogPilots: droneList, chooseFlightLog: droneList, acceptFlightLog: droneList, downloadFlightLog: droneList, deleteFlightLog: droneList,
  listNoFlyZones: zoneList, exportNoFlyZones: zoneList, getNoFlyZone: zoneList, createNoFlyZone: zoneList, updateNoFlyZone: zoneList, enableNoFlyZone: zoneList,
  deleteNoFlyZone: zoneList,
  listAccounts: accountList, exportAccounts: accountList, getAccount: accountList, createAccount: zoneList, createSubCompany: subCompanyList, createSubPlatform: subCompanyList,
  updateAccount: accountList, enableAccount: accountList, deleteAccount: accountList,
  listAccountApplications: zoneList, exportAccountApplications: zoneList, getAccountApplication: zoneList, reviewAccountApplication: zoneList,
  getOwnAccount: [...ownAccount, 'waiting'], getOwnApplication: [...ownAccount, 'waiting'], changeOwnAccount: [...ownAccount, 'waiting'],
  getSecretKeys: ownAccount, setSecretKey: ownAccount, downloadSecretKey: ownAccount,
  listMembers: memberList, exportMembers: memberList, getMember: memberList, createMember: staffManagers, updateMember: staffManagers, enableMember: staffManagers,
  resetMemberPassword: staffManagers, deleteMember: staffManagers,
  applyToJoin: 'public', listUserApplications: droneList, exportUserApplications: droneList, reviewUserApplication: logList,
  listSystemLogs: logList, exportSystemLogs: logList, checkSystemLog: logList,
}

/** Calls that need a right beside the screen: refused to people who have every screen and no right. */
export const needsRight: readonly Operation[] = [
  'updateDrone', 'setSaleType', 'setMakerNumber', 'setDeviceType', 'setActivation', 'updateRental',
  'changeOwner', 'getNewOwners', 'previewManufacturerMerge', 'mergeManufacturer', 'getImportTemplate', 'previewDroneImport',
  'importDrones', 'addDroneFile', 'deleteDroneFile',
  'listFlightLogs', 'createFlightLog', 'appendFlightLog', 'getFlightLog', 'getFlightLogTracks', 'getFlightLogPilots', 'chooseFlightLog', 'acceptFlightLog', 'downloadFlightLog',
  'deleteFlightLog',
  'deleteAppLog', 'deleteOldAppLogs', 'keepAppLogs', 'addDroneModel', 'updateDroneModel', 'deleteDroneModel', 'mergeDroneModels', 'addModelIdRange', 'deleteModelIdRange', 'listModelMakers',
  'addDrone', 'issueCredential', 'sendCommand', 'cancelCommand', 'lockDrone', 'createNoFlyZone', 'updateNoFlyZone', 'enableNoFlyZone', 'deleteNoFlyZone',
  'createAccount', 'createSubCompany', 'createSubPlatform', 'updateAccount', 'enableAccount', 'deleteAccount', 'reviewAccountApplication', 'changeOwnAccount',
  'setSecretKey', 'downloadSecretKey',
  'createMember', 'updateMember', 'enableMember', 'resetMemberPassword', 'deleteMember', 'reviewUserApplication',
  'listSystemLogs', 'exportSystemLogs', 'checkSystemLog',
]

const all = ['teams', 'subs', 'subSubs', 'rivals', 'rented', 'lones', 'easts', 'unsold'] as const satisfies readonly DroneName[]
const ofTeam = ['teams', 'subs', 'subSubs'] as const satisfies readonly DroneName[]

/** Drones, and with them sorties, records and anomalies, that exist for a person. */
export const visibleDrones: Record<PersonName, readonly DroneName[]> = {
  root: all, east: ['easts'],
  province: ['teams', 'subs', 'subSubs', 'easts', 'unsold'], city: ['teams', 'subs', 'subSubs', 'easts', 'unsold'], county: ['teams', 'subs'], elsewhere: ['rivals', 'rented'],
  makerOne: ['teams', 'subs', 'rivals', 'unsold'], makerTwo: ['subSubs', 'rented', 'lones'], makerEast: ['easts'],
  team: ofTeam, teamSub: ['subs', 'subSubs'], teamSubSub: ['subSubs'], rival: ['rivals', 'rented'], lone: ['lones'], renter: ['rented'], eastTeam: ['easts'],
  waiting: [], farmer: [],
  teamStaff: ofTeam, teamEnterpriseAdmin: ofTeam, teamBusinessAdmin: ofTeam, teamLeaseManager: ofTeam, teamPilot: ofTeam, teamPersonal: [],
  countyStaff: ['teams', 'subs'], makerBusinessAdmin: ['teams', 'subs', 'rivals', 'unsold'],
}

/** Zones that a person may find in the list of zones. */
export const visibleZones: Partial<Record<PersonName, readonly ZoneName[]>> = {
  root: ['rootZone', 'provinceZone', 'cityZone', 'countyZone', 'elsewhereZone'], east: [],
  province: ['rootZone', 'provinceZone', 'cityZone', 'countyZone'], city: ['rootZone', 'cityZone', 'countyZone'], county: ['countyZone'], elsewhere: ['elsewhereZone'],
}

const ofProvince = ['city', 'county', 'makerOne', 'makerEast', 'team', 'teamSub', 'teamSubSub', 'eastTeam', 'waiting', 'farmer'] as const satisfies readonly AccountName[]
const belowTeam = ['teamSub', 'teamSubSub'] as const satisfies readonly AccountName[]

/** Accounts that a person may find in the list of accounts: never the own one, nor one above or beside it. */
export const visibleAccounts: Partial<Record<PersonName, readonly AccountName[]>> = {
  root: ['east', 'province', 'city', 'county', 'elsewhere', 'makerOne', 'makerTwo', 'makerEast', 'team', 'teamSub', 'teamSubSub', 'rival', 'lone', 'renter', 'eastTeam', 'waiting', 'farmer'],
  east: ['makerEast', 'eastTeam'],
  province: ofProvince, city: ofProvince.filter((name) => name !== 'city'), county: ['team', 'teamSub', 'waiting', 'farmer'], elsewhere: ['makerTwo', 'rival', 'renter'],
  team: belowTeam, teamEnterpriseAdmin: belowTeam, teamBusinessAdmin: belowTeam, teamPersonal: belowTeam,
}

/** Who finds the application of `waiting` among those to review. */
export const reviewers: readonly PersonName[] = ['root', 'province', 'city', 'county']

/** Models that a person of the list of models may find. */
export const visibleModels: Partial<Record<PersonName, readonly ('makerOne' | 'makerTwo' | 'makerEast')[]>> = {
  root: ['makerOne', 'makerTwo', 'makerEast'], east: ['makerEast'], makerOne: ['makerOne'], makerTwo: ['makerTwo'], makerEast: ['makerEast'], makerBusinessAdmin: ['makerOne'],
}
