// Access cases of this feature: the callers of each call, its input, and the owners of its rows. An
// upload belongs to the account that made it, and is not visible to governments.
import { flightLogRoutes } from '@swath/contract/flights/flight-logs'
import type { Db } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { featureSweep, type Strangers, type Asking } from '../../../sweep/testing-cases.ts'
import { droneList } from '../../../sweep/testing-oracle.ts'
import {
  world,
  worldNow,
  idsFor,
  droneLines,
  personLines,
  personNames,
  buildCanary,
  type AccountName,
  type PersonName,
} from '../../../sweep/testing-world.ts'
import { pieceKey } from '../../../platform/files/pieces.ts'

const loggers = [
  'root',
  'makerOne',
  'makerTwo',
  'makerEast',
  'team',
  'teamSub',
  'rival',
  'lone',
  'renter',
  'eastTeam',
] as const satisfies readonly AccountName[]
type Logger = (typeof loggers)[number]
const logId = idsFor(loggers)
const visibleLogs: Partial<Record<PersonName, readonly Logger[]>> = {
  root: loggers,
  east: ['makerEast', 'eastTeam'],
  province: [],
  city: [],
  county: [],
  elsewhere: [],
  makerOne: ['makerOne'],
  makerTwo: ['makerTwo'],
  makerEast: ['makerEast'],
  makerBusinessAdmin: ['makerOne'],
  team: ['team', 'teamSub'],
  teamEnterpriseAdmin: ['team', 'teamSub'],
  teamBusinessAdmin: ['team', 'teamSub'],
  teamPersonal: [],
  teamSub: ['teamSub'],
  teamSubSub: [],
  rival: ['rival'],
  lone: ['lone'],
  renter: ['renter'],
  eastTeam: ['eastTeam'],
}
const ownLog = (person: PersonName): string => logId[visibleLogs[person]?.[0] ?? 'rival']

/**
 * The logs of `root`, `team` and `makerOne` have been read, so that a drone and a pilot can be set.
 */
const seed = async (db: Db, store: FileStore): Promise<void> => {
  for (const name of loggers)
    await store.put(
      pieceKey(`flight-log-of-the-account-${name}`, 0),
      Buffer.from('not a log.'),
      'application/gpx+xml',
    )
  await db
    .insertInto('flight_log')
    .values(
      loggers.map((name) => {
        const isReady = ['root', 'team', 'makerOne'].includes(name)
        return {
          id: logId[name],
          account_id: world.accountId[name],
          created_by: world.userId[name],
          created_by_name: 'Sweep',
          created_at: new Date(worldNow),
          received_at: new Date(worldNow),
          file_name: `${buildCanary('flight-log', name)}.gpx`,
          bytes: 10,
          modified_ms: null,
          key: `flight-log-of-the-account-${name}`,
          piece_bytes: 4 * 1024 * 1024,
          status: isReady ? ('ready' as const) : ('uploading' as const),
          received_bytes: isReady ? 10 : 0,
        }
      }),
    )
    .execute()
}

const inPath = ({ person }: Asking) => ({ params: { logId: ownLog(person) } })
const nobodys = () => ({ params: { logId: '01999999-0000-7000-8000-000000000002' } })
/** A pilot must belong to the account that flies the drone, or to the caller's own. */
const notItsPilots: Strangers = ({ person, drone }) => {
  const { maker, operator, tenant } = droneLines[drone]
  const own: readonly AccountName[] = [tenant ?? operator ?? maker, personLines[person].account]
  return personNames
    .filter((name) => !own.includes(personLines[name].account))
    .map((name) => world.userId[name])
}

export const flightLogSweep = featureSweep(flightLogRoutes, {
  seed,
  strangers: {
    flightLog: ({ person }) =>
      loggers
        .filter((name) => !(visibleLogs[person] ?? []).includes(name))
        .map((name) => logId[name]),
  },
  cases: {
    listFlightLogs: {
      people: droneList,
      right: true,
      request: () => ({ query: { pageSize: '100' } }),
      holds: { kind: 'flight-log', rows: visibleLogs },
    },
    createFlightLog: {
      people: droneList,
      right: true,
      request: ({ drone }) => ({
        body: { fileName: 'sweep.gpx', bytes: 100, droneId: world.droneId[drone] },
      }),
      changes: true,
      refusesFirst: true,
    },
    appendFlightLog: {
      people: droneList,
      right: true,
      request: (asking) => ({ ...inPath(asking), query: { offset: '1' } }),
    },
    getFlightLog: { people: droneList, right: true, request: inPath },
    getFlightLogTracks: { people: droneList, right: true, request: inPath },
    getFlightLogPilots: {
      people: droneList,
      right: true,
      request: ({ drone }) => ({ query: { droneId: world.droneId[drone] } }),
    },
    chooseFlightLog: {
      people: droneList,
      right: true,
      request: (asking) => ({ ...inPath(asking), body: { droneId: world.droneId[asking.drone] } }),
      changes: true,
      refusesFirst: true,
      strangers: { 'body.oprId': notItsPilots },
    },
    readFlightLogAgain: { people: droneList, right: true, request: nobodys },
    acceptFlightLog: { people: droneList, right: true, request: nobodys },
    downloadFlightLog: { people: droneList, right: true, request: inPath },
    deleteFlightLog: { people: droneList, right: true, request: nobodys },
  },
})
