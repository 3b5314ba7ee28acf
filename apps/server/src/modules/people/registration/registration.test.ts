import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyChain } from '../../../platform/audit/audit.ts'
import {
  insertAccount,
  insertRegions,
  insertUser,
  type TestAccount,
} from '../../../platform/auth/testing.queries.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { toOwnHost } from './own-host.ts'
import {
  readCode,
  newIp,
  openDoors,
  signedInBy,
  pickWrongCode,
  type Doors,
  type From,
} from './testing-doors.ts'

const minute = 60_000
const password = 'Swath2026'

const database = await ownTestDatabase(insertRegions)
const { db } = database
let root: TestAccount
let doors: Doors

beforeAll(async () => {
  root = await insertAccount(db, {
    type: 'platform',
    name: 'The platform',
    region_code: '156000000',
  })
})
beforeEach(async () => {
  doors = await openDoors(db, { fixedCode: undefined })
  return () => doors.close()
})

let companies = 0
const newPhone = () =>
  `+86-1370${String(Date.now() % 1000).padStart(3, '0')}${String(++companies).padStart(4, '0')}`
const buildForm = (login: { phoneNum: string } | { email: string }, given: object = {}) => ({
  ...login,
  password,
  verifyCode: '000000',
  accountType: 4,
  operatorType: '1',
  commitWay: '1',
  accountName: `Company ${++companies}`,
  contactName: '王芳',
  province: '浙江省',
  city: '杭州市',
  county: '西湖区',
  regionCode: '156330106',
  ...given,
})
const register = async (phoneNum: string, given: object = {}, from: From = {}) =>
  doors.register(
    buildForm({ phoneNum }, { verifyCode: await doors.codeFor(phoneNum, '2', from), ...given }),
    from,
  )
const findAccountByPhone = (phone: string) =>
  db
    .selectFrom('account')
    .innerJoin('app_user', 'app_user.account_id', 'account.id')
    .selectAll('account')
    .select('app_user.id as userId')
    .where('app_user.phone', '=', phone)
    .executeTakeFirst()

describe('a registration (reg)', () => {
  test('creates the company, its super admin and a pending application', async () => {
    const phone = newPhone()
    const reply = await register(
      phone,
      {
        accountName: '西湖植保服务队',
        legal: '李强',
        creditCode: '91330106MA2XXXXX1K',
        contactAddress: '文三路 1 号',
        contactPhone: '0571-88000000',
        contactEmail: 'team@example.com',
      },
      { ip: '10.42.0.1' },
    )
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    const account = (await findAccountByPhone(phone))!
    expect(account).toMatchObject({
      name: '西湖植保服务队',
      type: 'operator',
      operator_type: 'team',
      parent_id: root.id,
      path: `${root.path}${account.id.replaceAll('-', '')}/`,
      check_status: 1,
      enabled: true,
      theme: 'default',
      time_zone: 'Asia/Shanghai',
      region_code: '156330106',
      legal_name: '李强',
      credit_code: '91330106MA2XXXXX1K',
      contact_name: '王芳',
      contact_phone: '0571-88000000',
      contact_address: '文三路 1 号',
      email: 'team@example.com',
      custom_domain: null,
      vip_level: 0,
      can_create_sub: false,
      lease_account: false,
    })
    const applications = await db
      .selectFrom('account_application')
      .selectAll()
      .where('account_id', '=', account.id)
      .execute()
    expect(applications).toMatchObject([
      {
        type: 1,
        status: 1,
        current: null,
        submitted_by: account.userId,
        reviewed_by: null,
        proposed: {
          accountName: '西湖植保服务队',
          regionCode: '156330106',
          contactName: '王芳',
          legal: '李强',
          busiLicense: null,
          companyLogo: null,
          email: 'team@example.com',
        },
      },
    ])
    expect(
      await db
        .selectFrom('audit_log')
        .select(['action', 'user_id', 'ip'])
        .where('account_id', '=', account.id)
        .execute(),
    ).toEqual([{ action: 'account.register', user_id: account.userId, ip: '10.42.0.1' }])
    expect(await verifyChain(db, account.id)).toMatchObject({ whole: true })
  })

  test('lets its administrator sign in at once, to wait for review', async () => {
    const phone = newPhone()
    await register(phone)
    await doors.pass(minute + 1000)
    const { userInfo } = signedInBy(await doors.signIn(phone, await doors.codeFor(phone, '1')))
    expect(userInfo).toMatchObject({
      checkStatus: 1,
      userType: 1,
      userName: '王芳',
      accountType: 4,
    })
  })

  test('by e-mail, as a manufacturer, as a personal operator', async () => {
    const verifyCode = await doors.codeFor('Maker@Example.com', '2')
    expect(
      (
        await doors.register(
          buildForm(
            { email: 'Maker@Example.com' },
            { verifyCode, accountType: 3, operatorType: '2' },
          ),
        )
      ).statusCode,
    ).toBe(204)
    const { type, operator_type, email } = await db
      .selectFrom('account')
      .innerJoin('app_user', 'app_user.account_id', 'account.id')
      .select(['account.type', 'account.operator_type', 'app_user.email'])
      .where('app_user.email', '=', 'maker@example.com')
      .executeTakeFirstOrThrow()
    expect([type, operator_type, email]).toEqual(['manufacturer', null, 'maker@example.com'])
    const phone = newPhone()
    await register(phone, { operatorType: '2' })
    expect(await findAccountByPhone(phone)).toMatchObject({ operator_type: 'personal' })
  })

  test.each([
    [{ province: '浙江省', city: '杭州市', county: '西湖区' }, '156330106'],
    [{ province: '中国/浙江省/杭州市', city: '', county: '' }, '156330100'],
    [{ province: 'Zhejiang', city: '', county: '' }, '156330000'],
    [{ province: '', city: '', county: '' }, '156000000'],
  ])('by the names of its region alone, and its type as text: %o', async (names, region) => {
    const phone = newPhone()
    const reply = await register(phone, { accountType: '4', ...names, regionCode: undefined })
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect(await findAccountByPhone(phone)).toMatchObject({ type: 'operator', region_code: region })
  })

  test('unknown region names are refused', async () => {
    const reply = await register(newPhone(), { county: '没有的县', regionCode: undefined })
    expect(reply.json()).toMatchObject({ details: [{ path: 'regionCode' }] })
  })

  test('accepts the phone in any format, and finds the same person by it', async () => {
    const phone = newPhone()
    const verifyCode = await doors.codeFor(phone, '2')
    expect(
      (await doors.register(buildForm({ phoneNum: phone.slice(4) }, { verifyCode }))).statusCode,
    ).toBe(204)
    expect(await findAccountByPhone(phone)).toBeDefined()
  })

  test('belongs to the host: its theme, sub-platform and time zone', async () => {
    const thai = '+66-812345001'
    await register(thai, { regionCode: '764000000' }, { host: 'thailand.swath.example' })
    expect(await findAccountByPhone(thai)).toMatchObject({
      theme: 'thailand',
      time_zone: 'Asia/Bangkok',
      parent_id: root.id,
    })
    const sub = await insertAccount(db, {
      type: 'platform',
      tag: 'west',
      custom_domain: 'west.swath.example',
      name: 'West',
      parent: root,
    })
    const phone = newPhone()
    await register(phone, {}, { host: 'west.swath.example' })
    expect(await findAccountByPhone(phone)).toMatchObject({
      parent_id: sub.id,
      path: expect.stringContaining(sub.path) as string,
      theme: 'default',
    })
    await doors.pass(minute + 1000)
    expect(
      (
        await doors.signIn(phone, await doors.codeFor(phone, '1', { host: 'west.swath.example' }), {
          host: 'west.swath.example',
        })
      ).statusCode,
    ).toBe(200)
  })

  test('requires the code of its own phone, purpose and host, once', async () => {
    const [one, two] = [newPhone(), newPhone()]
    const code = await doors.codeFor(one, '2')
    const other = await doors.codeFor(two, '2')
    const withCode = (phoneNum: string, verifyCode: string, from: From = {}) =>
      doors.register(buildForm({ phoneNum }, { verifyCode }), from)
    if (code !== other) expect(readCode(await withCode(one, other))).toBe('code_wrong')
    expect(readCode(await withCode(one, pickWrongCode(code)))).toBe('code_wrong')
    expect(readCode(await withCode(one, code, { host: '127.0.0.1' }))).toBe('code_wrong')
    expect((await doors.check(one, code, '2')).statusCode).toBe(204)
    expect((await withCode(one, code)).statusCode).toBe(204)
    expect(readCode(await withCode(one, code))).toBe('code_wrong')
    expect(readCode(await withCode(newPhone(), code))).toBe('code_wrong')
  })

  test('with the phone of an existing account: no code is valid for it, and its owner is notified', async () => {
    const { phone } = await insertUser(db, root, { user_type: 5 })
    await doors.ask(phone, '2')
    await doors.messages.settled()
    expect(
      doors.sent.map(({ template, code }) => [template, doors.sent[0]!.text.includes(code!)]),
    ).toEqual([['accountExists', false]])
    expect(
      readCode(
        await doors.register(buildForm({ phoneNum: phone }, { verifyCode: doors.sent[0]!.code! })),
      ),
    ).toBe('code_wrong')
  })

  test('of two concurrent ones with one phone, one succeeds; the other is refused because the phone is taken or the code used', async () => {
    const phone = newPhone()
    const verifyCode = await doors.codeFor(phone, '2')
    const replies = await Promise.all(
      [1, 2].map(() => doors.register(buildForm({ phoneNum: phone }, { verifyCode }))),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
    // The error depends on the progress of the first request.
    expect(['login_taken', 'code_wrong']).toContain(
      readCode(replies.find(({ statusCode }) => statusCode !== 204)!),
    )
    expect(
      await db.selectFrom('app_user').select('id').where('phone', '=', phone).execute(),
    ).toHaveLength(1)
    expect(
      await db
        .selectFrom('account_application')
        .innerJoin('app_user', 'app_user.id', 'account_application.submitted_by')
        .select('account_application.id')
        .where('app_user.phone', '=', phone)
        .execute(),
    ).toHaveLength(1)
  })

  test('leaves nothing if the phone was taken after the code had been sent', async () => {
    const phone = newPhone()
    const verifyCode = await doors.codeFor(phone, '2')
    await insertUser(db, root, { phone })
    const accounts = async () => (await db.selectFrom('account').select('id').execute()).length
    const before = await accounts()
    expect(readCode(await doors.register(buildForm({ phoneNum: phone }, { verifyCode })))).toBe(
      'login_taken',
    )
    expect(await accounts()).toBe(before)
  })

  test('refuses an unknown region, a file that was not uploaded here, a password against the rule, and other account types', async () => {
    const phone = newPhone()
    const verifyCode = await doors.codeFor(phone, '2')
    const tryRegister = async (given: object) => {
      const reply = await doors.register(buildForm({ phoneNum: phone }, { verifyCode, ...given }))
      return [reply.statusCode, reply.json<{ details: { path: string }[] }>().details[0]!.path]
    }
    expect(await tryRegister({ regionCode: '999999999' })).toEqual([400, 'regionCode'])
    for (const url of [
      'https://elsewhere.example/a.png',
      '/api/files/../../etc',
      'javascript:alert(1)',
    ])
      expect(await tryRegister({ busiLicense: url })).toEqual([400, 'busiLicense'])
    expect(await tryRegister({ password: 'lettersonly' })).toEqual([400, 'password'])
    expect(await tryRegister({ accountType: 1 })).toEqual([400, 'accountType'])
    expect(await tryRegister({ email: 'both@example.com' })).toEqual([400, 'phoneNum'])
    expect((await doors.register(buildForm({ phoneNum: phone }, { verifyCode }))).statusCode).toBe(
      204,
    )
  })

  test('claims the uploaded licence and logo, each once', async () => {
    const upload = async () => {
      const key = randomBytes(24).toString('base64url')
      const now = new Date()
      await db
        .insertInto('stored_file')
        .values({
          key,
          media_type: 'image/png',
          bytes: 100,
          width_px: 10,
          height_px: 10,
          uploaded_by: null,
          uploaded_at: now,
          unclaimed_since: now,
        })
        .execute()
      return `/api/files/${key}`
    }
    const [busiLicense, companyLogo, phone, second] = [
      await upload(),
      await upload(),
      newPhone(),
      newPhone(),
    ]
    expect((await register(phone, { busiLicense, companyLogo })).statusCode).toBe(204)
    const account = (await findAccountByPhone(phone))!
    expect(account).toMatchObject({ business_license_url: busiLicense, logo_url: companyLogo })
    expect(
      await db
        .selectFrom('stored_file')
        .select(['purpose'])
        .where('account_id', '=', account.id)
        .orderBy('purpose')
        .execute(),
    ).toEqual([{ purpose: 'licence' }, { purpose: 'logo' }])
    const verifyCode = await doors.codeFor(second, '2')
    for (const stolen of [busiLicense, `/api/files/${'x'.repeat(32)}`]) {
      const reply = await doors.register(
        buildForm({ phoneNum: second }, { verifyCode, busiLicense: stolen }),
      )
      expect([
        reply.statusCode,
        reply.json<{ details: { path: string }[] }>().details[0]!.path,
      ]).toEqual([400, 'busiLicense'])
    }
    expect(await findAccountByPhone(second)).toBeUndefined()
  })

  test('is limited to ten an hour from one address; failures do not count', async () => {
    const ip = newIp()
    const taken = newPhone()
    await register(taken, { customDomain: 'first-come' }, { ip })
    for (let i = 0; i < 9; i++)
      expect((await register(newPhone(), {}, { ip })).statusCode).toBe(204)
    const phone = newPhone()
    const verifyCode = await doors.codeFor(phone, '2')
    expect(
      readCode(await doors.register(buildForm({ phoneNum: phone }, { verifyCode }), { ip })),
    ).toBe('too_many_requests')
    const elsewhere = newIp()
    for (let i = 0; i < 12; i++)
      expect(
        readCode(
          await doors.register(
            buildForm({ phoneNum: phone }, { verifyCode, customDomain: 'first-come' }),
            { ip: elsewhere },
          ),
        ),
      ).toBe('domain_taken')
    expect(
      (await doors.register(buildForm({ phoneNum: phone }, { verifyCode }), { ip: elsewhere }))
        .statusCode,
    ).toBe(204)
  })

  test('grants nothing beyond the form: no rights, level or parent account', async () => {
    const phone = newPhone()
    await register(phone, {
      vipLevel: 9,
      canCreateSub: true,
      checkStatus: 2,
      parentId: root.id,
      tag: 'x',
      userType: 1,
      custom_domain: 'evil.example',
    })
    expect(await findAccountByPhone(phone)).toMatchObject({
      vip_level: 0,
      can_create_sub: false,
      check_status: 1,
      tag: null,
      custom_domain: null,
    })
  })
})

describe('an own host', () => {
  test.each([
    ['fields', 'localhost', 'fields.localhost'],
    ['fields', '127.0.0.1', 'fields.localhost'],
    ['fields', '[::1]', 'fields.localhost'],
    ['fields', 'thailand.localhost', 'fields.localhost'],
    ['fields', 'swath.example', 'fields.swath.example'],
    ['fields', 'china.swath.example', 'fields.swath.example'],
    ['fields', 'a.b.swath.example', 'fields.b.swath.example'],
    ['www', 'swath.example', null],
    ['api', 'swath.example', null],
    ['admin', 'localhost', null],
    ['korea', 'swath.example', null],
    ['xn--80ak6aa92e', 'swath.example', null],
  ])('%s on %s is %s', (label, host, own) => {
    expect(toOwnHost(label, host, ['default', 'korea'])).toBe(own)
  })

  test('belongs to the first company that chose it; reserved names and those of themes are refused', async () => {
    const [one, two] = [newPhone(), newPhone()]
    expect((await register(one, { customDomain: 'green-fields' })).statusCode).toBe(204)
    expect(await findAccountByPhone(one)).toMatchObject({ custom_domain: 'green-fields.localhost' })
    const verifyCode = await doors.codeFor(two, '2')
    for (const customDomain of ['green-fields', 'www', 'india']) {
      expect([
        customDomain,
        readCode(await doors.register(buildForm({ phoneNum: two }, { verifyCode, customDomain }))),
      ]).toEqual([customDomain, 'domain_taken'])
    }
    for (const customDomain of ['-x', 'ab', 'Capital', 'dots.in', 'a'.repeat(31)]) {
      expect([
        customDomain,
        (await doors.register(buildForm({ phoneNum: two }, { verifyCode, customDomain })))
          .statusCode,
      ]).toEqual([customDomain, 400])
    }
    expect(
      (
        await doors.register(
          buildForm({ phoneNum: two }, { verifyCode, customDomain: 'blue-fields' }),
        )
      ).statusCode,
    ).toBe(204)
  })

  test('of four concurrent requests for it, one succeeds', async () => {
    const forms: object[] = []
    for (let i = 0; i < 4; i++) {
      const phoneNum = newPhone()
      forms.push(
        buildForm(
          { phoneNum },
          { verifyCode: await doors.codeFor(phoneNum, '2'), customDomain: 'wanted' },
        ),
      )
    }
    const replies = await Promise.all(forms.map((form) => doors.register(form)))
    expect(replies.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
    expect(replies.filter(({ statusCode }) => statusCode === 409).map(readCode)).toEqual(
      Array.from({ length: 3 }, () => 'domain_taken'),
    )
  })
})
