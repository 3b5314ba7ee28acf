// Keyboard only: signs in, uses lists, forms and dialogs; after something closes, the focus is on a
// useful element.
import { beforeEach, expect, test } from 'vitest'
import { settled, visit, type Visitor } from './browser.ts'
import { freshMark } from './calls.ts'
import { demoPassword, fixedCode } from './program.ts'

let run: string
beforeEach(() => {
  run = freshMark()
})

/** The element with the focus, as it is read out; '' where there is none. */
const focused = ({ page }: Visitor): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null
    if (!element || element === document.body) return ''
    const labelled = element
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
    const labels = (element as HTMLInputElement).labels
    return (
      element.getAttribute('aria-label') ??
      labelled ??
      (labels?.length ? labels[0]!.textContent : element.textContent) ??
      element.tagName
    )
  })

/** Tab, or Shift and Tab, until something with this name has the focus. */
const reach = async (
  visitor: Visitor,
  name: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> => {
  const passed: string[] = []
  for (let i = 0; i < 60; i++) {
    await visitor.page.keyboard.press(key)
    const now = await focused(visitor)
    if (typeof name === 'string' ? now.trim() === name : name.test(now)) return
    passed.push(now.slice(0, 40))
  }
  throw new Error(`no way by ${key} to ${String(name)}; passed ${passed.join(' | ')}`)
}

/** Until the focus is on what this names. */
const focusComesTo = async (visitor: Visitor, name: RegExp): Promise<void> => {
  await expect.poll(() => focused(visitor)).toMatch(name)
}

test('signs in, opens an account, begins and leaves a change, creates a member, and never loses the focus', async () => {
  const visitor = await visit({ width: 1280, height: 800, maps: false })
  const { page } = visitor
  const { keyboard } = page
  await page.goto('/login')
  await page.locator('input[name=password]').waitFor()
  await reach(visitor, 'Mobile number')
  await keyboard.type('13800000001')
  await reach(visitor, 'Password')
  await keyboard.type(demoPassword)
  await reach(visitor, 'Show the password')
  await reach(visitor, 'Code in the picture')
  await keyboard.type(fixedCode.slice(0, 4))
  await keyboard.press('Enter')
  await page.waitForURL('**/workbench')
  await settled(visitor)

  // The link that skips the menu is the first element.
  await page.goto('/institution_manage/account-list')
  await settled(visitor)
  await page.locator('tr.ant-table-row').first().waitFor()
  await keyboard.press('Tab')
  expect(await focused(visitor)).toBe('Skip to content')
  await keyboard.press('Enter')

  // A row opens and closes, and has the focus again.
  await keyboard.press('/')
  await focusComesTo(visitor, /Name, contact or phone/)
  await reach(visitor, /滑县/)
  const row = await focused(visitor)
  await keyboard.press('ArrowDown')
  expect(await focused(visitor)).not.toBe(row)
  await keyboard.press('ArrowUp')
  expect(await focused(visitor)).toBe(row)
  await keyboard.press('Enter')
  const details = page.getByRole('dialog')
  await details.getByRole('button', { name: 'Edit' }).waitFor()
  await reach(visitor, 'Edit')
  await keyboard.press('Enter')
  // The form begins at its first field, asks before it is left with changes, and returns the focus
  // to its button.
  await focusComesTo(visitor, /Team|Name/)
  await reach(visitor, 'Name')
  await keyboard.type(' and more')
  await keyboard.press('Escape')
  await focusComesTo(visitor, /Leave|Keep editing/)
  await reach(visitor, 'Leave')
  await keyboard.press('Enter')
  await focusComesTo(visitor, /^Edit$/)
  await keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })
  await focusComesTo(visitor, /滑县/)

  // A member is created.
  await page.goto('/institution_manage/member-list')
  await settled(visitor)
  await page.locator('tr.ant-table-row').first().waitFor()
  await reach(visitor, 'Create a member')
  await keyboard.press('Enter')
  await focusComesTo(visitor, /^Name$/)
  const name = `Keys ${run}`
  await keyboard.type(name)
  await reach(visitor, 'Phone')
  await keyboard.type(`136${String(Date.now()).slice(-8)}`)
  await reach(visitor, 'Role')
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await reach(visitor, 'Generate')
  await keyboard.press('Enter')
  await reach(visitor, 'Create a member')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: `Sign-in details for ${name}` }).waitFor()
  await focusComesTo(visitor, /I’ve saved it/)
  await keyboard.press('Enter')
  await page.getByRole('row', { name: new RegExp(name) }).waitFor()
  await focusComesTo(visitor, /Create a member/)
})
