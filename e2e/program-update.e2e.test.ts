// A new version was installed while a page was open: its files have other names now.
import { expect, test } from 'vitest'
import { settled, signIn, visit } from './browser.ts'

test('a screen whose file is gone reports it, and reloading the page restores it', async () => {
  const visitor = await visit({ maps: false })
  const { page, takeTroubles } = visitor
  await signIn(visitor, '13800000001')
  await page.waitForURL((url) => url.pathname !== '/login')
  await settled(visitor)
  const parts = /\/assets\/[^/]+\.js$/
  await page.route(parts, (route) => route.abort())
  await page.getByRole('link', { name: 'Drone models' }).click()
  const alert = page.getByRole('alert')
  await alert.getByText('failed to load').waitFor()
  // The rest of the page works.
  await page.locator('header').getByRole('link', { name: 'Swath' }).waitFor()
  expect(takeTroubles().join()).toContain('ERR_FAILED') // the file that failed to load
  await page.unroute(parts)
  await alert.getByRole('button', { name: 'Reload the page' }).click()
  await page.getByRole('heading', { name: 'Drone models', level: 1 }).waitFor()
  await settled(visitor)
})
