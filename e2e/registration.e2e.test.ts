// A company registers without help, is reviewed, signs in, resets its password and returns; and
// someone applies to join it.
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { signInAs, visit } from './browser.ts'
import { callsAs } from './calls.ts'
import { fixedCode } from './program.ts'

/** Numbers that no other journey has. */
const freshPhone = (): string => `139${String(Date.now() % 1e8).padStart(8, '0')}`

/** A picture of one colour, 8 × 8, as any phone could have taken it. */
const picture = (): Buffer => {
  const crcTable = Array.from({ length: 256 }, (_, n) =>
    Array.from({ length: 8 }).reduce<number>((c) => (c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1), n),
  )
  const computeCrc = (bytes: Buffer): number =>
    (bytes.reduce((c, byte) => crcTable[(c ^ byte) & 255]! ^ (c >>> 8), 0xffffffff) ^
      0xffffffff) >>>
    0
  const part = (name: string, content: Buffer): Buffer => {
    const [length, crc, body] = [
      Buffer.alloc(4),
      Buffer.alloc(4),
      Buffer.concat([Buffer.from(name, 'latin1'), content]),
    ]
    length.writeUInt32BE(content.length)
    crc.writeUInt32BE(computeCrc(body))
    return Buffer.concat([length, body, crc])
  }
  const head = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0])
  const rows = Buffer.concat(
    Array.from({ length: 8 }, () =>
      Buffer.from([0, ...Array.from({ length: 8 }, () => [11, 110, 79]).flat()]),
    ),
  )
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    part('IHDR', head),
    part('IDAT', deflateSync(rows)),
    part('IEND', Buffer.alloc(0)),
  ])
}

test('registers, waits for review, and signs in', async () => {
  const phone = freshPhone()
  const company = `绿野植保 ${phone}`
  const visitor = await visit({ width: 1024, height: 600, locale: 'zh-CN', maps: false })
  const { page } = visitor

  await page.goto('/login')
  await page.getByRole('link', { name: '立即注册' }).click()
  await page.waitForURL('**/register')
  await page.getByLabel('管理员手机号', { exact: true }).fill(`+86 ${phone}`)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('验证码已发送').waitFor()
  await page.getByRole('button', { name: /^\d+ 秒后重新发送$/ }).waitFor()
  await page
    .getByLabel('验证码', { exact: true })
    .fill(`${fixedCode.slice(0, 3)} ${fixedCode.slice(3)}`)
  await page.getByLabel('密码', { exact: true }).fill('Green2026')
  await page.getByLabel('确认密码', { exact: true }).fill('Green2026')
  await page.getByRole('radio', { name: /运营商/ }).check()
  await page.getByLabel('企业名称', { exact: true }).fill(company)
  await page.getByLabel('联系人', { exact: true }).fill('王敏')
  await page.getByRole('combobox', { name: '所在地区' }).click()
  for (const area of ['中国', '浙江省', '杭州市', '西湖区'])
    await page.locator('.ant-cascader-menu-item:visible').getByText(area, { exact: true }).click()
  await page.getByTitle('中国/浙江省/杭州市/西湖区').waitFor()
  await page
    .getByLabel('营业执照', { exact: true })
    .locator('input[type=file]')
    .setInputFiles({ name: '执照.png', mimeType: 'image/png', buffer: picture() })
  await page
    .getByRole('button', { name: /移除|删除/ })
    .first()
    .waitFor()
  // Enlarged: 320 px wide (specification, section 9).
  await page.getByRole('button', { name: '查看大图：营业执照' }).click()
  const preview = page.getByRole('dialog', { name: '营业执照' })
  await preview.getByRole('img', { name: '营业执照' }).waitFor()
  expect((await preview.boundingBox())!.width).toBe(320)
  await page.keyboard.press('Escape')
  // The agreement is required, and can be read.
  await page.getByRole('checkbox').uncheck()
  expect(await page.getByRole('button', { name: '提交注册' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: '《用户协议》' }).click()
  await page.getByRole('dialog').getByText('法律适用与争议解决').waitFor()
  await page.getByRole('button', { name: '我知道了' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '提交注册' }).click()
  await page.getByText('注册信息已提交，等待审核').waitFor()
  await page.getByRole('button', { name: '确定' }).click()
  await page.waitForURL('**/login')

  // Under review: nothing but the own account.
  await signInAs(visitor, phone, 'Green2026')
  await page.waitForURL('**/institution_manage/account-detail')
  await page.getByRole('heading', { name: company }).or(page.getByText(company)).first().waitFor()

  // The page is not needed any more, and drawing its map takes long.
  for (const trouble of visitor.takeTroubles()) throw new Error(trouble)
  await page.close()

  const platform = await callsAs('13800000001')
  const base = '/api/user/account/manage'
  const { items } = await platform.get<{
    items: { applyId: string; accountName: string; applyStatus: number }[]
  }>(`${base}/getApplyList?accountName=${phone}`)
  expect(items).toMatchObject([{ accountName: company, applyStatus: 1 }])
  await platform.put(`${base}/applyStatus`, { applyId: items[0]!.applyId, applyStatus: 2 })

  const passed = await visit({ width: 1024, height: 600, locale: 'zh-CN', maps: false })
  await signInAs(passed, phone, 'Green2026')
  await passed.page.waitForURL('**/workbench')
})

/** A separate company, created by the platform. */
const newCompany = async (): Promise<string> => {
  const phone = freshPhone()
  await (
    await callsAs('13800000001')
  ).post('/api/user/account/manage', {
    accountType: 4,
    operatorType: '1',
    accountName: `绿野植保 ${phone}`,
    regionCode: '156330106',
    contactName: '王敏',
    adminName: '王敏',
    adminPhone: `+86-${phone}`,
    password: 'Green2026',
  })
  return phone
}

test('sets a new password when the old one is forgotten', async () => {
  const phone = await newCompany()
  const visitor = await visit({ width: 375, height: 740, locale: 'zh-CN', maps: false })
  const { page } = visitor
  await page.goto('/login')
  await page.locator('input[name=name]').fill(phone)
  await page.getByRole('link', { name: '忘记密码？' }).click()
  await page.waitForURL('**/retrieve-password')
  expect(await page.locator('input[name=name]').inputValue()).toBe(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('验证码已发送').waitFor()
  await page.locator('input[name=verifyCode]').fill(fixedCode)
  await page.locator('input[name=password]').fill('Green2027')
  await page.locator('input[name=passwordConfirmation]').fill('Green2027')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByText('密码重置成功').waitFor()
  await page.getByRole('button', { name: '确定' }).click()
  await page.waitForURL('**/login')
  await signInAs(visitor, phone, 'Green2026')
  await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
  for (const trouble of visitor.takeTroubles()) expect(trouble).toMatch(/loginPd/)
  await signInAs(visitor, phone, 'Green2027')
  await page.waitForURL('**/workbench')
})

test('signs in by SMS', async () => {
  const phone = await newCompany()
  const bySms = await visit({ width: 375, height: 740, locale: 'ko-KR', maps: false })
  await bySms.page.goto('/login')
  await bySms.page.getByRole('tab', { name: '문자 인증' }).click()
  await bySms.page.locator('input[name=name]').fill(phone)
  await bySms.page.getByRole('button', { name: '인증번호 받기' }).click()
  await bySms.page.getByText('인증번호를 보냈습니다').waitFor()
  await bySms.page.locator('input[name=smsCode]').fill(fixedCode)
  await bySms.page.getByRole('button', { name: '로그인' }).click()
  await bySms.page.waitForURL('**/workbench')
})

test('someone applies to join, by keyboard alone', async () => {
  const phone = freshPhone()
  const visitor = await visit({ width: 1280, height: 900, locale: 'en-US', maps: false })
  const { page } = visitor
  await page.goto('/register')
  const { keyboard } = page
  /** Tab until the field with this name has the focus. */
  const reach = async (name: string): Promise<void> => {
    for (let i = 0; i < 40; i++) {
      await keyboard.press('Tab')
      const reached = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null
        return (
          element?.getAttribute('aria-label') ??
          element?.labels?.[0]?.textContent ??
          element?.textContent ??
          ''
        )
      })
      if (reached.includes(name)) return
    }
    throw new Error(`no way by Tab to ${name}`)
  }
  await page.getByRole('link', { name: 'Join it' }).waitFor()
  await reach('Join it')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Join your company' }).waitFor()
  for (const [name, value] of [
    ['Your name', 'Chen Jie'],
    ['Administrator’s phone', '13800000003'],
    ['Your mobile number', phone],
  ] as const) {
    await reach(name)
    await keyboard.type(value)
  }
  await reach('Get code')
  await keyboard.press('Enter')
  await page.getByText('Verification code sent').waitFor()
  // The focus is in the field of the code.
  await keyboard.type(fixedCode)
  for (const name of ['Password', 'Confirm password']) {
    await reach(name)
    await keyboard.type('Green2026')
  }
  await reach('Message')
  await reach('Send request')
  await keyboard.press('Enter')
  await page.getByText('Your request has been sent').waitFor()
  // The focus is on the button that continues.
  await keyboard.press('Enter')
  await page.waitForURL('**/login')

  const manufacturer = await callsAs('13800000003')
  const { items } = await manufacturer.get<{
    items: { userName: string; userType: number; applyStatus: number }[]
  }>('/api/user/member/manage/getUserApplyList?userName=Chen%20Jie')
  expect(items[0]).toMatchObject({ userName: 'Chen Jie', userType: 3, applyStatus: 1 })
})
