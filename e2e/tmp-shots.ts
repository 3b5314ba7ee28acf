import { launchBrowser, visitWith } from './chromium.ts'
const address = 'http://127.0.0.1:8077'
const browser = await launchBrowser()
for (const [w, h, loc, lang, who] of [
  [1440, 900, 'zh-CN', 'zh-CN', '13800000004'],
  [375, 740, 'th-TH', 'th', '13800000007'],
  [1440, 900, 'th-TH', 'th', '13800000007'],
] as const) {
  const v = await visitWith(browser, address, { width: w, height: h, locale: loc })
  const { page } = v
  const shot = (name: string) =>
    page.screenshot({ path: `/tmp/shots-plots/${name}-${w}-${lang}.png` })
  try {
    await page.goto('/login')
    await page.locator('input[name=name]').fill(who)
    await page.locator('input[name=password]').fill('Swath2026')
    await page.waitForFunction(() => {
      const i = document.querySelector('img[src*="/captcha"]') as HTMLImageElement
      return i && i.naturalWidth > 0
    })
    await page.locator('input[name=verifyCode]').fill('1234')
    await page.locator('button[type=submit]').click()
    await page.waitForURL((u) => !u.pathname.startsWith('/login'))
    await page.goto('/business_manage/block-list')
    await page.waitForTimeout(4500)
    await shot('list')
    const row = page.locator('.ant-table-row, [role=listitem], li[tabindex]').first()
    await row.click({ timeout: 4000 }).catch(() => console.log('no row', w))
    await page.waitForTimeout(1500)
    await shot('detail')
    const share = page.getByRole('button', { name: /共享|แบ่งปัน/ }).last()
    if (w === 1440) {
      await share.click({ timeout: 3000 }).catch(() => console.log('no share'))
      await page.waitForTimeout(1000)
      await shot('share')
      await page.keyboard.press('Escape')
      await page.waitForTimeout(600)
    }
    const link = await page.evaluate(() => new URLSearchParams(location.search).get('open'))
    if (link) {
      await page.goto(`/business_manage/block-list/${link}/edit`)
      await page.waitForTimeout(4000)
      await shot('edit')
    }
    await page.goto('/business_manage/block-list/new')
    await page.waitForTimeout(3500)
    await shot('new')
    if (w === 1440) {
      const c = (await page.locator('canvas').first().boundingBox())!
      for (const [x, y] of [
        [0.2, 0.3],
        [0.4, 0.3],
        [0.4, 0.5],
        [0.2, 0.55],
      ] as const) {
        await page.mouse.click(c.x + x * c.width, c.y + y * c.height, { delay: 30 })
        await page.waitForTimeout(350)
      }
      await page.mouse.move(c.x + 0.15 * c.width, c.y + 0.45 * c.height)
      await page.waitForTimeout(600)
      await shot('drawing')
      await page.keyboard.press('Enter')
      await page.waitForTimeout(1200)
      await page.mouse.move(c.x + 0.4 * c.width, c.y + 0.5 * c.height)
      await page.mouse.down()
      await page.mouse.move(c.x + 0.15 * c.width, c.y + 0.4 * c.height, { steps: 6 })
      await page.mouse.up()
      await page.waitForTimeout(1200)
      await shot('drawn')
    }
  } catch (error) {
    console.log(w, lang, String(error).slice(0, 400))
    await shot('failed')
  }
  console.log(w, lang, v.takeTroubles())
  await page.context().close()
}
await browser.close()
