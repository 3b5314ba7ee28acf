// Reports shared by link, of every kind, on the world of the sweep; and the token of a link on
// every other call of the contract.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listedOpeningsAtMost, linksOfReportAtMost } from '@swath/contract/overview/share-limits'
import type { SharedReport } from '@swath/contract/overview/shared-reports'
import { sql } from 'kysely'
import { taskIds } from '../modules/campaigns/unified-tasks/testing-task-work.ts'
import { invoiceIds } from '../modules/money/invoices/testing-invoices.ts'
import { flown } from '../modules/people/teams/testing-team-work.ts'
import { cases, routes } from './testing-collected.ts'
import { askingBy } from './testing-cases.ts'
import { openSweep } from './testing-program.ts'
import { world, worldNow, type PersonName } from './testing-world.ts'

const { db, app, signedIn, ask } = await openSweep()

const days = (count: number): string => new Date(worldNow + count * 86_400_000).toISOString()
const flights = {
  kind: 'flights',
  droneId: world.droneId.teams,
  sortieIds: [world.sortieId.teams],
} as const
const plot = { kind: 'plot', blockId: world.plotId.teams, sortieIds: [] } as const
const reports = {
  flights: { by: 'team', stranger: 'rival', report: flights },
  spraying: {
    by: 'team',
    stranger: 'farmer',
    report: {
      kind: 'spraying',
      blockId: world.plotId.teams,
      droneId: world.droneId.teams,
      sortieId: world.sortieId.teams,
    },
  },
  plot: { by: 'team', stranger: 'farmer', report: plot },
  task: {
    by: 'county',
    stranger: 'elsewhere',
    report: { kind: 'task', tftzId: String(taskIds.county) },
  },
  statement: {
    by: 'team',
    stranger: 'rival',
    report: { kind: 'statement', clientId: '8003', month: '2026-11' },
  },
  invoice: {
    by: 'team',
    stranger: 'rival',
    report: { kind: 'invoice', ticketId: invoiceIds.team },
  },
  logbook: {
    by: 'team',
    stranger: 'rival',
    report: { kind: 'logbook', userId: world.userId[flown.pilot] },
  },
  subsidy: { by: 'city', stranger: 'elsewhere', report: { kind: 'subsidy', subsidyId: '8001' } },
} as const satisfies Record<string, { by: PersonName; stranger: PersonName; report: object }>

const create = (person: PersonName, report: object, until = days(30)) =>
  ask('createShareLink', { body: { report, until } }, signedIn.token[person])
const createLink = async (person: PersonName, report: object) => {
  const { status, text } = await create(person, report)
  expect(status, text).toBe(200)
  const link = JSON.parse(text) as { linkId: string; path: string }
  return { ...link, token: link.path.replace('/s/', '') }
}
const open = (token: string) => ask('openSharedReport', { params: { token } })
const listLinks = async (person: PersonName, report: object) => {
  const { text } = await ask('listShareLinks', { body: { report } }, signedIn.token[person])
  return (
    JSON.parse(text) as { items: { linkId: string; openings: number; lastOpenings: object[] }[] }
  ).items
}
const withoutTrace = (text: string): unknown => ({ ...(JSON.parse(text) as object), traceId: '' })

const removeLinks = async (): Promise<void> => {
  await db.deleteFrom('share_link').where('created_at', '>', new Date(worldNow)).execute()
}

describe('a stranger opens a shared report without a session', () => {
  afterEach(removeLinks)

  test.each(Object.entries(reports))('%s', async (kind, { by, stranger, report }) => {
    expect((await create(stranger, report)).status).toBeOneOf([403, 404])
    const { token } = await createLink(by, report)
    expect(token).toMatch(/^[\w-]{22}$/)
    const { status, text } = await open(token)
    expect(status, text).toBe(200)
    const shared = JSON.parse(text) as SharedReport
    expect(shared.report.kind).toBe(kind)
    expect(shared).toMatchObject({ timeZone: 'Asia/Shanghai' })
  })

  test('with the figures of the signed-in report, and without its other fields', async () => {
    const { token } = await createLink('team', flights)
    const { report } = JSON.parse((await open(token)).text) as {
      report: { sorties: Record<string, unknown>[]; drone: object }
    }
    const detail = JSON.parse(
      (
        await ask(
          'getSortie',
          { query: { droneId: flights.droneId, sortieId: flights.sortieIds[0] } },
          signedIn.token.team,
        )
      ).text,
    ) as Record<string, unknown>
    const [sortie] = report.sorties
    expect(detail).toMatchObject(sortie!)
    expect(sortie).toHaveProperty('sprayArea')
    for (const field of ['alarms', 'suspicions', 'zzAccountName', 'claimedArea', 'trackHash']) {
      expect(detail).toHaveProperty(field)
      expect(sortie).not.toHaveProperty(field)
    }
    expect(Object.keys(report.drone).toSorted()).toEqual(['modelName', 'regMark'])
  })

  test('a subsidy with the lines its creator sees, without ids, rules and steps', async () => {
    const { token } = await createLink('team', reports.subsidy.report)
    const { report } = JSON.parse((await open(token)).text) as {
      report: { subsidy: { isPart: boolean; lineNum: number }; lines: Record<string, unknown>[] }
    }
    expect(report.subsidy).toMatchObject({ isPart: true, lineNum: report.lines.length })
    expect(report.lines).toHaveLength(3)
    for (const field of ['rules', 'steps', 'leftOut', 'ruleId', 'can'])
      expect(report.subsidy).not.toHaveProperty(field)
    for (const field of ['lineId', 'blockId', 'accountName', 'can'])
      expect(report.lines[0]).not.toHaveProperty(field)
  })

  test('a logbook with its months and sums, without ids', async () => {
    const { token } = await createLink('team', reports.logbook.report)
    const { report } = JSON.parse((await open(token)).text) as {
      report: { entries: Record<string, unknown>[]; stats: { sortieCount: number } }
    }
    expect(report.entries).toHaveLength(1)
    expect(report.stats.sortieCount).toBe(report.entries[0]!['sortieCount'])
    expect(report.entries[0]).not.toHaveProperty('entryId')
  })

  test('not indexed, not stored, without a referrer; openings are counted and listed', async () => {
    const { token } = await createLink('team', flights)
    const answer = await app().inject({
      url: `/api/share/reports/${token}`,
      headers: {
        'host': 'localhost',
        'language': 'th',
        'user-agent': 'Mozilla/5.0 (Linux; Android 15; Mobile) Chrome/140 Mobile Safari/537.36',
      },
    })
    expect(answer.headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    const [link] = await listLinks('team', flights)
    expect(link).toMatchObject({
      openings: 1,
      lastOpenings: [{ device: 'Chrome · Android', language: 'th' }],
    })
    for (let i = 0; i < listedOpeningsAtMost + 2; i++) await open(token)
    const [later] = await listLinks('team', flights)
    expect(later).toMatchObject({ openings: listedOpeningsAtMost + 3 })
    expect(later!.lastOpenings).toHaveLength(listedOpeningsAtMost)
  })
})

describe('another language on the same page', () => {
  afterEach(removeLinks)

  const openIn = async (token: string, language: string, opening?: string) => {
    const query = opening ? `?opening=${opening}` : ''
    const { body } = await app().inject({
      url: `/api/share/reports/${token}${query}`,
      headers: { host: 'localhost', language },
    })
    return (JSON.parse(body) as SharedReport).openingId
  }

  test('is the same opening; that of another link is a new one', async () => {
    const [first, second] = [
      await createLink('team', flights),
      await createLink('team', reports.plot.report),
    ]
    const openingId = await openIn(first.token, 'en')
    expect(await openIn(first.token, 'th', openingId)).toBe(openingId)
    expect(await listLinks('team', flights)).toMatchObject([
      { openings: 1, lastOpenings: [{ language: 'th' }] },
    ])
    expect(await openIn(second.token, 'en', openingId)).not.toBe(openingId)
    expect(await listLinks('team', reports.plot.report)).toMatchObject([{ openings: 1 }])
  })
})

describe('a link that does not work is answered as an unknown one', () => {
  afterEach(removeLinks)

  const unknown = async () => {
    const { status, text } = await open('A'.repeat(22))
    expect(status).toBe(404)
    return withoutTrace(text)
  }
  const expectDead = async (token: string) => {
    const { status, text } = await open(token)
    expect([status, withoutTrace(text)]).toEqual([404, await unknown()])
  }

  test('when it was revoked', async () => {
    const { token, linkId } = await createLink('team', flights)
    const revoke = (person: PersonName) =>
      ask('revokeShareLink', { params: { linkId } }, signedIn.token[person])
    expect((await revoke('rival')).status).toBe(404)
    expect((await open(token)).status).toBe(200)
    expect((await revoke('team')).status).toBe(204)
    await expectDead(token)
  })

  test('when it has ended', async () => {
    const { token, linkId } = await createLink('team', flights)
    await db
      .updateTable('share_link')
      .set({ expires_at: new Date(worldNow + 9_000) })
      .where('id', '=', linkId)
      .execute()
    await expectDead(token)
  })

  test('when its creator is disabled, or no longer sees the report', async () => {
    const { token } = await createLink('teamEnterpriseAdmin', flights)
    const setEnabled = (enabled: boolean) =>
      db
        .updateTable('app_user')
        .set({ enabled })
        .where('id', '=', world.userId.teamEnterpriseAdmin)
        .execute()
    await setEnabled(false)
    await expectDead(token)
    await setEnabled(true)
    expect((await open(token)).status).toBe(200)
    const setScope = (scope: string) =>
      sql`update app_user set data_scope = ${scope} where id = ${world.userId.teamEnterpriseAdmin}`.execute(
        db,
      )
    await setScope('personal')
    await expectDead(token)
    await setScope('enterprise')
  })

  test('on the host of another account', async () => {
    const { token } = await createLink('team', flights)
    const answer = await app().inject({
      url: `/api/share/reports/${token}`,
      headers: { host: 'india.swath.example', language: 'en' },
    })
    expect(answer.statusCode).toBe(404)
  })
})

describe('limits and owners', () => {
  afterEach(removeLinks)

  test('the end is at most a year ahead; links of a report are limited', async () => {
    expect((await create('team', flights, days(-1))).status).toBe(400)
    expect((await create('team', flights, days(367))).status).toBe(400)
    for (let i = 0; i < linksOfReportAtMost; i++) await createLink('team', flights)
    expect(await create('team', flights)).toMatchObject({ status: 409 })
    expect((await create('team', plot)).status).toBe(200)
  })

  test('people of personal scope see and revoke only their own links', async () => {
    const { linkId } = await createLink('team', flights)
    expect(await listLinks('teamPersonal', flights)).toEqual([])
    expect(
      await ask('revokeShareLink', { params: { linkId } }, signedIn.token.teamPersonal),
    ).toMatchObject({ status: 404 })
  })
})

describe('the token of a link opens no other call', () => {
  const guarded = routes.filter(([, { policy }]) => policy !== 'public')
  let token = ''
  beforeAll(async () => {
    token = (await createLink('team', flights)).token
  })
  afterAll(removeLinks)

  test.each(guarded)('%s answers 401', async (operation, route) => {
    const { params = {}, body } = cases[operation].request?.(askingBy('team')) ?? {}
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? token),
    )
    for (const [query, headers] of [
      ['', { authorization: `Bearer ${token}` }],
      ['', { cookie: `token=${token}; jToken=${token}; session=${token}` }],
      [`?token=${token}&access_token=${token}`, {}],
    ] as const) {
      const answer = await app().inject({
        method: route.method,
        url: path + query,
        headers: { host: 'localhost', ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      expect(answer.statusCode, JSON.stringify([query, headers])).toBe(401)
    }
  })
})
