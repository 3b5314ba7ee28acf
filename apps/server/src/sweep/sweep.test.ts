// Every call of the contract × nobody, every person, every foreign id, malformed input. A call that
// is missing from the oracle does not compile; an answer that does not match its schema is a 500
// and found as such.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type Operation } from '@swath/contract/api'
import { idSlots } from '@swath/contract/id-slots'
import type { IdKind } from '@swath/contract/ids'
import type { Route } from '@swath/contract/kit'
import { createApp } from '../app.ts'
import { loadRegionTable } from '../features/regions/regions.seed.ts'
import { createLiveState } from '../gateway/live/live-state.ts'
import { createSessions } from '../platform/auth/sessions.ts'
import { createThemes } from '../platform/auth/themes.ts'
import { settableClock } from '../platform/clock/clock.ts'
import { loadConfig } from '../platform/config/config.ts'
import { tx } from '../platform/database/database.ts'
import { ownTestDatabase } from '../platform/database/testing-file.ts'
import { createEventBus } from '../platform/events/events.ts'
import {
  mayCallOracle,
  needsRight,
  reviewers,
  visibleAccounts,
  visibleDrones,
  visibleModels,
  visibleZones,
} from './testing-oracle.ts'
import {
  canaryOf,
  droneNames,
  makeWorld,
  personLines,
  personNames,
  zoneNames,
  type AccountName,
  type DroneName,
  type PersonName,
  type World,
  type ZoneName,
} from './testing-world.queries.ts'

const routes = Object.entries(api) as [Operation, Route][]
const zoneListers = ['root', 'east', 'province', 'city', 'county', 'elsewhere'] as const
const nowMs = Date.parse('2026-11-20T04:00:10Z')

const database = await ownTestDatabase()
let app: FastifyInstance
let world: World
let stopLive: () => void
const token = {} as Record<PersonName, string>
const sessionId = {} as Record<PersonName, string>
let refreshTokenOfRoot = ''
const rightless = 'rightless-'

beforeAll(async () => {
  const { db } = database
  await loadRegionTable(db)
  world = await makeWorld(db)
  const clock = settableClock(nowMs)
  const log = pino({ level: 'silent' })
  const services = {
    db,
    readDb: db,
    clock,
    events: createEventBus(),
    log,
    config: loadConfig({ DEMO: '0', DATA_DIR: '/tmp/swath-sweep' }),
  }
  const themes = createThemes(services)
  const sessions = createSessions(services, themes)
  const live = createLiveState(services)
  await live.load()
  stopLive = () => live.stop()
  // `rightless-…`: the same person with all screens and no right, whom no role of today describes.
  const authenticate: typeof sessions.authenticate = async (bearer, host) => {
    const session = await sessions.authenticate(bearer.replace(rightless, ''), host)
    return session && bearer.startsWith(rightless)
      ? { ...session, caller: { ...session.caller, rights: [] } }
      : session
  }
  app = await createApp({
    services,
    themes,
    sessions: { ...sessions, authenticate },
    live,
    mqttPort: () => 1883,
    webFolder: null,
    ready: async () => ({}),
    figures: () => ({}),
  })
  for (const name of personNames) {
    const tokens = await tx(db, (trx) =>
      sessions.open(
        trx,
        world.userId[name],
        { host: 'localhost', ip: '127.0.0.1', userAgent: 'sweep' },
        false,
      ),
    )
    token[name] = tokens.jToken
    sessionId[name] = (await sessions.authenticate(tokens.jToken, 'localhost'))!.sessionId
    if (name === 'root') refreshTokenOfRoot = tokens.refreshToken
  }
})
afterAll(async () => {
  stopLive()
  await app.close()
})

type Request = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  file?: string
}

/** A call that is right in itself, on the rows named `own`. */
const rightRequest = (
  operation: Operation,
  drone: DroneName = 'teams',
  zone: ZoneName = 'rootZone',
): Request => {
  const range = { minLng: '70', maxLng: '140', minLat: '5', maxLat: '55' }
  const zoneBody = {
    noflyName: 'Drawn by the sweep',
    type: 1,
    shape: { kind: 'circle', center: [120.05, 30.25], radiusM: 100 },
  }
  const droneId = world.droneId[drone]
  const requests: Partial<Record<Operation, Request>> = {
    loginPd: { body: { phoneNum: '+86-13800000000', password: 'Wrong2026', verifyCode: '0000' } },
    getVerify: { query: { phoneNum: '+86-13800000000', codeType: '1' } },
    getVerifyCode: { query: { email: 'nobody@example.com', codeType: '3' } },
    checkVerifyCode: { query: { phoneNum: '+86-13800000000', verifyCode: '000000' } },
    loginSmS: { body: { phoneNum: '+86-13800000000', verifyCode: '000000' } },
    resetPassword: {
      body: { phoneNum: '+86-13800000000', password: 'Swath2026', verifyCode: '000000' },
    },
    reg: {
      body: {
        phoneNum: '+86-13800000000',
        password: 'Swath2026',
        verifyCode: '000000',
        accountType: 4,
        accountName: 'Nobody',
        contactName: 'Nobody',
        regionCode: '156330106',
      },
    },
    refreshToken: { body: { refreshToken: 'sr_of-nobody-at-all-000000' } },
    getFile: { params: { key: 'k'.repeat(43) } },
    endOwnSession: { params: { sessionId: '01999999-0000-7000-8000-000000000001' } },
    updateOwnProfile: { body: { userName: 'Sweep', userHeadUrl: null } },
    updateOwnSettings: { body: { language: 'en', areaUnit: 'mu' } },
    getOwnListViews: { query: { list: 'drones' } },
    keepOwnListViews: { body: { list: 'drones', items: [] } },
    listMonitorDrones: { query: range },
    listOfflineDrones: { query: range },
    listMonitorZones: { query: range },
    listMonitorBlocks: { query: range },
    getMonitorDrone: { query: { droneId } },
    getDrone: { query: { droneId } },
    getSortie: { query: { droneId, sortieId: world.sortieId[drone] } },
    getFlightStatistics: { params: { droneId } },
    getTracks: { body: { droneId, ids: [world.sortieId[drone]] } },
    exportTracks: { body: { format: 'geojson', droneId, ids: [world.sortieId[drone]] } },
    listFlights: { query: { pageSize: '100' } },
    listSimulatedFlights: { query: { pageSize: '100' } },
    listDrones: { query: { pageSize: '100' } },
    listAnomalies: { query: { pageSize: '100' } },
    markAnomaliesRead: { body: { oprType: 1, bulletinIds: [world.anomalyId[drone]] } },
    addDrone: {
      body: { droneId: 'SWEEP-teams', droneName: 'Taken', flyModelId: world.modelId.makerOne },
    },
    issueCredential: { params: { droneId } },
    lockDrone: { body: { droneId, opr: 'lock', password: 'Wrong2026' } },
    sendCommand: { body: { droneId, command: { type: 'hold' } } },
    cancelCommand: { body: { droneId, commandId: world.sortieId[drone] } },
    getControlDrone: { query: { droneId } },
    getNoFlyZone: { params: { noflyId: world.zoneId[zone] } },
    exportNoFlyZones: { query: { format: 'geojson' } },
    listNoFlyZones: { query: { pageSize: '100' } },
    getJob: { params: { jobId: '1' } },
    retryJob: { params: { jobId: '1' } },
    cancelJob: { params: { jobId: '1' } },
    createNoFlyZone: { body: zoneBody },
    updateNoFlyZone: { params: { noflyId: world.zoneId[zone] }, body: zoneBody },
    enableNoFlyZone: { body: { noflyId: world.zoneId[zone], opr: 'enable' } },
    deleteNoFlyZone: { params: { noflyId: world.zoneId[zone] } },
  }
  const playedSpan = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-02T00:00:00Z' }
  const flightRequests: Partial<Record<Operation, Request>> = {
    getBattery: { query: { droneId, sortieId: world.sortieId[drone] } },
    listFlownDrones: { query: playedSpan },
    getPlayback: { body: { droneIds: [droneId], ...playedSpan } },
    getPlaybackTracks: { body: { droneIds: [droneId], ...playedSpan } },
  }
  const logId = '01999999-0000-7000-8000-000000000002'
  const logRequests: Partial<Record<Operation, Request>> = {
    createFlightLog: { body: { fileName: 'sweep.gpx', bytes: 100 } },
    appendFlightLog: { params: { logId }, query: { offset: '0' } },
    getFlightLog: { params: { logId } },
    getFlightLogTracks: { params: { logId } },
    getFlightLogPilots: { query: { droneId } },
    chooseFlightLog: { params: { logId }, body: { droneId } },
    acceptFlightLog: { params: { logId } },
    downloadFlightLog: { params: { logId } },
    deleteFlightLog: { params: { logId } },
  }
  const accountBody = {
    accountName: 'Made by the sweep',
    regionCode: '156330106',
    contactName: 'Sweep',
    accountType: 4,
    adminName: 'Sweep',
    adminPhone: '+86-13999999999',
    password: 'Swath2026',
  }
  const accountId = world.accountId.teamSubSub
  const accountRequests: Partial<Record<Operation, Request>> = {
    listAccounts: { query: { pageSize: '100' } },
    getAccount: { query: { accountId } },
    createAccount: { body: accountBody },
    createSubCompany: { body: accountBody },
    createSubPlatform: { body: { ...accountBody, tag: 'sweep' } },
    updateAccount: { params: { accountId }, body: accountBody },
    enableAccount: { body: { accountId, opr: 'enable' } },
    deleteAccount: { params: { accountId } },
    getAccountApplication: { query: { applyId: world.applicationId } },
    reviewAccountApplication: { body: { applyId: world.applicationId, applyStatus: 2 } },
    changeOwnAccount: { body: accountBody },
    setSecretKey: { params: { vid: '77' } },
    downloadSecretKey: { params: { vid: '77' } },
  }
  const userId = world.userId.teamStaff
  const memberBody = { userName: 'Made by the sweep', phoneNum: '+86-13999999998', userType: 3 }
  const memberRequests: Partial<Record<Operation, Request>> = {
    listMembers: { query: { pageSize: '100' } },
    getMember: { query: { userId } },
    createMember: { body: { ...memberBody, password: 'Swath2026' } },
    updateMember: { params: { userId }, body: memberBody },
    enableMember: { body: { userId, opr: 'enable' } },
    resetMemberPassword: { params: { userId } },
    deleteMember: { params: { userId } },
    reviewUserApplication: {
      body: { applyId: '01999999-0000-7000-8000-000000000000', applyStatus: 2 },
    },
    applyToJoin: {
      body: {
        name: 'Sweep',
        phoneNum: '+86-13800000000',
        verifyCode: '000000',
        password: 'Swath2026',
        adminPhone: '+86-13800000000',
        userType: 2,
      },
    },
  }
  // Each refused for what it asks, or without effect: two makers' models, numbers of another
  // maker's drone, a model that drones have.
  const model = {
    flyModelId: world.modelId.makerOne,
    modelName: canaryOf('model', 'makerOne'),
    shape: 'six',
    power: 'electric',
    tankL: 30,
    sprayWidth: 5.5,
  }
  const modelRequests: Partial<Record<Operation, Request>> = {
    addDroneModel: { body: { ...model, zzAccountId: world.accountId.team } },
    updateDroneModel: { body: model },
    getDroneModel: { params: { modelId: model.flyModelId } },
    deleteDroneModel: { params: { modelId: model.flyModelId } },
    mergeDroneModels: {
      body: { flyModelId: model.flyModelId, targetModelId: world.modelId.makerTwo },
    },
    addModelIdRange: {
      body: {
        flyModelId: model.flyModelId,
        firstId: world.droneId.lones,
        lastId: world.droneId.lones,
      },
    },
    deleteModelIdRange: {
      params: { modelId: model.flyModelId, rangeId: '01999999-0000-7000-8000-000000000000' },
    },
    ...Object.fromEntries(
      (['getAppLog', 'previewAppLog', 'downloadAppLog', 'deleteAppLog'] as const).map((name) => [
        name,
        { params: { logId: world.appLogId[drone] } },
      ]),
    ),
    deleteOldAppLogs: { body: { before: '2000-01-01T00:00:00Z' } },
    keepAppLogs: { body: { days: null } },
    uploadAppLog: { query: { droneId: 'SWEEP-nobodys' } },
    findModelOfNumber: { query: { droneId } },
    listDroneModels: { query: { pageSize: '100' } },
    listAppLogs: { query: { pageSize: '100' } },
  }
  // Each with a version that no drone has, or numbers that no maker has: whoever may is told of a
  // conflict.
  const [seen, fileId] = [{ version: 0 }, '01999999-0000-7000-8000-000000000003']
  const droneRequests: Partial<Record<Operation, Request>> = {
    updateDrone: {
      body: { droneId, flyModelId: world.modelId.makerOne, droneName: 'Swept', ...seen },
    },
    setSaleType: { params: { droneId }, body: { saleType: 2, ...seen } },
    setMakerNumber: { params: { droneId }, body: { zzDroneNum: 'S1', ...seen } },
    setDeviceType: { params: { droneId }, body: { deviceType: 'mapper', sprayWidth: 3, ...seen } },
    setActivation: { params: { droneId }, body: { activation: 0, ...seen } },
    updateRental: { body: { droneId, rentalModel: 5, ...seen } },
    changeOwner: { body: { droneId, yyAccountId: null, ...seen } },
    getNewOwners: { params: { droneId } },
    previewManufacturerMerge: {
      query: { fromZzAccountId: world.accountId.makerOne, zzAccountId: world.accountId.makerTwo },
    },
    mergeManufacturer: {
      body: {
        fromZzAccountId: world.accountId.makerOne,
        zzAccountId: world.accountId.makerTwo,
        droneNum: 999_999,
        modelNum: 0,
      },
    },
    previewDroneImport: { file: 'droneId,modelName\r\nSWEEP-teams,none\r\n' },
    importDrones: { file: 'droneId\r\nSWEEP-teams\r\n', query: { digest: 'of another file' } },
    getDroneFiles: { params: { droneId } },
    getSortiePictures: { query: { droneId, sortieId: world.sortieId[drone] } },
    addDroneFile: {
      params: { droneId },
      query: { fileName: 'sweep', sortieId: world.sortieId[drone] },
      file: 'neither paper nor picture',
    },
    downloadDroneFile: { params: { droneId, fileId } },
    deleteDroneFile: { params: { droneId, fileId } },
  }
  return (
    requests[operation] ??
    droneRequests[operation] ??
    logRequests[operation] ??
    modelRequests[operation] ??
    flightRequests[operation] ??
    accountRequests[operation] ??
    memberRequests[operation] ??
    {}
  )
}

const boundary = 'swept'
const formOf = (field: string, content: string): string =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="sweep"\r\n\r\n${content}\r\n--${boundary}--\r\n`

const ask = async (
  operation: Operation,
  { params = {}, query = {}, body, file }: Request,
  bearer?: string,
) => {
  const route: Route = api[operation]
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? 'x'),
  )
  const answer = await app.inject({
    method: route.method,
    url: `${path}?${new URLSearchParams(query).toString()}`,
    headers: {
      host: 'localhost',
      language: 'en',
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(route.file && file !== undefined
        ? { 'content-type': `multipart/form-data; boundary=${boundary}` }
        : {}),
    },
    ...(route.file && file !== undefined
      ? { payload: formOf(route.file.field, file) }
      : body === undefined
        ? {}
        : { payload: body as object }),
  })
  return { status: answer.statusCode, text: answer.body }
}

/** What the tables hold, so that a refused call is seen to have changed nothing. */
const fingerprint = async (): Promise<string> => {
  const hash = createHash('sha256')
  for (const table of [
    'account',
    'account_application',
    'user_application',
    'secret_key',
    'app_user',
    'drone',
    'drone_credential',
    'no_fly_zone',
    'anomaly_read',
    'sortie',
    'work_record',
    'session',
    'stored_file',
    'drone_model',
    'drone_model_range',
    'app_log',
    'app_log_retention',
  ] as const) {
    const { rows } = await sql<{
      text: string
    }>`select coalesce(string_agg(t::text, '|' order by t::text), '') as text from ${sql.table(table)} t`.execute(
      database.db,
    )
    hash.update(rows[0]!.text)
  }
  return hash.digest('hex')
}

/** Runs what may write, and undoes it. */
const unchanged = async (work: () => Promise<void>): Promise<void> => {
  const before = await fingerprint()
  await work()
  expect(await fingerprint()).toBe(before)
}

describe('without a valid token', () => {
  test.each(routes.filter(([, route]) => route.policy !== 'public'))(
    '%s answers 401',
    async (operation) => {
      await unchanged(async () => {
        for (const bearer of [undefined, 'sw_garbage-garbage-garbage', refreshTokenOfRoot]) {
          expect(
            await ask(operation, rightRequest(operation), bearer),
            String(bearer),
          ).toMatchObject({ status: 401 })
        }
      })
    },
  )
})

describe('who may call', () => {
  const zoneOf = (person: PersonName): ZoneName => visibleZones[person]?.[0] ?? 'rootZone'
  const writes: readonly Operation[] = [
    'deleteAppLog',
    'deleteOldAppLogs',
    'keepAppLogs',
    'addDroneFile',
    'updateDroneModel',
    'issueCredential',
    'sendCommand',
    'cancelCommand',
    'lockDrone',
    'createNoFlyZone',
    'updateNoFlyZone',
    'enableNoFlyZone',
    'deleteNoFlyZone',
    'loginOut',
    'updateOwnProfile',
    'updateOwnSettings',
    'keepOwnListViews',
    'endOwnSession',
    'endOtherSessions',
    'markAnomaliesRead',
    'createAccount',
    'createSubCompany',
    'createSubPlatform',
    'updateAccount',
    'enableAccount',
    'deleteAccount',
    'reviewAccountApplication',
    'changeOwnAccount',
    'setSecretKey',
    'createMember',
    'updateMember',
    'enableMember',
    'resetMemberPassword',
    'deleteMember',
    'reviewUserApplication',
    'retryJob',
    'cancelJob',
  ]

  test.each(
    routes.filter(([operation, route]) => route.policy !== 'public' && !writes.includes(operation)),
  )('%s: exactly the people of the oracle', async (operation) => {
    const allowed = mayCallOracle[operation]
    for (const person of personNames) {
      const { status, text } = await ask(
        operation,
        rightRequest(operation, visibleDrones[person][0], zoneOf(person)),
        token[person],
      )
      if (allowed === 'public' || !allowed.includes(person))
        expect(status, `${operation} by ${person}: ${text.slice(0, 200)}`).toBe(403)
      else
        expect(
          [200, 204, 403, 404, 409],
          `${operation} by ${person}: ${text.slice(0, 200)}`,
        ).toContain(status)
      if (allowed !== 'public' && allowed.includes(person) && operation.startsWith('list'))
        expect(status, `${operation} by ${person}`).toBe(200)
    }
  })

  test.each(writes)('%s is refused to all others, and changes nothing', async (operation) => {
    const allowed = mayCallOracle[operation]
    await unchanged(async () => {
      for (const person of personNames) {
        if (allowed === 'public' || allowed.includes(person)) continue
        expect(
          await ask(operation, rightRequest(operation), token[person]),
          `${operation} by ${person}`,
        ).toMatchObject({ status: 403 })
      }
    })
  })

  test.each(routes.filter(([, route]) => route.policy !== 'public'))(
    '%s asks for a right exactly where the oracle says',
    async (operation) => {
      if (operation === 'loginOut') return
      // Whoever has its screen: the platform has every screen but those that need the sub-account
      // right.
      const may = mayCallOracle[operation]
      const who = may !== 'public' && !may.includes('root') ? 'team' : 'root'
      const { status } = await ask(operation, rightRequest(operation), rightless + token[who])
      if (needsRight.includes(operation)) expect(status).toBe(403)
      else expect(status).not.toBe(403)
    },
  )

  test('staff read drones nowhere and issue no credentials; a government and whoever rents issue none', async () => {
    await unchanged(async () => {
      expect(
        await ask('issueCredential', rightRequest('issueCredential', 'rented'), token.renter),
      ).toMatchObject({ status: 403 })
      expect(
        await ask('issueCredential', rightRequest('issueCredential', 'teams'), token.county),
      ).toMatchObject({ status: 403 })
      expect(
        await ask('issueCredential', rightRequest('issueCredential', 'teams'), token.teamStaff),
      ).toMatchObject({ status: 403 })
    })
  })
})

describe('foreign ids', () => {
  const slots = routes.flatMap(([operation, route]) =>
    idSlots(route).map(
      ({ part, path, kind }) =>
        [operation, `${part}.${path.join('')}`, kind] as [Operation, string, IdKind],
    ),
  )
  const strangers: Partial<Record<IdKind, (person: PersonName) => string[]>> = {
    drone: (person) =>
      droneNames
        .filter((name) => !visibleDrones[person].includes(name))
        .map((name) => world.droneId[name]),
    sortie: (person) =>
      droneNames
        .filter((name) => !visibleDrones[person].includes(name))
        .map((name) => world.sortieId[name]),
    anomaly: (person) =>
      droneNames
        .filter((name) => !visibleDrones[person].includes(name))
        .map((name) => world.anomalyId[name]),
    account: (person) =>
      (Object.keys(world.accountId) as AccountName[])
        .filter(
          (name) =>
            name !== personLines[person].account && !(visibleAccounts[person] ?? []).includes(name),
        )
        .map((name) => world.accountId[name]),
    user: (person) =>
      personNames
        .filter((name) => personLines[name].account !== personLines[person].account)
        .map((name) => world.userId[name]),
    userApplication: (person) =>
      personLines[person].account === 'team' || (visibleAccounts[person] ?? []).includes('team')
        ? []
        : [world.userApplicationId],
    accountApplication: (person) => (reviewers.includes(person) ? [] : [world.applicationId]),
    appLog: (person) =>
      droneNames
        .filter((name) => !visibleDrones[person].includes(name))
        .map((name) => world.appLogId[name]),
    droneModel: (person) =>
      (['makerOne', 'makerTwo', 'makerEast'] as const)
        .filter((name) => !(visibleModels[person] ?? []).includes(name))
        .map((name) => world.modelId[name]),
    session: (person) =>
      personNames.filter((name) => name !== person).map((name) => sessionId[name]),
    noFlyZone: (person) =>
      zoneNames
        .filter((name) => !(visibleZones[person] ?? []).includes(name))
        .map((name) => world.zoneId[name]),
  }

  /**
   * Puts an id where the slot says: query.droneId, params.x, body.ids[]. A list gets the stranger
   * behind an own one.
   */
  const withId = (request: Request, slot: string, id: string): Request => {
    const [part, field] = slot.replace('[]', '').split('.') as ['params' | 'query' | 'body', string]
    const old = (request[part] ?? {}) as Record<string, unknown>
    return {
      ...request,
      [part]: {
        ...old,
        [field]: slot.endsWith('[]') ? [...((old[field] as string[]) ?? []), id] : id,
      },
    }
  }

  /** Calls that first say whether this person may at all, or whether the row is as it was seen. */
  const refusesFirst: readonly Operation[] = [
    'issueCredential',
    'updateDrone',
    'addDroneFile',
    'changeOwner',
    'previewManufacturerMerge',
    'mergeManufacturer',
  ]
  // A maker hands a drone to any operator: drones.test.ts.
  /** Filters by what a row of one's own may well be of, though it is somebody else's. */
  const narrowing: readonly Operation[] = [
    'getMonitorSummary',
    'listMonitorDrones',
    'listOfflineDrones',
    'listDroneModels',
    'exportDroneModels',
    'findModelOfNumber',
    'listDronesByAccount',
  ]
  test.each(
    slots.filter(
      ([operation, , kind]) =>
        strangers[kind] && operation !== 'addDrone' && !narrowing.includes(operation),
    ),
  )('%s, %s: as if it did not exist', async (operation, slot, kind) => {
    const allowed = mayCallOracle[operation]
    await unchanged(async () => {
      for (const person of personNames) {
        if (allowed === 'public' || !allowed.includes(person)) continue
        const own = rightRequest(
          operation,
          visibleDrones[person][0] ?? 'teams',
          visibleZones[person]?.[0],
        )
        const unknown = await ask(
          operation,
          withId(
            own,
            slot,
            kind === 'drone' ? 'SWEEP-nobodys' : '01999999-0000-7000-8000-000000000000',
          ),
          token[person],
        )
        for (const id of strangers[kind]!(person)) {
          const answer = await ask(operation, withId(own, slot, id), token[person])
          const note = `${operation} by ${person} with ${id}: ${answer.text.slice(0, 200)}`
          expect([answer.status, answer.text.replace(/"traceId":"\w+"/, '')], note).toEqual([
            unknown.status,
            unknown.text.replace(/"traceId":"\w+"/, ''),
          ])
          if (operation.startsWith('list') || operation.startsWith('export'))
            expect(answer.text, note).not.toContain('canary-drone')
          else
            expect(answer.status, note).toBe(
              refusesFirst.includes(operation) && [403, 409].includes(unknown.status)
                ? unknown.status
                : 404,
            )
        }
      }
    })
  })
})

describe('foreign ids that belong together', () => {
  const named = (operation: Operation): IdKind[] => idSlots(api[operation]).map(({ kind }) => kind)
  const paired = routes.filter(
    ([operation]) => named(operation).includes('drone') && named(operation).includes('sortie'),
  )

  test.each(paired)('%s', async (operation) => {
    const allowed = mayCallOracle[operation]
    for (const person of personNames) {
      if (allowed === 'public' || !allowed.includes(person)) continue
      for (const stranger of droneNames.filter((name) => !visibleDrones[person].includes(name))) {
        const { text } = await ask(operation, rightRequest(operation, stranger), token[person])
        for (const hidden of [
          world.sortieId[stranger],
          world.practiceId[stranger],
          canaryOf('drone', stranger),
          canaryOf('plot', stranger),
        ])
          expect(text, `${operation} by ${person} of ${stranger}`).not.toContain(hidden)
      }
    }
  })
})

describe('lists and exports hold what exists for a person, all of it and nothing else', () => {
  const found = (text: string, kind: 'drone' | 'zone', names: readonly string[]) =>
    names.filter((name) => text.includes(canaryOf(kind, name)))

  test.each([
    'listDrones',
    'exportDrones',
    'listFlights',
    'exportFlights',
    'listSimulatedFlights',
    'exportSimulatedFlights',
    'listMonitorDrones',
    'listAnomalies',
    'listAppLogs',
    'exportAppLogs',
  ] as const)('%s', async (operation) => {
    for (const person of personNames) {
      const allowed = mayCallOracle[operation]
      if (allowed === 'public' || !allowed.includes(person)) continue
      const { text } = await ask(operation, rightRequest(operation), token[person])
      expect(found(text, 'drone', droneNames), `${operation} by ${person}`).toEqual([
        ...visibleDrones[person],
      ])
    }
  })

  test.each(['listNoFlyZones', 'exportNoFlyZones'] as const)('%s', async (operation) => {
    for (const person of zoneListers) {
      const { text } = await ask(operation, rightRequest(operation), token[person])
      expect(found(text, 'zone', zoneNames), `${operation} by ${person}`).toEqual([
        ...visibleZones[person]!,
      ])
    }
  })

  test.each(['listDroneModels', 'exportDroneModels'] as const)('%s', async (operation) => {
    for (const [person, visible] of Object.entries(visibleModels) as [
      PersonName,
      readonly string[],
    ][]) {
      const { text } = await ask(operation, rightRequest(operation), token[person])
      expect(
        ['makerOne', 'makerTwo', 'makerEast'].filter((name) =>
          text.includes(canaryOf('model', name as 'makerOne')),
        ),
        `${operation} by ${person}`,
      ).toEqual([...visible])
    }
  })

  test.each(['listAccounts', 'exportAccounts'] as const)('%s', async (operation) => {
    for (const [person, visible] of Object.entries(visibleAccounts) as [
      PersonName,
      readonly AccountName[],
    ][]) {
      const { text } = await ask(operation, rightRequest(operation), token[person])
      const shown =
        operation === 'listAccounts'
          ? (JSON.parse(text).items as { accountName: string }[]).map(
              ({ accountName }) => accountName,
            )
          : text.split('\r\n').map((line) => line.split(',')[0]!)
      expect(
        (Object.keys(world.accountId) as AccountName[])
          .filter((name) => shown.some((one) => one.endsWith(canaryOf('account', name))))
          .sort(),
        `${operation} by ${person}`,
      ).toEqual([...visible].sort())
    }
  })

  test.each(['listAccountApplications', 'exportAccountApplications'] as const)(
    '%s',
    async (operation) => {
      for (const person of zoneListers) {
        const { text } = await ask(operation, rightRequest(operation), token[person])
        expect(text.includes(canaryOf('account', 'waiting')), `${operation} by ${person}`).toBe(
          reviewers.includes(person),
        )
      }
    },
  )

  test('counts, sums and choices are of the same rows', async () => {
    for (const person of personNames) {
      const drones = visibleDrones[person]
      if ((mayCallOracle.listDrones as readonly string[]).includes(person)) {
        const list = JSON.parse((await ask('listDrones', {}, token[person])).text)
        expect([list.total, list.stats.total], person).toEqual([drones.length, drones.length])
      }
      if ((mayCallOracle.listFlights as readonly string[]).includes(person)) {
        const list = JSON.parse((await ask('listFlights', {}, token[person])).text)
        expect([list.total, list.stats.sortieCount, list.stats.sprayArea > 0], person).toEqual([
          drones.length,
          drones.length,
          drones.length > 0,
        ])
        const practice = JSON.parse((await ask('listSimulatedFlights', {}, token[person])).text)
        expect(
          [practice.total, practice.stats.sortieCount, practice.stats.durationS],
          person,
        ).toEqual([drones.length, drones.length, 600 * drones.length])
      }
      if ((mayCallOracle.getMonitorSummary as readonly string[]).includes(person)) {
        const summary = JSON.parse((await ask('getMonitorSummary', {}, token[person])).text)
        expect(
          [summary.droneNum, summary.onlineDroneCount, summary.today.sortieCount],
          person,
        ).toEqual([drones.length, drones.length, drones.length])
      }
      if ((mayCallOracle.listManufacturers as readonly string[]).includes(person)) {
        const { text } = await ask('listManufacturers', {}, token[person])
        const makers = [...text.matchAll(/canary-account-(\w+)-end/g)].map((match) => match[1])
        const right = {
          teams: 'makerOne',
          subs: 'makerOne',
          subSubs: 'makerTwo',
          rivals: 'makerOne',
          rented: 'makerTwo',
          lones: 'makerTwo',
          easts: 'makerEast',
          unsold: 'makerOne',
        }
        expect(new Set(makers), person).toEqual(new Set(drones.map((name) => right[name])))
      }
    }
  })
})

describe('malformed input is refused in words and breaks nothing', () => {
  const hostile: unknown[] = [
    null,
    '',
    'x',
    -1,
    1e308,
    '\u0000',
    "' or 1=1 --",
    '<script>',
    [],
    {},
    [[[]]],
    'a'.repeat(5000),
    { $ne: null },
    true,
    '9'.repeat(30),
    '%00',
    '../../etc/passwd',
  ]

  const takesSomething = routes.filter(([, route]) => route.query ?? route.params ?? route.body)
  test.each(takesSomething)('%s', async (operation, route) => {
    const own = rightRequest(operation)
    const fields = [
      ...Object.keys((own.body as object) ?? {}),
      'currentPage',
      'pageSize',
      'region',
      'startTime',
      'droneId',
      'sortParam',
      'order',
      'search',
      'minLng',
    ]
    await unchanged(async () => {
      for (const value of hostile) {
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        for (const field of fields) {
          const request: Request = {
            ...own,
            ...(route.query ? { query: { ...own.query, [field]: text } } : {}),
            ...(route.params
              ? {
                  params: Object.fromEntries(
                    Object.keys(own.params ?? {}).map((name) => [name, text.slice(0, 150) || '-']),
                  ),
                }
              : {}),
            // Twice the field that is already wrong: a value that happens to be right must not
            // write.
            ...(route.body
              ? {
                  body: {
                    ...(own.body as object),
                    [field]: value,
                    opr: 'neither',
                    oprType: 9,
                    shape: { kind: 'none' },
                    droneId: 'no id !',
                    droneIds: 'none',
                    phoneNum: 1,
                    refreshToken: 1,
                    regionCode: 'nowhere',
                    applyStatus: 9,
                    before: 'never',
                    days: 'many',
                  },
                }
              : {}),
          }
          const answer = await ask(operation, request, token.root)
          const note = `${operation} ${field}=${text.slice(0, 60)} → ${answer.status} ${answer.text.slice(0, 300)}`
          // Nothing sends messages in this world.
          if (!answer.text.includes('"code":"message_not_sent"'))
            expect(answer.status, note).toBeLessThan(500)
          if (answer.status >= 400)
            expect(Object.keys(JSON.parse(answer.text)), note).toEqual(
              expect.arrayContaining(['code', 'message', 'traceId']),
            )
          if (route.body && operation !== 'loginOut')
            expect(answer.status, note).toBeGreaterThanOrEqual(400)
        }
      }
    })
  })

  test('what is not JSON, too large or of another kind gets the error document', async () => {
    const post = (headers: Record<string, string>, payload: string) =>
      app.inject({
        method: 'POST',
        url: '/api/oper/drones/tracks',
        headers: { host: 'localhost', authorization: `Bearer ${token.root}`, ...headers },
        payload,
      })
    expect(
      (await post({ 'content-type': 'application/json' }, '{"droneId":')).json(),
    ).toMatchObject({ code: 'malformed_body' })
    expect(
      (await post({ 'content-type': 'application/json' }, '{"__proto__":{"a":1}}')).json(),
    ).toMatchObject({ code: 'malformed_body' })
    expect((await post({ 'content-type': 'application/xml' }, '<a/>')).json()).toMatchObject({
      code: 'unsupported_media_type',
    })
    expect(
      (await post({ 'content-type': 'application/json' }, `"${'a'.repeat(1_100_000)}"`)).json(),
    ).toMatchObject({ code: 'payload_too_large' })
    expect((await app.inject({ method: 'GET', url: '/api/no/such/call' })).json()).toMatchObject({
      code: 'not_found',
    })
    expect(
      (await app.inject({ method: 'DELETE', url: '/api/oper/drones/tracks' })).json(),
    ).toMatchObject({ code: 'method_not_allowed' })
  })
})
