import { beforeEach, describe, expect, test } from 'vitest'
import type {
  AccountApplication,
  AccountApplicationDetail,
} from '@swath/contract/people/account-applications'
import type { AccountDetail } from '@swath/contract/people/accounts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import type { TestPerson } from '../../../platform/http/testing-console.ts'
import { readCsv } from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../regions/regions.seed.ts'
import { nowMs, openAccounts, type Accounts } from './testing-accounts.ts'

const database = await ownTestDatabase(loadRegionTable)
let accounts: Accounts

beforeEach(async () => {
  accounts = await openAccounts(database)
  return () => accounts.close()
})

type List = {
  items: AccountApplication[]
  total: number
  stats: Record<
    'zfNotCheckNum' | 'zzqyCheckNum' | 'yyqyCheckNum' | 'notCheckNum' | 'passedNum' | 'rejectedNum',
    number
  >
}
const refusal = (...given: Parameters<Accounts['refusal']>) => accounts.refusal(...given)
const list = (person: TestPerson, query = {}) =>
  accounts.ask<List>(person, 'listAccountApplications', {
    query: { accountName: accounts.mark, ...query },
  })
const review = (
  person: TestPerson,
  applyId: string,
  applyStatus: 2 | 3 = 2,
  reason: string | null = applyStatus === 3 ? 'The licence cannot be read.' : null,
) => accounts.send('reviewAccountApplication', { body: { applyId, applyStatus, reason } }, person)
const change = (person: TestPerson, given: object) =>
  accounts.ask<AccountDetail>(person, 'changeOwnAccount', { body: given })

/** A company that has registered: not approved, with its application. */
const registered = async (more: object = {}) => {
  const person = await accounts.at('operator', 'Newcomer', accounts.root, {
    operator_type: 'team',
    check_status: 1,
    contact_name: 'Wang',
    ...more,
  })
  const applyId = uuidv7(nowMs)
  await database.db
    .insertInto('account_application')
    .values({
      id: applyId,
      account_id: person.account.id,
      type: 1,
      proposed: JSON.stringify({ ...accounts.fields('Newcomer'), contactPhone: null }),
      current: null,
      submitted_by: person.id,
      submitted_at: new Date(nowMs),
      reviewed_by: null,
      reviewer_name: null,
      reviewed_at: null,
      reason: null,
    })
    .execute()
  return { person, applyId }
}

describe('registrations', () => {
  test('listAccountApplications: reviewers see it, with the pending ones counted by type; others do not', async () => {
    const { person, applyId } = await registered()
    const { province, city, county, east, maker } = await accounts.tree()
    await accounts.at('manufacturer', 'NewMaker', accounts.root, { check_status: 1 })
    for (const reviewer of [accounts.root, province, city, county]) {
      const { items, stats } = await list(reviewer)
      expect(items, reviewer.account.id).toMatchObject([
        {
          applyId,
          applyType: 1,
          applyStatus: 1,
          accountType: 4,
          accountName: `Newcomer ${accounts.mark}`,
          applicantName: 'A person',
          can: { review: true },
        },
      ])
      expect(stats).toEqual({
        zfNotCheckNum: 0,
        zzqyCheckNum: 0,
        yyqyCheckNum: 1,
        notCheckNum: 1,
        passedNum: 0,
        rejectedNum: 0,
      })
    }
    expect((await list(east)).items).toEqual([])
    const elsewhere = await accounts.at('government', 'Elsewhere', accounts.root, {
      region_code: '156410000',
    })
    for (const stranger of [east, elsewhere]) {
      expect(await refusal(stranger, 'getAccountApplication', { query: { applyId } })).toEqual([
        404,
        'not_found',
      ])
      expect((await review(stranger, applyId)).statusCode).toBe(404)
    }
    for (const none of [maker, person])
      expect(await refusal(none, 'listAccountApplications')).toEqual([403, 'forbidden'])
    const staff = await accounts.colleague(county, { user_type: 1, rights: ['bulletin.receive'] })
    expect((await list(staff)).items[0]!.can.review).toBe(false)
    expect((await review(staff, applyId)).statusCode).toBe(403)
  })

  test('approved by the government of its county: usable at once, and the applicant is notified', async () => {
    const { person, applyId } = await registered()
    const { county } = await accounts.tree()
    expect(await refusal(person, 'listAccounts')).toEqual([403, 'forbidden'])
    expect((await accounts.ask<AccountDetail>(person, 'getOwnAccount')).checkStatus).toBe(1)
    const reply = await review(county, applyId)
    expect(reply.json()).toMatchObject({
      applyStatus: 2,
      reviewerName: 'A person',
      reviewTime: new Date(nowMs).toISOString(),
      reason: null,
      can: { review: false },
    })
    const pending = await list(county, { applyStatus: '1' })
    expect([pending.items.length, pending.stats.notCheckNum, pending.stats.passedNum]).toEqual([
      0, 0, 1,
    ])
    expect((await accounts.ask<AccountDetail>(person, 'getOwnAccount')).checkStatus).toBe(2)
    expect(accounts.thrownOut).toEqual([person.id])
    await accounts.settled()
    expect(accounts.sent).toMatchObject([
      { channel: 'sms', to: person.phone, template: 'registrationPassed' },
    ])
    expect(accounts.sent[0]!.text).toContain(`Newcomer ${accounts.mark}`)
  })

  test('rejected with a reason, resubmitted by the company, approved', async () => {
    const { person, applyId } = await registered()
    expect((await review(accounts.root, applyId, 3)).json()).toMatchObject({
      applyStatus: 3,
      reason: 'The licence cannot be read.',
    })
    await accounts.settled()
    expect(accounts.sent[0]).toMatchObject({
      template: 'registrationRejected',
      text: expect.stringContaining('The licence cannot be read.'),
    })
    expect(await accounts.ask(person, 'getOwnApplication')).toMatchObject({
      application: {
        applyId,
        applyStatus: 3,
        reason: 'The licence cannot be read.',
        can: { review: false },
      },
    })
    expect((await accounts.ask<AccountDetail>(person, 'getOwnAccount')).checkStatus).toBe(3)

    accounts.clock.advance(60_000)
    expect(
      await change(person, { ...accounts.fields('Newcomer'), creditCode: '91330106' }),
    ).toMatchObject({ checkStatus: 1, creditCode: '91330106' })
    expect(
      await refusal(person, 'changeOwnAccount', { body: accounts.fields('Newcomer') }),
    ).toEqual([409, 'application_open'])
    const [again, before] = (await list(accounts.root, { order: '-applyTime' })).items
    expect([again, before]).toMatchObject([
      { applyType: 1, applyStatus: 1 },
      { applyId, applyStatus: 3 },
    ])
    expect((await review(accounts.root, again!.applyId)).statusCode).toBe(200)
    expect((await accounts.ask<AccountDetail>(person, 'getOwnAccount')).checkStatus).toBe(2)
  })

  test('of two concurrent reviews one succeeds, the other finds it decided', async () => {
    for (let i = 0; i < 5; i++) {
      const { person, applyId } = await registered()
      const replies = await Promise.all([
        review(accounts.root, applyId, 2),
        review(accounts.root, applyId, 3),
      ])
      expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
        200, 409,
      ])
      const [won, lost] = replies[0]!.statusCode === 200 ? replies : replies.toReversed()
      expect(lost!.json().code).toBe('application_closed')
      expect((await accounts.ask<AccountDetail>(person, 'getOwnAccount')).checkStatus).toBe(
        won!.json().applyStatus,
      )
      expect(
        await database.db
          .selectFrom('audit_log')
          .select('action')
          .where('object_id', '=', person.account.id)
          .execute(),
      ).toHaveLength(1)
    }
    expect((await list(accounts.root, { applyStatus: '1' })).total).toBe(0)
  })
})

describe('changes of the own account', () => {
  test('become an application with old and new values, of which approval applies only the requested ones', async () => {
    const { team, east } = await accounts.tree()
    const own = await accounts.ask<AccountDetail>(team, 'getOwnAccount')
    const wanted = { ...accounts.fields('Better'), contactPhone: '0571-8', regionCode: '764580000' }
    expect(await change(team, wanted)).toMatchObject({
      accountName: own.accountName,
      openApplyId: expect.any(String),
    })
    expect((await accounts.detail(east, team.account.id)).accountName).toBe(own.accountName)
    const {
      items: [application],
    } = await list(east)
    expect(application).toMatchObject({ applyType: 2, applyStatus: 1 })
    const detail = await accounts.ask<AccountApplicationDetail>(east, 'getAccountApplication', {
      query: { applyId: application!.applyId },
    })
    expect(detail).toMatchObject({
      proposed: { accountName: `Better ${accounts.mark}`, contactPhone: '0571-8' },
      current: { accountName: own.accountName, contactPhone: null },
      proposedRegion: ['Thailand', expect.any(String)],
      currentRegion: ['China', 'Zhejiang', 'Hangzhou', 'Xihu District'],
      userPhone: expect.stringContaining('***'),
    })
    // An account above corrects the address meanwhile: fields outside the application do not
    // change.
    await accounts.ask(east, 'updateAccount', {
      params: { accountId: team.account.id },
      body: { ...accounts.fields('Team'), contactAddress: '1 Road', canCreateSub: true },
    })
    expect((await review(east, application!.applyId)).statusCode).toBe(200)
    expect(await accounts.ask(team, 'getOwnAccount')).toMatchObject({
      accountName: `Better ${accounts.mark}`,
      contactPhone: '0571-8',
      contactAddress: '1 Road',
      regionCode: '764580000',
      timeZone: 'Asia/Bangkok',
      openApplyId: null,
    })
    await accounts.settled()
    expect(accounts.sent.at(-1)).toMatchObject({ template: 'changePassed' })
  })

  test('change nothing if rejected; only one can be pending; unchanged data creates none', async () => {
    const { team, county } = await accounts.tree()
    const own = await accounts.ask<AccountDetail>(team, 'getOwnAccount')
    await database.db
      .updateTable('account')
      .set({ contact_name: 'Wang' })
      .where('id', '=', team.account.id)
      .execute()
    expect((await change(team, accounts.fields('Team'))).openApplyId).toBeNull()
    const { openApplyId } = await change(team, accounts.fields('Worse'))
    expect(await refusal(team, 'changeOwnAccount', { body: accounts.fields('Third') })).toEqual([
      409,
      'application_open',
    ])
    expect((await review(county, openApplyId!, 3)).statusCode).toBe(200)
    expect(await accounts.ask(team, 'getOwnAccount')).toMatchObject({
      accountName: own.accountName,
      openApplyId: null,
    })
    expect((await change(team, accounts.fields('Third'))).openApplyId).not.toBeNull()
  })

  test('by a government are decided by the account above it, not by the government of a larger region', async () => {
    const { county, province } = await accounts.tree()
    await change(county, { ...accounts.fields('County'), regionCode: '156330000' })
    expect((await list(province)).items).toEqual([])
    const {
      items: [application],
      stats,
    } = await list(accounts.root)
    expect([application!.accountType, stats.zfNotCheckNum]).toEqual([2, 1])
  })

  test('by the account that runs the service are applied at once', async () => {
    expect(await change(accounts.root, accounts.fields('Chief'))).toMatchObject({
      accountName: `Chief ${accounts.mark}`,
      openApplyId: null,
    })
    expect((await list(accounts.root)).items).toEqual([])
  })

  test('require the right to manage accounts, and do not include an own host', async () => {
    const { team } = await accounts.tree()
    await database.db
      .updateTable('account')
      .set({ custom_domain: `team-${accounts.mark}.example` })
      .where('id', '=', team.account.id)
      .execute()
    const staff = await accounts.colleague(team, { user_type: 4, rights: ['staff.manage'] })
    expect(await refusal(staff, 'changeOwnAccount', { body: accounts.fields('Staff') })).toEqual([
      403,
      'forbidden',
    ])
    expect(
      await change(team, { ...accounts.fields('Team'), customDomain: 'other.example' }),
    ).toMatchObject({ customDomain: `team-${accounts.mark}.example` })
  })
})

describe('applications of people, by the same call', () => {
  const asked = async (company: TestPerson) => {
    const id = uuidv7(nowMs)
    const phone = `+86-138${String(++phones).padStart(8, '0')}`
    await database.db
      .insertInto('user_application')
      .values({
        id,
        account_id: company.account.id,
        admin_id: company.id,
        name: 'Zhao',
        phone,
        email: null,
        user_type: 2,
        password_hash: 'unused',
        message: '',
        applied_at: new Date(nowMs),
        reviewed_by: null,
        reviewer_name: null,
        reviewed_at: null,
        reason: null,
        user_id: null,
      })
      .execute()
    return { id, phone }
  }
  let phones = Math.floor(Math.random() * 1e7)

  test('the id determines the type, and each type requires its own screen and right', async () => {
    const company = await accounts.at('operator', 'Team', accounts.root, { operator_type: 'team' })
    const stranger = await accounts.at('operator', 'Other', accounts.root, {
      operator_type: 'team',
    })
    const { id, phone } = await asked(company)
    expect((await review(stranger, id)).statusCode).toBe(404)
    const passed = await review(company, id)
    expect([passed.statusCode, passed.json()]).toEqual([
      200,
      expect.objectContaining({ applyId: id, userName: 'Zhao', applyStatus: 2 }),
    ])
    expect(
      await database.db.selectFrom('app_user').select('name').where('phone', '=', phone).execute(),
    ).toEqual([{ name: 'Zhao' }])
    expect((await review(accounts.root, (await asked(company)).id, 3)).json()).toMatchObject({
      applyStatus: 3,
    })
    const { applyId } = await registered()
    expect((await review(company, applyId)).statusCode).toBe(404)
    expect((await review(accounts.root, applyId)).json()).toMatchObject({ applyType: 1 })
  })
})

test('filters, order, and an export with the same rows', async () => {
  const { team, maker } = await accounts.tree()
  await registered()
  await change(team, accounts.fields('Team2'))
  accounts.clock.advance(1000)
  await change(maker, { ...accounts.fields('Maker2'), regionCode: '156410100' })
  const named = async (query: object) => accounts.pickNames(await list(accounts.root, query))
  expect(await named({})).toEqual(['Maker', expect.any(String), expect.any(String)])
  expect(await named({ order: 'accountName' })).toEqual(['Maker', 'Newcomer', 'Team'])
  expect(await named({ applyType: '1' })).toEqual(['Newcomer'])
  expect(await named({ applyType: '2', order: 'applyTime' })).toEqual(['Team', 'Maker'])
  expect(await named({ accountId: team.account.id })).toEqual(['Team'])
  expect(await named({ applyStatus: '2' })).toEqual([])
  const reply = await accounts.send(
    'exportAccountApplications',
    { query: { accountName: accounts.mark, applyType: '1' }, language: 'zh-TW' },
    accounts.root,
  )
  expect(readCsv(reply.body)).toMatchObject([
    { 名稱: `Newcomer ${accounts.mark}`, 申請類型: '註冊', 審核狀態: '待審核' },
  ])
})
