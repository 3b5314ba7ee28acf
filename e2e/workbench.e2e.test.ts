// The start page of each person, and that every line links to the right screen.
import { expect, test } from 'vitest'
import { openAs, settled, visit, type DemoPhone } from './browser.ts'

const people: Readonly<Partial<Record<DemoPhone, string>>> = {
  '13800000001': 'the platform',
  '13800000002': 'a government',
  '13800000003': 'a maker',
  '13800000004': 'a team',
  '13800000005': 'a single operator',
  '13800000008': 'staff',
}

test.each(Object.entries(people) as [DemoPhone, string][])(
  'the workbench of %s (%s) is the first screen, and each of its lines links to a screen',
  async (phone) => {
    const visitor = await visit({ width: 1024, height: 700, maps: false })
    const { page } = visitor
    await openAs(visitor, phone, '/')
    await page.waitForURL('**/workbench')
    await settled(visitor)
    await page.getByRole('heading', { name: 'Today so far' }).waitFor()
    const links = await page
      .locator('main li[data-line] a')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href')!))
    for (const href of links) {
      await page.goto(href)
      await settled(visitor)
      const { pathname, search } = new URL(page.url())
      expect(pathname).toBe(href.split('?')[0])
      // The filter of the line is the filter of the list.
      for (const [key, value] of new URLSearchParams(href.split('?')[1] ?? ''))
        expect(new URLSearchParams(search).get(key), href).toBe(value)
    }
  },
)
