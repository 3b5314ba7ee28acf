// The program on the test world, with everyone signed in, and fingerprints of the tables.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect } from 'vitest'
import { api, type Operation } from '@swath/contract/api'
import type { HalfStage, Route } from '@swath/contract/kit'
import { createApp } from '../app.ts'
import { ensurePushKeys } from '../modules/alarms/public.ts'
import { loadRegionTable } from '../modules/people/regions/regions.seed.ts'
import { createLiveState } from '../gateway/live/live-state.ts'
import { openMeta } from '../platform/http/testing.ts'
import { createSessions } from '../platform/auth/sessions.ts'
import { insertUser } from '../platform/auth/testing.queries.ts'
import { createThemes } from '../platform/auth/themes.ts'
import { settableClock } from '../platform/clock/clock.ts'
import { loadConfig } from '../platform/config/config.ts'
import { tx, type Db } from '../platform/database/database.ts'
import { ownTestDatabase } from '../platform/database/testing-file.ts'
import { createEventBus } from '../platform/events/events.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import type { SweepRequest } from './testing-cases.ts'
import { features } from './testing-collected.ts'
import { readTables, takeWritten, watchTables } from './testing-tables.queries.ts'
import { insertFactor, insertWorld, requireFactor } from './testing-world.queries.ts'
import { personNames, world, worldNow, type PersonName } from './testing-world.ts'

const host = 'localhost'
const rightless = 'rightless-'
const boundary = 'swept'
const buildForm = (field: string, content: string): string =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="sweep"\r\n\r\n${content}\r\n--${boundary}--\r\n`

/**
 * Prefix of a token: the same person with all screens and no right, a combination that no role has.
 */
export const withoutRights = (token: string): string => rightless + token

const signInAll = async (db: Db, sessions: ReturnType<typeof createSessions>) => {
  const tokens = await Promise.all(
    personNames.map((name) =>
      tx(db, (trx) =>
        sessions.open(
          trx,
          world.userId[name],
          { host, ip: '127.0.0.1', userAgent: 'sweep' },
          false,
          // Complete, also for people with a second factor.
          { method: 'passkey', half: false },
        ),
      ),
    ),
  )
  return {
    token: Object.fromEntries(
      personNames.map((name, index) => [name, tokens[index]!.jToken]),
    ) as Record<PersonName, string>,
    refreshToken: tokens[0]!.refreshToken,
  }
}

const writeRequest = (
  route: Route,
  { params = {}, query = {}, body, file }: SweepRequest,
  bearer: string | undefined,
) => {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? 'x'),
  )
  const form = route.file && file !== undefined ? buildForm(route.file.field, file) : null
  return {
    method: route.method,
    url: `${path}?${new URLSearchParams(query).toString()}`,
    headers: {
      host,
      language: 'en',
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(form === null ? {} : { 'content-type': `multipart/form-data; boundary=${boundary}` }),
    },
    ...(form === null
      ? body === undefined
        ? {}
        : { payload: body as object }
      : { payload: form }),
  }
}

/** Runs work that must change nothing, and checks that. */
const keepsTables = (db: Db): ((work: () => Promise<void>) => Promise<void>) => {
  const fingerprint = async (): Promise<string> =>
    createHash('sha256')
      .update(await readTables(db))
      .digest('hex')
  let known = ''
  return async (work) => {
    if (known === '' || (await takeWritten(db)).length > 0) known = await fingerprint()
    const before = known
    await work()
    const written = await takeWritten(db)
    if (written.length === 0) return
    known = await fingerprint()
    expect(known, `Written to: ${written.join(', ')}`).toBe(before)
  }
}

/** The token of a half session: of a new person who still needs this. */
const openHalf = async (
  db: Db,
  sessions: ReturnType<typeof createSessions>,
  half: HalfStage,
): Promise<string> => {
  const account = { id: world.accountId.rival, path: '' }
  if (half === 'set-up') await requireFactor(db, account.id, 4)
  const { id } = await insertUser(db, account, {
    user_type: half === 'set-up' ? 4 : 5,
    temporary_password_until: half === 'password' ? new Date(worldNow + 86_400_000) : null,
  })
  if (half === 'factor') await insertFactor(db, id)
  const { jToken } = await tx(db, (trx) =>
    sessions.open(trx, id, { host, ip: '127.0.0.1', userAgent: 'sweep' }, false),
  )
  return jToken
}

/** Opens a separate database, world and program for a test file. */
export const openSweep = async (env: Readonly<Record<string, string>> = { DEMO: '0' }) => {
  const { db } = await ownTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'swath-sweep-'))
  let app: FastifyInstance
  let sessions: ReturnType<typeof createSessions>
  let stopLive = (): void => {}
  const signedIn = { token: {} as Record<PersonName, string>, refreshToken: '' }

  beforeAll(async () => {
    await loadRegionTable(db)
    await insertWorld(db)
    const config = loadConfig({ ...env, DATA_DIR: folder })
    for (const { seed } of features) await seed?.(db, openFileStore(config))
    const services = {
      db,
      readDb: db,
      clock: settableClock(worldNow + 10_000),
      log: pino({ level: 'silent' }),
      events: createEventBus(),
      config,
    }
    await ensurePushKeys(services)
    const themes = createThemes(services)
    sessions = createSessions(services, themes)
    const live = createLiveState(services)
    await live.load()
    stopLive = () => live.stop()
    const resolve: typeof sessions.resolve = async (bearer, askedHost) => {
      const session = await sessions.resolve(bearer.replace(rightless, ''), askedHost)
      return session && bearer.startsWith(rightless)
        ? { ...session, caller: { ...session.caller, rights: [] } }
        : session
    }
    app = await createApp({
      services,
      themes,
      sessions: { ...sessions, resolve },
      live,
      mqttPort: () => 1883,
      webFolder: null,
      ready: async () => ({}),
      isLeaving: () => false,
      meters: openMeta.meters,
    })
    const all = await signInAll(db, sessions)
    Object.assign(signedIn.token, all.token)
    signedIn.refreshToken = all.refreshToken
    await watchTables(db)
  })
  afterAll(async () => {
    stopLive()
    await app.close()
    rmSync(folder, { recursive: true })
  })

  const ask = async (
    operation: Operation,
    request: SweepRequest,
    bearer?: string,
  ): Promise<{ status: number; text: string }> => {
    const answer = await app.inject(writeRequest(api[operation], request, bearer))
    return { status: answer.statusCode, text: answer.body }
  }

  return {
    db,
    app: () => app,
    ask,
    unchanged: keepsTables(db),
    signedIn,
    openHalf: (half: HalfStage) => openHalf(db, sessions, half),
    /** As the live socket and the API document identify a caller. */
    authenticate: (token: string) => sessions.authenticate(token, host),
  }
}
