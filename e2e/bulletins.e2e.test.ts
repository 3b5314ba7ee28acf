// A bulletin from its author to its readers, with their receipts; and conflicts of two authors of
// one draft.
import { languages } from '@swath/i18n/languages'
import { beforeEach, describe, expect, test } from 'vitest'
import { violationsIn } from './axe.ts'
import { openAs, settled, visit, type DemoPhone, type Visitor } from './browser.ts'
import { callsAs, freshMark, newMember } from './calls.ts'

const small = { width: 1280, height: 800, maps: false }
const list = '/bulletin_manage/bulletin-list'
/** Unique titles in this run: the program may be used by several. */
let run: string
beforeEach(() => {
  run = freshMark()
})
/** A county, and a cooperative in it. */
const author: DemoPhone = '13800000002'
const reader: DemoPhone = '13800000004'

const enter = async (phone: DemoPhone, path: string, look: object = small): Promise<Visitor> => {
  const visitor = await visit(look)
  await openAs(visitor, phone, path)
  await settled(visitor)
  return visitor
}

const body = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const write = (title: string, given: object = {}) => ({
  texts: [{ language: 'en', title, body: body('Please note.') }],
  targetAccountTypes: [2],
  targetRegions: [],
  opr: 'publish',
  ...given,
})
type Kept = { bulletinId: string; version: number }
const add = async (title: string, given: object = {}): Promise<Kept> =>
  (await callsAs(author)).post<Kept>('/api/bulletin/addBulletin', write(title, given))

const megaphone = ({ page }: Visitor) =>
  page.locator('header').getByRole('button', { name: /^Announcements/ })
const unreadOf = async (visitor: Visitor): Promise<number> =>
  Number(/(\d+) unread/.exec((await megaphone(visitor).getAttribute('aria-label')) ?? '')?.[1] ?? 0)

describe('a bulletin', () => {
  test('is written, published, read by another account, and its receipt is shown', async () => {
    const title = `No spraying on Sunday ${Date.now().toString(36)}`
    const read = await enter(reader, '/institution_manage/account-detail')
    await megaphone(read).waitFor()
    const before = await unreadOf(read)

    const wrote = await enter(author, '/bulletin_manage/bulletin-create')
    const { page } = wrote
    await page.getByLabel('Title').fill(title)
    await page.getByRole('textbox', { name: 'Text' }).click()
    await page.keyboard.type('Because of the ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('fair.')
    await page.getByRole('region', { name: 'Preview' }).getByText('fair.').waitFor()
    await page.getByLabel('Owners of drones').check()
    const reached = await page.getByText(/^Reaches \d+ accounts$/).textContent()
    expect(await violationsIn(wrote)).toEqual([])
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    const row = page.getByRole('row', { name: new RegExp(title) })
    await row.getByText(`0 of ${/\d+/.exec(reached!)![0]}`).waitFor()

    // Updated without a reload; the demonstration may publish another one meanwhile.
    await expect.poll(() => unreadOf(read)).toBeGreaterThan(before)
    await megaphone(read).click()
    const drawer = read.page.getByRole('dialog', { name: 'Announcements' })
    const unread = await unreadOf(read)
    await drawer.getByRole('button', { name: new RegExp(title) }).click()
    await drawer.locator('strong', { hasText: 'fair.' }).waitFor()
    expect(await violationsIn(read)).toEqual([])
    await expect.poll(() => unreadOf(read)).toBe(unread - 1)

    await page.reload()
    await row.click()
    await page.getByRole('link', { name: 'Read receipts' }).click()
    await page.getByRole('heading', { name: `Read receipts of “${title}”` }).waitFor()
    await page.getByRole('row', { name: /丰源.*刘保国 \d{4}/ }).waitFor()
    expect(await violationsIn(wrote)).toEqual([])
  })

  test('shows after a recall the reason, and no longer its content', async () => {
    const title = `Wrong hours ${run}`
    await add(title)
    const wrote = await enter(author, list)
    await wrote.page.getByRole('row', { name: new RegExp(title) }).click()
    await wrote.page.getByRole('button', { name: 'Recall', exact: true }).click()
    const form = wrote.page.getByRole('dialog', { name: `Recall “${title}”` })
    await form.getByLabel('Reason').fill('The date was wrong')
    await form.getByRole('button', { name: 'Recall', exact: true }).click()
    await wrote.page.getByText(`“${title}” recalled`).waitFor()

    const read = await enter(reader, list, { width: 375, height: 740, maps: false })
    await read.page.getByText(title).click()
    await read.page.getByText('The date was wrong').waitFor()
    await read.page.getByText(/^Recalled 2/).waitFor()
    expect(await read.page.getByText('Please note.').count()).toBe(0)
    expect(await violationsIn(read)).toEqual([])
  })

  test('with malicious content is only text, in every language and for every reader', async () => {
    const harm = '<img src=x onerror="document.title=\'harmed\'">'
    const { bulletinId } = await add(`${harm} ${run}`, {
      texts: languages.map((language) => ({
        language,
        title: `${harm} ${language} ${run}`,
        body: body(`${harm} ${language}`),
      })),
    })
    const { phone } = await newMember(await callsAs(reader), 1)
    const read = await visit(small)
    const { page } = read
    await openAs(read, phone, '/workbench')
    await settled(read)
    const isHarmless = async (): Promise<void> => {
      expect(await page.locator('img[src=x]').count()).toBe(0)
      expect(await page.title()).not.toContain('harmed')
    }
    const own = await callsAs(phone)
    for (const language of languages) {
      await own.put('/api/user/baseaccount/settings', { language, areaUnit: 'mu' })
      await page.goto(`${list}?open=${bulletinId}`)
      await settled(read)
      await page.getByRole('article').getByText(`${harm} ${language}`, { exact: true }).waitFor()
      await isHarmless()
    }
    // Someone who only reads bulletins, and someone who writes them and opens the preview.
    await own.put('/api/user/baseaccount/settings', { language: 'en', areaUnit: 'mu' })
    await page.goto('/institution_manage/account-detail')
    await megaphone(read).click()
    await page
      .getByRole('dialog', { name: 'Announcements' })
      .getByText(`${harm} en ${run}`)
      .first()
      .waitFor()
    await isHarmless()
    const wrote = await enter(author, '/bulletin_manage/bulletin-create')
    await wrote.page.getByLabel('Title').fill(harm)
    await wrote.page.getByRole('textbox', { name: 'Text' }).click()
    await wrote.page.keyboard.type(harm)
    await wrote.page.getByRole('region', { name: 'Preview' }).getByText(harm).first().waitFor()
    expect(await wrote.page.locator('img[src=x]').count()).toBe(0)
    await wrote.page.goto(`${list}?open=${bulletinId}`)
    await wrote.page.getByRole('link', { name: 'Read receipts' }).click()
    await wrote.page.getByRole('heading', { name: /onerror/ }).waitFor()
    expect(await wrote.page.locator('img[src=x]').count()).toBe(0)
  })
})

test('a draft saved by someone else meanwhile: the second author is informed, and loses nothing', async () => {
  const title = `A draft ${run}`
  const { bulletinId } = await add(title, { opr: 'draft' })
  const wrote = await enter(author, `/bulletin_manage/bulletin-create/${bulletinId}`)
  const { page } = wrote
  await page.getByLabel('Title').fill(`${title} of mine`)
  await (
    await callsAs(author)
  ).put('/api/bulletin/updateBulletin', {
    ...write(`${title} of theirs`, { opr: 'draft' }),
    bulletinId,
    version: 1,
  })
  await page.getByRole('button', { name: 'Save draft' }).click()
  const conflict = page.getByRole('dialog', { name: 'Someone else saved changes' })
  await conflict.waitFor()
  expect(wrote.takeTroubles().join()).toMatch(/409/)
  await conflict.getByRole('button', { name: 'Save mine' }).click()
  await page.getByText('Draft saved').waitFor()
  await page.goto(list)
  await page.getByText(`${title} of mine`).waitFor()
})
