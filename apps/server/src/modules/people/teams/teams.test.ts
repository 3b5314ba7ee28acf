import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { memberRoutes } from '@swath/contract/people/members'
import { teamRoutes, type Team, type TeamDetail } from '@swath/contract/people/teams'
import type { PilotCertificate } from '@swath/contract/people/pilot-certificates'
import type { LogbookEntry } from '@swath/contract/gear/logbooks'
import { muFromM2 } from '@swath/domain/units'
import { createThemes } from '../../../platform/auth/themes.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { runDueJobs } from '../../../platform/jobs/testing-jobs.ts'
import type { OutgoingMessage } from '../../../platform/messages/driver.ts'
import { createMessages } from '../../../platform/messages/messages.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  readCsv,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { memberHandlers } from '../members/members.routes.ts'
import { loadRegionTable } from '../regions/regions.seed.ts'
import { notifyOfCertificatesJob, warnOfCertificatesJob } from './certificate-warnings.ts'
import { teamHandlers } from './teams.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const day = 86_400_000

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
const { enableMember, deleteMember } = memberRoutes
const routes = { ...teamRoutes, enableMember, deleteMember }
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let company: TestPerson
let zhao: TestPerson
let qian: TestPerson
let drone: TestDrone
let modelId: string

beforeEach(async () => {
  console_ = await openConsole(
    database,
    routes,
    (services) => ({ ...memberHandlers(services), ...teamHandlers(services) }),
    now,
  )
  const maker = await console_.person({ type: 'manufacturer' })
  company = await console_.person({
    type: 'operator',
    operator_type: 'team',
    name: 'Green Fields',
    can_create_sub: true,
  })
  zhao = await console_.colleague(company, { user_type: 2, name: 'Zhao' })
  qian = await console_.colleague(company, { user_type: 2, name: 'Qian' })
  modelId = await insertModel(db, maker.account.id, 'TX30')
  drone = await insertDroneRow(db, {
    modelId,
    manufacturerId: maker.account.id,
    operatorId: company.account.id,
  })
  return () => console_.close()
})

const create = (body: object, person = company) =>
  console_.ask<TeamDetail>(person, 'createTeam', { body })
const list = (query: Record<string, string> = {}, person = company) =>
  console_.ask<{ items: Team[]; total: number; can: { create: boolean } }>(person, 'listTeams', {
    query,
  })
const inPath = ({ groupId }: Pick<Team, 'groupId'>) => ({ params: { groupId } })
const names = ({ members }: TeamDetail) => members.map(({ userName }) => userName)

describe('a team', () => {
  test('is created with its people and leader, renamed, given drones, and deleted', async () => {
    const made = await create({
      groupName: ' First ',
      userIds: [zhao.id, qian.id],
      leaderUserId: zhao.id,
    })
    expect(made).toMatchObject({
      groupName: 'First',
      leaderName: 'Zhao',
      memberNum: 2,
      can: { update: true, delete: true },
    })
    expect(names(made)).toEqual(['Qian', 'Zhao'])
    const renamed = await console_.ask<TeamDetail>(company, 'renameTeam', {
      ...inPath(made),
      body: { groupName: 'North', version: made.version },
    })
    expect(
      await console_.refusal(company, 'renameTeam', {
        ...inPath(made),
        body: { groupName: 'South', version: made.version },
      }),
    ).toEqual([409, 'conflict'])
    const equipped = await console_.ask<TeamDetail>(company, 'setTeamDrones', {
      ...inPath(made),
      body: { droneIds: [drone.id], version: renamed.version },
    })
    expect(equipped.drones).toMatchObject([{ droneId: drone.id, modelName: 'TX30' }])
    expect((await list({ userName: 'zha' })).items).toMatchObject([
      { groupName: 'North', droneNum: 1 },
    ])
    expect((await list({ userName: 'sun' })).total).toBe(0)
    await console_.ask(company, 'deleteTeam', inPath(made))
    expect((await list()).total).toBe(0)
    const log = await db
      .selectFrom('audit_log')
      .where('object_id', '=', made.groupId)
      .orderBy('number')
      .select('action')
      .execute()
    expect(log.map(({ action }) => action)).toEqual([
      'team.create',
      'team.rename',
      'team.set-drones',
      'team.delete',
    ])
  })

  test('its name is unique in the account, and its leader is one of its people', async () => {
    const first = await create({ groupName: 'First' })
    expect(await console_.refusal(company, 'createTeam', { body: { groupName: 'First' } })).toEqual(
      [409, 'team_name_taken'],
    )
    const second = await create({ groupName: 'Second', userIds: [zhao.id] })
    expect(
      await console_.refusal(company, 'renameTeam', {
        ...inPath(second),
        body: { groupName: 'First' },
      }),
    ).toEqual([409, 'team_name_taken'])
    expect(
      await console_.refusal(company, 'changeTeamLeader', {
        ...inPath(first),
        body: { leaderUserId: zhao.id },
      }),
    ).toEqual([404, 'not_found'])
    expect(names(await create({ groupName: 'Third', leaderUserId: zhao.id }))).toEqual(['Zhao'])
  })

  test('a person can be in one team: moving to another one removes them from the first, also as its leader', async () => {
    const first = await create({ groupName: 'First', userIds: [zhao.id], leaderUserId: zhao.id })
    const second = await create({ groupName: 'Second', userIds: [qian.id] })
    const selectable = await console_.ask<{ items: { userName: string; groupName: string }[] }>(
      company,
      'listSelectableMembers',
      { query: { without: second.groupId } },
    )
    expect(selectable.items.map(({ userName, groupName }) => [userName, groupName])).toContainEqual(
      ['Zhao', 'First'],
    )
    expect(selectable.items.map(({ userName }) => userName)).not.toContain('Qian')
    const joined = await console_.ask<TeamDetail>(company, 'addTeamMembers', {
      ...inPath(second),
      body: { userIds: [zhao.id] },
    })
    expect(names(joined)).toEqual(['Qian', 'Zhao'])
    expect(await console_.ask(company, 'getTeam', inPath(first))).toMatchObject({
      members: [],
      leaderUserId: null,
    })
    const led = await console_.ask<TeamDetail>(company, 'changeTeamLeader', {
      ...inPath(second),
      body: { leaderUserId: zhao.id },
    })
    expect(led.leaderName).toBe('Zhao')
    const left = await console_.ask<TeamDetail>(company, 'removeTeamMembers', {
      ...inPath(second),
      body: { userIds: [zhao.id] },
    })
    expect(left).toMatchObject({ leaderName: 'Qian', memberNum: 1 })
  })

  test('a leader who moves, is removed, disabled or deleted is replaced by the longest-serving member', async () => {
    const ways: Record<string, (userId: string, team: TeamDetail) => Promise<unknown>> = {
      'moves to a team': async (userId) =>
        console_.ask(company, 'addTeamMembers', {
          ...inPath(await create({ groupName: 'Goal' })),
          body: { userIds: [userId] },
        }),
      'moves to a new team, which it leads': (userId) =>
        create({ groupName: 'New', leaderUserId: userId }),
      'is taken out': (userId, team) =>
        console_.ask(company, 'removeTeamMembers', {
          ...inPath(team),
          body: { userIds: [userId] },
        }),
      'is disabled': (userId) =>
        console_.ask(company, 'enableMember', { body: { userId, opr: 'disable' } }),
      'is deleted': (userId) => console_.ask(company, 'deleteMember', { params: { userId } }),
    }
    for (const [way, leave] of Object.entries(ways)) {
      const [leader, disabled, second, third] = await Promise.all(
        ['Leader', 'Disabled', 'Second', 'Third'].map((name) =>
          console_.colleague(company, { user_type: 2, name }),
        ),
      )
      const team = await create({
        groupName: way,
        userIds: [disabled!.id],
        leaderUserId: leader!.id,
      })
      for (const { id } of [second!, third!]) {
        console_.clock.advance(1000)
        await console_.ask(company, 'addTeamMembers', { ...inPath(team), body: { userIds: [id] } })
      }
      await console_.ask(company, 'enableMember', {
        body: { userId: disabled!.id, opr: 'disable' },
      })
      const ofDisabled = { ...inPath(team), body: { leaderUserId: disabled!.id } }
      expect((await console_.send('changeTeamLeader', ofDisabled, company)).json()).toMatchObject({
        details: [{ path: 'leaderUserId', message: expect.stringContaining('disabled') }],
      })
      await leave(leader!.id, team)
      expect(await console_.ask(company, 'getTeam', inPath(team)), way).toMatchObject({
        leaderUserId: second!.id,
        leaderName: 'Second',
      })
      const logged = await db
        .selectFrom('audit_log')
        .where('action', '=', 'team.lead')
        .where('object_id', '=', team.groupId)
        .select('details')
        .execute()
      expect(logged, way).toEqual([{ details: { leader: 'Second' } }])
    }
  })

  test('without members a team has no leader; other teams keep theirs', async () => {
    const first = await create({ groupName: 'First', leaderUserId: zhao.id })
    const second = await create({ groupName: 'Second', leaderUserId: qian.id })
    await console_.ask(company, 'deleteMember', { params: { userId: zhao.id } })
    expect(await console_.ask(company, 'getTeam', inPath(first))).toMatchObject({
      members: [],
      memberNum: 0,
      leaderUserId: null,
    })
    expect(await console_.ask(company, 'getTeam', inPath(second))).toMatchObject({
      leaderName: 'Qian',
    })
  })

  test('accounts above can read it, but not change it; others do not see it', async () => {
    const below = await console_.person({
      type: 'operator',
      operator_type: 'team',
      parent: company.account,
    })
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    const made = await create({ groupName: 'Below' }, below)
    expect((await list()).items).toMatchObject([
      { groupName: 'Below', can: { update: false, delete: false } },
    ])
    expect(await console_.refusal(company, 'deleteTeam', inPath(made))).toEqual([403, 'forbidden'])
    expect(await console_.refusal(stranger, 'getTeam', inPath(made))).toEqual([404, 'not_found'])
    expect(
      await console_.refusal(stranger, 'createTeam', {
        body: { groupName: 'X', userIds: [zhao.id] },
      }),
    ).toEqual([404, 'not_found'])
  })
})

const isoDay = (days: number): string => new Date(now + days * day).toISOString().slice(0, 10)
const addCertificate = (userId: string, days: number, kind: 'licence' | 'insurance' = 'licence') =>
  console_.ask<PilotCertificate>(company, 'addCertificate', {
    body: { userId, kind, certificateNo: 'A 1', validUntil: isoDay(days) },
  })

describe('licences and insurance', () => {
  test('are counted by state, and the team shows those that end soon', async () => {
    const made = await create({ groupName: 'First', userIds: [zhao.id, qian.id] })
    await addCertificate(zhao.id, -1)
    await addCertificate(zhao.id, 0, 'insurance') // valid until today
    await addCertificate(qian.id, 30)
    await addCertificate(qian.id, 31, 'insurance')
    const all = await console_.ask<{ items: PilotCertificate[]; stats: object }>(
      company,
      'listCertificates',
    )
    expect(all.items.map(({ userName, state }) => [userName, state])).toEqual([
      ['Zhao', 'ended'],
      ['Zhao', 'ending'],
      ['Qian', 'ending'],
      ['Qian', 'valid'],
    ])
    expect(all.stats).toEqual({ ended: 1, ending: 2, valid: 1 })
    expect(
      (
        await console_.ask<{ total: number }>(company, 'listCertificates', {
          query: { state: 'due' },
        })
      ).total,
    ).toBe(3)
    expect((await list()).items[0]).toMatchObject({ endingNum: 3 })
    expect(
      (await console_.ask<TeamDetail>(company, 'getTeam', inPath(made))).members.map(
        ({ endingNum }) => endingNum,
      ),
    ).toEqual([1, 2])
  })

  test('are changed and deleted by people who manage teams, for people of the own account only', async () => {
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    const noted = await addCertificate(zhao.id, 100)
    const changed = await console_.ask<PilotCertificate>(company, 'updateCertificate', {
      body: { ...noted, validUntil: isoDay(200) },
    })
    expect(changed).toMatchObject({ validUntil: isoDay(200), version: noted.version + 1 })
    expect(await console_.refusal(company, 'updateCertificate', { body: noted })).toEqual([
      409,
      'conflict',
    ])
    expect(
      await console_.refusal(stranger, 'addCertificate', {
        body: { userId: zhao.id, kind: 'licence', validUntil: isoDay(9) },
      }),
    ).toEqual([404, 'not_found'])
    const params = { certificateId: noted.certificateId }
    expect(await console_.refusal(stranger, 'deleteCertificate', { params })).toEqual([
      404,
      'not_found',
    ])
    await console_.ask(company, 'deleteCertificate', { params })
  })

  test('the team’s leader and people who manage teams are notified 30 and 7 days before and at the end, once each', async () => {
    const leader = await console_.colleague(company, { user_type: 2, name: 'Sun' })
    const staff = await console_.colleague(company, { user_type: 3, name: 'Li' })
    await create({ groupName: 'First', userIds: [zhao.id, leader.id], leaderUserId: leader.id })
    const ours = [company.phone, leader.phone, staff.phone, zhao.phone]
    const sent: OutgoingMessage[] = []
    const send = async (message: OutgoingMessage): Promise<void> => void sent.push(message)
    const { services } = console_
    const messages = createMessages(services, { sms: { send }, mail: { send } })
    const tellOn = async (days: number): Promise<string[]> => {
      sent.splice(0)
      console_.clock.set(now + days * day)
      const log = pino({ level: 'silent' })
      const { signal } = new AbortController()
      // Twice: the second run sends nothing.
      for (let time = 0; time < 2; time++) {
        await warnOfCertificatesJob(services).run({}, { signal, log })
        await runDueJobs(db, [
          notifyOfCertificatesJob({ db, themes: createThemes(services), messages }),
        ])
      }
      // Without people of other companies, left by other tests.
      return sent
        .map(({ to }) => to)
        .filter((to) => ours.includes(to))
        .toSorted()
    }
    const both = [company.phone, leader.phone].toSorted()
    await addCertificate(zhao.id, 40)
    expect(await tellOn(9)).toEqual([])
    expect(await tellOn(10)).toEqual(both)
    expect(sent.find(({ to }) => to === leader.phone)).toMatchObject({
      template: 'certificatesEnd',
      text: expect.stringContaining(isoDay(40).replaceAll('-', '/')),
    })
    expect(await tellOn(11)).toEqual([])
    expect(await tellOn(33)).toEqual(both)
    expect(await tellOn(40)).toEqual([])
    expect(await tellOn(41)).toEqual(both)
  })
})

describe('a logbook', () => {
  test('adds up a pilot’s flights by month and model, and can be exported', async () => {
    const fly = (startMs: number, coveredM2: number) =>
      insertFlight(db, drone, { startMs, coveredM2, durationS: 1800, sprayL: 20, pilotId: zhao.id })
    await fly(now, 6000)
    await fly(now - day, 3000)
    await fly(now - 40 * day, 2000)
    await insertFlight(db, drone, { startMs: now - 2 * day, coveredM2: 99_000, pilotId: qian.id })
    const query = { userId: zhao.id }
    const book = await console_.ask<{
      items: LogbookEntry[]
      userName: string
      years: string[]
      stats: object
    }>(company, 'listLogbook', { query })
    expect(book).toMatchObject({
      userName: 'Zhao',
      years: ['2026'],
      stats: { sortieCount: 3, durationS: 5400, sprayL: 60 },
    })
    expect(
      book.items.map(({ month, modelName, sortieCount, sprayArea }) => [
        month,
        modelName,
        sortieCount,
        sprayArea,
      ]),
    ).toEqual([
      ['2026-06', 'TX30', 2, muFromM2(9000)],
      ['2026-05', 'TX30', 1, muFromM2(2000)],
    ])
    expect(book.items[0]!.places).not.toBe('')
    const rows = readCsv(
      (await console_.send('exportLogbook', { query: { ...query, year: '2026' } }, company)).body,
    )
    expect(rows).toMatchObject([{ Month: '2026-06' }, { Month: '2026-05' }])
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    expect(await console_.refusal(stranger, 'listLogbook', { query })).toEqual([404, 'not_found'])
  })
})
