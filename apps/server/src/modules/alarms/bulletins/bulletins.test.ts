import { beforeEach, describe, expect, test } from 'vitest'
import type {
  Bulletin,
  BulletinDetail,
  BulletinReceipt,
} from '@swath/contract/alarms/bulletin-rows'
import { bulletinRoutes } from '@swath/contract/alarms/bulletins'
import { fileRoutes } from '@swath/contract/files'
import { regions } from '@swath/fixtures/regions'
import { languages } from '@swath/i18n/languages'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { insertAccount } from '../../../platform/auth/testing.queries.ts'
import { drawing } from '../../people/files/testing-uploads.ts'
import { fileHandlers } from '../../people/files/files.routes.ts'
import { insertDroneRow, insertModel } from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { removeUnclaimedBulletinFiles } from './bulletin-files.ts'
import { bulletinHandlers } from './bulletins.routes.ts'
import { publishDueBulletins } from './publish-due.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hour = 3_600_000
const routes = { ...bulletinRoutes, ...fileRoutes }
type List = { items: Bulletin[]; total: number }
type Receipts = {
  items: BulletinReceipt[]
  total: number
  stats: { accountNum: number; readNum: number; personNum: number }
}
type Reached = { accountNum: number; manufacturerNum: number; ownerNum: number }

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
const stored = new Map<string, Uint8Array>()
const store = {
  put: async (key: string, bytes: Uint8Array) => void stored.set(key, bytes),
  get: async (key: string) => stored.get(key) ?? null,
  remove: async (key: string) => void stored.delete(key),
}
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
/** Of a county that contains only this test's accounts. */
let county: TestPerson
let team: TestPerson
let maker: TestPerson
const counties = regions.filter(({ code }) => /^15641\d\d(?!00)/.test(code))

beforeEach(async () => {
  console_ = await openConsole(
    database,
    routes,
    (services) => ({ ...bulletinHandlers(services, store), ...fileHandlers(services, store) }),
    now,
  )
  const region_code = counties.pop()!.code
  // So that accounts of other tests are not recipients.
  await db.updateTable('account').set({ enabled: false }).execute()
  county = await console_.person({ type: 'government', name: 'The county', region_code })
  team = await console_.person({
    type: 'operator',
    operator_type: 'team',
    name: 'Green Team',
    region_code,
  })
  maker = await console_.person({ type: 'manufacturer', name: 'Alpha Works', region_code })
  return () => console_.close()
})

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const body = (...texts: string[]) => ({ type: 'doc', content: texts.map(paragraph) })
const write = (given: object = {}) => ({
  texts: [{ language: 'en', title: 'No spraying on Sunday', body: body('Because of the fair.') }],
  targetAccountTypes: [1, 2],
  targetRegions: [],
  opr: 'publish',
  ...given,
})
const add = (given: object = {}, by = county) =>
  console_.ask<BulletinDetail>(by, 'addBulletin', { body: write(given) })
const list = (person: TestPerson, query: Record<string, string> = {}) =>
  console_.ask<List>(person, 'listBulletins', { query })
const read = (person: TestPerson, bulletinId: string, language = 'en') =>
  console_.ask<BulletinDetail>(person, 'getBulletin', { params: { bulletinId }, language })
const mark = (person: TestPerson, ...bulletinIds: string[]) =>
  console_.ask(person, 'markBulletinsRead', { body: { bulletinIds, oprType: 1 } })
const unread = async (person: TestPerson) =>
  (await console_.ask<{ bulletinCount: number }>(person, 'countUnreadBulletins')).bulletinCount
const receipts = (person: TestPerson, bulletinId: string, query: Record<string, string> = {}) =>
  console_.ask<Receipts>(person, 'getBulletinReceipts', { query: { bulletinId, ...query } })
const reach = (by: TestPerson, targetAccountTypes: number[], targetRegions: string[] = []) =>
  console_.ask<Reached>(by, 'countBulletinRecipients', {
    body: { targetAccountTypes, targetRegions },
  })

describe('from the author to the reader and back', () => {
  test('published, unread in the count, read, and receipted', async () => {
    const sent: unknown[] = []
    console_.services.events.on('bulletinSent', (event) => void sent.push(event))
    const made = await add()
    expect(made).toMatchObject({ state: 'published', accountNum: 2, readNum: 0, received: false })
    expect(sent).toEqual([{ bulletinId: made.bulletinId }])
    expect(await unread(team)).toBe(1)
    const { items } = await list(team)
    expect(items).toMatchObject([
      {
        bulletinId: made.bulletinId,
        title: 'No spraying on Sunday',
        accountName: 'The county',
        received: true,
        read: false,
        accountNum: null,
        readNum: null,
        can: { update: false, delete: false, recall: false, seeReceipts: false },
      },
    ])
    expect((await read(team, made.bulletinId)).texts[0]!.body).toEqual(body('Because of the fair.'))
    await mark(team, made.bulletinId, made.bulletinId)
    await mark(team, made.bulletinId) // repeating does no harm
    expect(await unread(team)).toBe(0)
    expect(await unread(maker)).toBe(1)
    const found = await receipts(county, made.bulletinId)
    expect(found.stats).toEqual({ accountNum: 2, readNum: 1, personNum: 1 })
    expect(found.items.map((one) => [one.accountName, one.readAt !== null])).toEqual([
      ['Green Team', true],
      ['Alpha Works', false],
    ])
    expect(found.items[0]!.people).toEqual([
      { userName: 'A person', readAt: new Date(now).toISOString() },
    ])
    expect(found.items[1]!.people).toEqual([{ userName: 'A person', readAt: null }])
    const unreadOnes = await receipts(county, made.bulletinId, { hasRead: 'false' })
    expect([unreadOnes.total, unreadOnes.stats]).toEqual([
      1,
      { accountNum: 1, readNum: 0, personNum: 0 },
    ])
    expect((await list(county)).items[0]).toMatchObject({ accountNum: 2, readNum: 1 })
  })

  test('people without the right to announcements see none, and receipts do not count them', async () => {
    const leaser = await console_.colleague(team, { user_type: 6, rights: [], name: 'Leaser' })
    const clerk = await console_.colleague(team, { user_type: 4, rights: [], name: 'Clerk' })
    const { bulletinId } = await add()
    expect((await list(clerk)).items).toEqual([])
    expect(await unread(clerk)).toBe(0)
    expect(await console_.refusal(clerk, 'getBulletin', { params: { bulletinId } })).toEqual([
      404,
      'not_found',
    ])
    expect(leaser.id).not.toBe(clerk.id)
    const { items } = await receipts(county, bulletinId)
    expect(items.flatMap(({ people }) => people.map(({ userName }) => userName))).toEqual([
      'A person',
      'A person',
    ])
  })

  test('marking all as read is by type: reading alarms leaves no receipt for an announcement', async () => {
    const first = await add()
    await add({ targetAccountTypes: [2] })
    const all = (bulletinType?: 1 | 2) =>
      console_.ask(team, 'markBulletinsRead', { body: { oprType: 2, bulletinType } })
    await all(1)
    expect(await unread(team)).toBe(2)
    await all(2)
    expect(await unread(team)).toBe(0)
    expect((await receipts(county, first.bulletinId)).stats.readNum).toBe(1)
    await add()
    await all()
    expect(await unread(team)).toBe(0)
  })

  test('unread ones can be listed separately, and filters narrow the rest', async () => {
    const one = await add()
    const two = await add({
      texts: [{ language: 'en', title: '50%_off', body: body('Cheaper nozzles.') }],
    })
    await mark(team, one.bulletinId)
    const rest = await console_.ask<List>(team, 'listUnreadBulletins')
    expect([rest.total, rest.items.map((item) => item.bulletinId)]).toEqual([1, [two.bulletinId]])
    const found = async (person: TestPerson, query: Record<string, string>) =>
      (await list(person, query)).items.map((item) => item.bulletinId)
    expect(await found(team, { read: 'true' })).toEqual([one.bulletinId])
    expect(await found(team, { title: '%_OFF' })).toEqual([two.bulletinId])
    expect(await found(team, { accountName: 'county', title: 'sunday' })).toEqual([one.bulletinId])
    expect(await found(team, { box: 'sent' })).toEqual([])
    expect((await found(county, { box: 'sent' })).length).toBe(2)
    expect(await found(county, { box: 'received' })).toEqual([])
    expect(await found(team, { startTime: new Date(now + 1).toISOString() })).toEqual([])
    expect((await found(team, { targetAccountType: '1' })).length).toBe(2)
  })
})

describe('the recipients', () => {
  test('of a government are accounts in its region, or in the regions it chose within', async () => {
    const elsewhere = await console_.person({
      type: 'operator',
      operator_type: 'team',
      name: 'Far away',
      region_code: '156330106',
    })
    expect(await reach(county, [1, 2])).toEqual({ accountNum: 2, manufacturerNum: 1, ownerNum: 1 })
    expect(await reach(county, [2])).toMatchObject({ accountNum: 1 })
    expect(await reach(county, [])).toMatchObject({ accountNum: 0 })
    expect(await reach(county, [1, 2], ['156330000'])).toMatchObject({ accountNum: 0 })
    expect(await reach(county, [1, 2], ['156330000', '156410000'])).toMatchObject({ accountNum: 2 })
    const { bulletinId } = await add()
    expect((await list(elsewhere)).items).toEqual([])
    expect(await console_.refusal(elsewhere, 'getBulletin', { params: { bulletinId } })).toEqual([
      404,
      'not_found',
    ])
  })

  test('of a maker are its own companies, and owners and tenants of its drones', async () => {
    const sub = await insertAccount(db, { type: 'manufacturer', parent: maker.account })
    const renter = await console_.person({ type: 'operator', operator_type: 'team' })
    const modelId = await insertModel(db, maker.account.id)
    const drone = { modelId, manufacturerId: maker.account.id }
    await insertDroneRow(db, { ...drone, operatorId: team.account.id })
    await insertDroneRow(db, { ...drone, operatorId: team.account.id, tenantId: renter.account.id })
    expect(await reach(maker, [1, 2])).toEqual({ accountNum: 3, manufacturerNum: 1, ownerNum: 2 })
    expect(await reach(maker, [1])).toMatchObject({ accountNum: 1 })
    expect(sub.path.startsWith(maker.account.path)).toBe(true)
  })

  test('of the service are everyone; people added later did not receive it', async () => {
    const platform = await console_.person({ type: 'platform', name: 'The platform' })
    const { bulletinId } = await add({}, platform)
    const later = await console_.person({ type: 'operator', operator_type: 'team' })
    expect((await list(team)).items.map((one) => one.bulletinId)).toEqual([bulletinId])
    expect((await list(later)).items).toEqual([])
    // The platform sees the county's bulletins, and cannot change them.
    const added = await add()
    expect(await read(platform, added.bulletinId)).toMatchObject({
      received: false,
      can: { recall: false, seeReceipts: true },
    })
    expect(
      await console_.refusal(platform, 'recallBulletin', {
        body: { bulletinId: added.bulletinId, reason: 'No' },
      }),
    ).toEqual([403, 'forbidden'])
  })

  test('a bulletin that would reach no one is refused before it is sent', async () => {
    expect(
      await console_.refusal(county, 'addBulletin', {
        body: write({ targetRegions: ['156330000'] }),
      }),
    ).toEqual([409, 'bulletin_reaches_nobody'])
    expect((await list(county)).items).toEqual([])
  })
})

describe('drafts', () => {
  test('are visible to their authors only, may be incomplete, and can be deleted', async () => {
    const draft = await add({
      opr: 'draft',
      texts: [{ language: 'th', title: '', body: { type: 'doc', content: [] } }],
      targetAccountTypes: [],
    })
    const platform = await console_.person({ type: 'platform' })
    expect((await list(platform, { state: 'draft' })).items).toEqual([])
    expect((await list(team)).items).toEqual([])
    expect((await list(county)).items).toMatchObject([{ state: 'draft', can: { update: true } }])
    await console_.ask(county, 'deleteBulletin', { params: { bulletinId: draft.bulletinId } })
    expect((await list(county)).items).toEqual([])
  })

  test('must be complete before they are published', async () => {
    const reply = await console_.send(
      'addBulletin',
      {
        body: write({
          texts: [{ language: 'en', title: ' ', body: body(' ') }],
          targetAccountTypes: [],
          opr: 'schedule',
        }),
      },
      county,
    )
    expect(reply.statusCode).toBe(400)
    expect(reply.json<{ details: { path: string }[] }>().details.map(({ path }) => path)).toEqual([
      'texts.0.title',
      'texts.0.body',
      'targetAccountTypes',
      'publishTime',
    ])
  })

  test('if two people edit one, the second gets the name and the changes of the first', async () => {
    const colleague = await console_.colleague(county, { user_type: 5, name: 'Li Na' })
    const draft = await add({ opr: 'draft' })
    const change = (given: object, version: number) => ({
      body: { ...write({ opr: 'draft', ...given }), bulletinId: draft.bulletinId, version },
    })
    await console_.ask(colleague, 'updateBulletin', change({ targetAccountTypes: [2] }, 1))
    const reply = await console_.send('updateBulletin', change({}, 1), county)
    expect(reply.json()).toMatchObject({
      code: 'conflict',
      details: [{ path: 'targetAccountTypes', message: 'Changed by Li Na in the meantime' }],
    })
    expect(await read(county, draft.bulletinId)).toMatchObject({
      version: 2,
      targetAccountTypes: [2],
    })
    // Saving the same again writes nothing and notifies no one.
    const again = await console_.ask<BulletinDetail>(
      county,
      'updateBulletin',
      change({ targetAccountTypes: [2] }, 2),
    )
    expect(again.version).toBe(2)
  })
})

describe('a schedule', () => {
  test('is published at its time, once, and not before', async () => {
    const at = new Date(now + hour).toISOString()
    const made = await add({ opr: 'schedule', publishTime: at })
    expect(made).toMatchObject({ state: 'scheduled', publishTime: at, accountNum: null })
    expect(await unread(team)).toBe(0)
    expect(await publishDueBulletins(console_.services)).toBe(0)
    console_.clock.set(now + hour)
    const both = await Promise.all([
      publishDueBulletins(console_.services),
      publishDueBulletins(console_.services),
    ])
    console_.clock.set(now)
    expect(both.toSorted((a, b) => a - b)).toEqual([0, 1])
    expect(await unread(team)).toBe(1)
    expect(await read(county, made.bulletinId)).toMatchObject({ state: 'published', accountNum: 2 })
    expect(
      await db
        .selectFrom('audit_log')
        .select('action')
        .where('object_id', '=', made.bulletinId)
        .orderBy('number')
        .execute(),
    ).toEqual([{ action: 'bulletin.schedule' }, { action: 'bulletin.go-out' }])
  })

  test('is refused in the past, and cancelled by saving a draft', async () => {
    const past = { opr: 'schedule', publishTime: new Date(now).toISOString() }
    const reply = await console_.send('addBulletin', { body: write(past) }, county)
    expect(reply.json()).toMatchObject({ details: [{ path: 'publishTime' }] })
    const made = await add({ ...past, publishTime: new Date(now + hour).toISOString() })
    await console_.ask(county, 'updateBulletin', {
      body: { ...write({ opr: 'draft' }), bulletinId: made.bulletinId },
    })
    console_.clock.set(now + 2 * hour)
    expect(await publishDueBulletins(console_.services)).toBe(0)
  })
})

test('after a recall, readers see the reason, but neither text nor files', async () => {
  const made = await add()
  const recall = (by: TestPerson, reason = 'The date was wrong') =>
    console_.refusal(by, 'recallBulletin', { body: { bulletinId: made.bulletinId, reason } })
  expect(await recall(team)).toEqual([403, 'forbidden'])
  expect(await recall(county, ' ')).toEqual([400, 'invalid_input'])
  expect(await recall(county)).toEqual([200, undefined])
  expect(await recall(county)).toEqual([409, 'bulletin_not_published'])
  expect(await unread(team)).toBe(0)
  const shown = await read(team, made.bulletinId)
  expect(shown).toMatchObject({ state: 'recalled', recallReason: 'The date was wrong', files: [] })
  expect(JSON.stringify(shown)).not.toContain('fair')
  expect(JSON.stringify(await read(county, made.bulletinId))).toContain('fair')
  for (const [operation, request] of [
    ['updateBulletin', { body: { ...write(), bulletinId: made.bulletinId } }],
    ['deleteBulletin', { params: { bulletinId: made.bulletinId } }],
  ] as const)
    expect(await console_.refusal(county, operation, request)).toEqual([409, 'bulletin_gone_out'])
})

test('each person reads it in their language, else in the first one written, and sees which', async () => {
  const { bulletinId } = await add({
    texts: [
      { language: 'zh-CN', title: '周日禁止喷洒', body: body('因集市。') },
      { language: 'th', title: 'งดพ่นวันอาทิตย์', body: body('เพราะมีงาน') },
    ],
  })
  const titles = async (language: string) => {
    const { title, language: shown } = await read(team, bulletinId, language)
    return [title, shown]
  }
  expect(await titles('th')).toEqual(['งดพ่นวันอาทิตย์', 'th'])
  expect(await titles('ko')).toEqual(['周日禁止喷洒', 'zh-CN'])
  expect((await list(team)).items[0]).toMatchObject({ languages: ['zh-CN', 'th'] })
  expect(
    await console_.refusal(county, 'addBulletin', {
      body: write({ texts: [...write().texts, ...write().texts] }),
    }),
  ).toEqual([400, 'invalid_input'])
})

describe('hostile input', () => {
  const text = (given: object) => ({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', ...given }] }],
  })
  const link = (href: string) => text({ marks: [{ type: 'link', attrs: { href } }] })
  const nested = (depth: number): object =>
    depth === 0
      ? { type: 'paragraph' }
      : { type: 'bulletList', content: [{ type: 'listItem', content: [nested(depth - 1)] }] }
  const send = (hostile: unknown) =>
    console_.refusal(county, 'addBulletin', {
      body: write({ texts: [{ language: 'en', title: 'x', body: hostile }] }),
    })

  test.each([
    ['a script', { type: 'doc', content: [{ type: 'script', content: [] }] }],
    ['HTML instead of a document', '<p onclick="alert(1)">x</p>'],
    ['a block of HTML', { type: 'doc', content: [{ type: 'html', html: '<b>x</b>' }] }],
    ['an event handler', text({ onclick: 'alert(1)' })],
    ['a style', text({ marks: [{ type: 'bold', attrs: { style: 'position:fixed' } }] })],
    ['a mark of its own', text({ marks: [{ type: 'iframe', attrs: { src: '//x' } }] })],
    ['javascript:', link('javascript:alert(1)')],
    ['JaVaScRiPt: in disguise', link('JaVa\nScRiPt:alert(1)')],
    ['a space in front', link(' javascript:alert(1)')],
    ['data:', link('data:text/html,<script>alert(1)</script>')],
    ['vbscript:', link('vbscript:x')],
    ['a file', link('file:///etc/passwd')],
    ['no scheme', link('//evil.example')],
    ['another host behind ours', link('https://swath.example@evil.example/')],
    [
      'a link with a handler',
      {
        type: 'doc',
        content: [
          {
            type: 'paragraph',
            content: [
              {
                type: 'text',
                text: 'x',
                marks: [{ type: 'link', attrs: { href: 'https://a.example', onclick: 'x' } }],
              },
            ],
          },
        ],
      },
    ],
    [
      'a picture of elsewhere',
      {
        type: 'doc',
        content: [{ type: 'picture', attrs: { url: 'https://evil.example/x.png', alt: '' } }],
      },
    ],
    [
      'a picture with a handler',
      {
        type: 'doc',
        content: [
          {
            type: 'picture',
            attrs: { url: `/api/files/${'k'.repeat(43)}`, alt: '', onerror: 'x' },
          },
        ],
      },
    ],
    [
      'a picture that climbs',
      {
        type: 'doc',
        content: [{ type: 'picture', attrs: { url: '/api/files/../../etc/passwd', alt: '' } }],
      },
    ],
    ['too deep', { type: 'doc', content: [nested(4)] }],
    ['too long', body('x'.repeat(20_001))],
    ['too many blocks', body(...Array.from({ length: 401 }, () => 'x'))],
    ['a NUL', body('a\0b')],
    ['nothing', null],
  ])('%s is refused', async (_name, hostile) => {
    expect(await send(hostile)).toEqual([400, 'invalid_input'])
  })

  test('endlessly nested lists are refused without a crash', async () => {
    const deep = 10_000
    const opened = '{"type":"bulletList","content":[{"type":"listItem","content":['
    const payload = `{"texts":[{"language":"en","title":"x","body":{"type":"doc","content":[${opened.repeat(deep)}${']}]}'.repeat(deep)}]}}],"targetAccountTypes":[],"targetRegions":[],"opr":"draft"}`
    const reply = await console_.server.inject({
      method: 'POST',
      url: '/api/bulletin/addBulletin',
      headers: {
        'host': 'localhost',
        'authorization': `Bearer ${county.token}`,
        'content-type': 'application/json',
      },
      payload,
    })
    expect(reply.statusCode).toBe(400)
  })

  test('the longest valid text is stored: lists three deep, links to pages and to mail addresses', async () => {
    const { bulletinId } = await add({
      texts: [
        {
          language: 'en',
          title: '<script>alert(1)</script>',
          body: {
            type: 'doc',
            content: [
              nested(3),
              ...link('https://a.example/?q=<b>').content,
              ...link('mailto:a@b.example?subject=Hi').content,
              paragraph('x'.repeat(19_000)),
            ],
          },
        },
      ],
    })
    expect((await read(team, bulletinId)).title).toBe('<script>alert(1)</script>')
    // Three bytes per character, in every language.
    const long = await add({
      texts: languages.map((language) => ({
        language,
        title: '长',
        body: body('长'.repeat(20_000)),
      })),
    })
    const { texts } = await read(team, long.bulletinId, 'ko')
    expect(texts.map(({ body: kept }) => JSON.stringify(kept).match(/长/g)?.length)).toEqual(
      languages.map(() => 20_000),
    )
  })
})

describe('pictures and files', () => {
  const form = (fileName: string, bytes: Uint8Array) => {
    const boundary = 'between'
    return {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`,
        ),
        bytes,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    }
  }
  const upload = (fileName: string, bytes: Uint8Array, by = county) => {
    const { headers, payload } = form('x', bytes)
    return console_.server.inject({
      method: 'POST',
      url: `/api/bulletin/uploadFile?${new URLSearchParams({ fileName }).toString()}`,
      headers: { ...headers, host: 'localhost', authorization: `Bearer ${by.token}` },
      payload,
    })
  }
  const pdf = Buffer.from('%PDF-1.7 rules %%EOF')
  const download = (person: TestPerson, fileId: string) =>
    console_.send('downloadBulletinFile', { params: { fileId } }, person)

  test('recipients can download an attached file; browsers never open it', async () => {
    const { fileId } = (await upload('规则.pdf', pdf)).json<{ fileId: string }>()
    expect((await download(team, fileId)).statusCode).toBe(404)
    const { bulletinId, files } = await add({ fileIds: [fileId] })
    expect(files).toEqual([{ fileId, fileName: '规则.pdf', bytes: pdf.length }])
    const reply = await download(team, fileId)
    expect(reply.rawPayload).toEqual(pdf)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect(reply.headers['content-disposition']).toMatch(/^attachment;.*filename\*=UTF-8''%E8/)
    // A file can be attached to one bulletin only.
    expect(
      await console_.refusal(county, 'addBulletin', { body: write({ fileIds: [fileId] }) }),
    ).toEqual([404, 'not_found'])
    await console_.ask(county, 'recallBulletin', { body: { bulletinId, reason: 'Wrong file' } })
    expect((await download(team, fileId)).statusCode).toBe(404)
    expect((await download(county, fileId)).statusCode).toBe(200)
  })

  test.each([
    ['virus.exe', 'MZ'],
    ['page.html', '<html>'],
    ['picture.svg', '<svg onload="alert(1)"/>'],
    ['notice.pdf', '<html><script>alert(1)</script>'],
    ['notice.txt', '<script>alert(1)</script>'],
    ['sheet.xlsx', 'not a zip'],
    ['.pdf', '%PDF-'],
    ['gpj.pdf\u202Eexe', '%PDF-'],
  ])('%s is refused', async (name, content) => {
    expect((await upload(name, Buffer.from(content))).json()).toMatchObject({
      code: 'file_kind_refused',
    })
  })

  test('unattached files are deleted after a day, and those of a deleted draft too', async () => {
    const loose = (await upload('a.pdf', pdf)).json<{ fileId: string }>()
    const kept = (await upload('b.pdf', pdf)).json<{ fileId: string }>()
    const draft = await add({ opr: 'draft', fileIds: [kept.fileId] })
    console_.clock.set(now + 25 * hour)
    await removeUnclaimedBulletinFiles(console_.services, store)
    console_.clock.set(now)
    expect((await download(county, loose.fileId)).statusCode).toBe(404)
    expect((await download(county, kept.fileId)).statusCode).toBe(200)
    await console_.ask(county, 'deleteBulletin', { params: { bulletinId: draft.bulletinId } })
    console_.clock.set(now + 25 * hour)
    await removeUnclaimedBulletinFiles(console_.services, store)
    console_.clock.set(now)
    expect((await download(county, kept.fileId)).statusCode).toBe(404)
  })

  test('a picture is assigned to the account with the first draft that shows it', async () => {
    const { headers, payload } = form('a.png', await drawing())
    const { url } = (
      await console_.server.inject({
        method: 'POST',
        url: '/api/user/upload',
        headers: { ...headers, host: 'localhost', authorization: `Bearer ${county.token}` },
        payload,
      })
    ).json<{ url: string }>()
    const showing = {
      texts: [
        {
          language: 'en',
          title: 'Look',
          body: { type: 'doc', content: [{ type: 'picture', attrs: { url, alt: 'A field' } }] },
        },
      ],
    }
    const getPicture = () =>
      console_.send('getFile', { params: { key: url.split('/').at(-1)! } }, team)
    expect((await getPicture()).statusCode).toBe(404)
    const draft = await add({ ...showing, opr: 'draft' })
    expect((await getPicture()).statusCode).toBe(200)
    await add(showing)
    // The draft is deleted; the published bulletin shows the same picture.
    await console_.ask(county, 'deleteBulletin', { params: { bulletinId: draft.bulletinId } })
    expect((await getPicture()).statusCode).toBe(200)
    expect(
      await console_.refusal(maker, 'addBulletin', { body: write({ ...showing, opr: 'draft' }) }),
    ).toEqual([400, 'invalid_input'])
  })
})
