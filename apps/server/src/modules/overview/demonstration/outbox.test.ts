import { expect, test } from 'vitest'
import { demonstrationRoutes, type OutboxMessage } from '@swath/contract/overview/demonstration'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole } from '../../../platform/http/testing-console.ts'
import { createMessages, type Message } from '../../../platform/messages/messages.ts'
import { demonstrationHandlers } from './outbox.routes.ts'

const database = await ownTestDatabase()

const nowMs = Date.parse('2026-11-20T04:00:00Z')
const code: Message = {
  channel: 'sms',
  to: '+86-13800001234',
  template: 'signInCode',
  values: { product: 'Swath', host: 'localhost', code: '246810', minutes: '10' },
  language: 'ko',
}

test('getOutbox returns what the demonstration would have sent, newest first, with masked numbers', async () => {
  const desk = await openConsole(database, demonstrationRoutes, demonstrationHandlers, nowMs, {
    demo: true,
    production: false,
  })
  const messages = createMessages(desk.services)
  messages.send(code)
  await messages.settled()
  desk.clock.advance(1000)
  messages.send({
    ...code,
    channel: 'mail',
    to: 'wang@example.com',
    template: 'resetCode',
    language: 'zh-TW',
  })
  messages.send({ ...code, deliver: false })
  await messages.settled()
  const { items } = (await desk.send('getOutbox', {})).json<{ items: OutboxMessage[] }>()
  expect(items).toMatchObject([
    {
      channel: 'mail',
      to: 'w***@example.com',
      subject: 'Swath 重設密碼驗證碼：246810',
      text: expect.stringContaining('localhost') as string,
      sentAt: '2026-11-20T04:00:01.000Z',
    },
    {
      channel: 'sms',
      to: '+86-13*****1234',
      subject: null,
      text: '[Swath] 로그인 인증번호 246810 (10분간 유효). 다른 사람에게 알려 주지 마세요.',
    },
  ])
  for (let i = 0; i < 110; i++) messages.send(code)
  await messages.settled()
  expect((await desk.send('getOutbox', {})).json<{ items: OutboxMessage[] }>().items).toHaveLength(
    100,
  )
  await desk.close()
})

test('outside a demonstration there is no outbox', async () => {
  const desk = await openConsole(database, demonstrationRoutes, demonstrationHandlers, nowMs)
  const reply = await desk.send('getOutbox', {})
  expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([404, 'not_found'])
  expect(createMessages(desk.services).accepts('sms')).toBe(false)
  await desk.close()
})
