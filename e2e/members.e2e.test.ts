// The people of one company: created with each role, the screens of each, and an open page of one
// who is disabled.
import { beforeEach, describe, expect, test } from 'vitest'
import {
  chooseOwnPassword,
  msUntilThrownOut,
  settled,
  signIn,
  signInAs,
  visit,
  type Visitor,
} from './browser.ts'
import { callsAs, freshMark, freshPhone, newMember, type Member } from './calls.ts'
import { linksOfMenu, listTitles } from './menus.ts'
import { demoPassword } from './program.ts'

const small = { width: 1280, height: 720, maps: false }
const base = '/api/user/member/manage'
/** Unique numbers and names in this run: the program may be used by several. */
let run: string
beforeEach(() => {
  run = freshMark()
})

const everything = [
  'workbench',
  'monitor',
  'alarms',
  'stat-overview',
  'data-stat-list',
  'drone-list',
  'flights',
  'drone-model-list',
  'firmware-list',
  'accessory-white-list',
  'ground-station-config',
  'rtk-list',
  'block-list',
  'group-control',
  'flight-control',
  'tools',
  'app-log',
  'account-detail',
  'sub-company-list',
  'member-list',
  'user-apply-list',
  'team-list',
  'order-list',
  'invoice-list',
  'system-log-list',
  'bulletin-list',
  'bulletin-create',
]
const leasing = [
  'lease-data-stat',
  'client-list',
  'lease-list',
  'bill-list',
  'work-record',
  'operator-data-stat',
  'basic-price-list',
]

/**
 * Written by hand from the description: the menu entries of a manufacturer that leases, by role. 2,
 * a pilot, cannot sign in.
 */
const shownTo = {
  1: [...everything, ...leasing],
  3: ['workbench', 'monitor', 'stat-overview', 'data-stat-list', 'firmware-list'],
  4: [...everything, ...leasing],
  5: [...everything.filter((screen) => screen !== 'system-log-list'), ...leasing],
  6: leasing,
} as const

const createMember = async (userType: number): Promise<Member> =>
  newMember(await callsAs('13800000003'), userType)

const openMembers = async (): Promise<Visitor> => {
  const boss = await visit(small)
  await signIn(boss, '13800000003')
  await boss.page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await boss.page.goto('/institution_manage/member-list')
  await settled(boss)
  return boss
}

describe('a member', () => {
  test('is created in the console, is in the list at once, and signs in with the password that was shown once, to choose another', async () => {
    const boss = await openMembers()
    const { page } = boss
    const [name, phone] = [`Made ${run}`, freshPhone()]
    await page.getByRole('button', { name: 'Create a member' }).click()
    const form = page.getByRole('dialog', { name: 'Create a member' })
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByRole('textbox', { name: 'Phone' }).fill(phone)
    await form.getByRole('button', { name: 'Generate' }).click()
    const made = await form.getByLabel('Initial password').inputValue()
    await form.getByRole('button', { name: 'Create a member' }).click()
    const revealed = page.getByRole('dialog', { name: `Sign-in details for ${name}` })
    await revealed.getByText(made).waitFor()
    await revealed.getByRole('button', { name: 'I’ve saved it' }).click()
    await page.getByRole('row', { name: new RegExp(name) }).waitFor()
    await expect.poll(() => page.getByText(made).count()).toBe(0) // after the dialog has faded

    const member = await visit(small)
    await signInAs(member, phone, made)
    await chooseOwnPassword(member)
    await settled(member)
    await member.page.getByText(`Staff · ${phone.slice(0, 3)}*****${phone.slice(-3)}`).waitFor()
  })

  test.each(Object.entries(shownTo))(
    'with role %s sees the screens of the role, and is redirected from others',
    async (userType, screens) => {
      const { phone } = await createMember(Number(userType))
      const member = await visit(small)
      await signInAs(member, phone, demoPassword)
      await settled(member)
      expect((await linksOfMenu(member)).map(({ title }) => title)).toEqual(listTitles(screens))
      // A screen that no manufacturer has; and one that this role lacks.
      for (const [screen, path] of [
        ['account-list', '/institution_manage/account-list'],
        ['system-log-list', '/institution_manage/system-log-list'],
      ] as const) {
        if ((screens as readonly string[]).includes(screen)) continue
        await member.page.goto(path)
        await settled(member)
        expect(new URL(member.page.url()).pathname).not.toBe(path)
      }
    },
  )

  test('a pilot is informed that the console is not for pilots', async () => {
    const { phone } = await createMember(2)
    const pilot = await visit(small)
    await signInAs(pilot, phone, demoPassword)
    await pilot.page
      .getByRole('alert')
      .filter({
        hasText: 'Pilots can’t use the console. Use the app on your remote controller or phone.',
      })
      .waitFor()
    expect(new URL(pilot.page.url()).pathname).toBe('/login')
    for (const trouble of pilot.takeTroubles()) expect(trouble).toMatch(/loginPd/)
  })

  test('a disabled member is signed out of an open page within a second, is refused meanwhile, and can sign in again when enabled', async () => {
    const { userId, name, phone } = await createMember(5)
    const calls = await callsAs('13800000003')
    const turn = (opr: 'enable' | 'disable') => calls.put(`${base}/enable`, { userId, opr })
    const member = await visit(small)
    const enter = async (): Promise<void> => {
      await signInAs(member, phone, demoPassword)
      await member.page.waitForURL((url) => !url.pathname.startsWith('/login'))
      await member.page.goto('/institution_manage/account-detail')
      await settled(member)
    }
    await enter()
    const tookMs = await msUntilThrownOut(
      member,
      () => turn('disable'),
      async () => {
        await turn('enable')
        await enter()
      },
    )
    expect(tookMs).toBeLessThan(1000)
    await signInAs(member, phone, demoPassword)
    await member.page.getByRole('alert').filter({ hasText: 'This account is disabled' }).waitFor()
    member.takeTroubles() // the refusal

    const boss = await openMembers()
    const enabled = boss.page.getByRole('switch', { name: `${name} can sign in` })
    expect(await enabled.getAttribute('aria-checked')).toBe('false')
    await enabled.click()
    await expect.poll(() => enabled.getAttribute('aria-checked')).toBe('true')
    await settled(boss)
    await enter()
  })
})
