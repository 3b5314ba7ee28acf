// A person creates a webhook; a flight that ends reaches its receiver, with a signature by the secret
// that was shown, and is listed with the receiver's answer.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { openAs, settled, visit } from './browser.ts'
import { callsAs, freshMark, freshSerial, newDrone } from './calls.ts'
import { connectDevice } from './device.ts'
import { sharedProgram } from './running-program.ts'

const operator = '13800000004'
const account = '/institution_manage/account-detail'
const { webhookOrigin } = sharedProgram

type Received = { headers: NodeJS.Dict<string | string[]>; body: string }

/** Receives at one path: the webhook of a failed attempt sends to another. */
const listen = async (path: string): Promise<{ received: Received[]; close: () => void }> => {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      if (request.url === path) received.push({ headers: request.headers, body })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((ready) => server.listen(Number(new URL(webhookOrigin).port), ready))
  return { received, close: () => void server.close() }
}

test('a flight that ends is sent to the address, signed, and listed', async () => {
  const mark = freshMark()
  const path = `/${mark}`
  const receiver = await listen(path)
  const name = `Accounting ${mark}`
  const visitor = await visit({ width: 1280, height: 900, maps: false })
  const { page } = visitor
  try {
    const calls = await callsAs(operator)
    const key = await calls.post<{ keyName: string }>('/api/user/account/apiKeys', {
      keyName: name,
      access: 'read',
      screens: ['drone-list'],
      until: new Date(Date.now() + 86_400_000).toISOString(),
    })
    await openAs(visitor, operator, `${account}/webhooks`)
    await settled(visitor)
    await page.getByRole('button', { name: 'Create webhook' }).first().click()
    const form = page.getByRole('dialog', { name: 'Create webhook' })
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Address').fill('http://127.0.0.1:1/private')
    await form.getByLabel('Changes').fill('Flight ended')
    await page.getByTitle('Flight ended', { exact: true }).click()
    await form.getByLabel('API key').fill(key.keyName)
    await page.getByTitle(key.keyName, { exact: true }).click()
    const create = form.getByRole('button', { name: 'Create webhook' })
    await create.click()
    await form.getByText('Enter a public HTTPS address').waitFor()
    expect(visitor.takeTroubles().every((line) => line.includes('400'))).toBe(true)
    await form.getByLabel('Address').fill(`${webhookOrigin}${path}`)
    await create.click()
    const made = page.getByRole('dialog', { name: `Webhook “${name}” created` })
    const [, secret] = /whsec_([\w+/=]+)/.exec(await made.innerText())!
    await made.getByRole('button', { name: 'I’ve saved it' }).click()

    const droneId = freshSerial('WHK')
    const device = await connectDevice(await newDrone(calls, droneId, name))
    await device.takeOff()
    await device.at([114.5, 35.6], { height: 5, speed: 5 })
    await device.land()
    await device.end()
    const own = () => receiver.received.filter(({ body }) => body.includes(droneId))
    await expect.poll(own).toHaveLength(1)
    const { headers, body } = own()[0]!
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    const signature = createHmac('sha256', Buffer.from(secret!, 'base64')).update(signed)
    expect(headers['webhook-signature']).toBe(`v1,${signature.digest('base64')}`)

    await page.getByRole('row', { name }).click()
    await page.getByRole('dialog', { name }).getByRole('link', { name: 'Deliveries' }).click()
    const { data } = JSON.parse(body) as { data: { flightId: string } }
    const row = page.getByRole('row', { name: data.flightId.slice(0, 18) })
    await row.getByText('Accepted').waitFor()
    await row.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await expect.poll(own).toHaveLength(2)
  } finally {
    receiver.close()
  }
})
