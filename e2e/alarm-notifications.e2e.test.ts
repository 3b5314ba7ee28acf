// An alarm reaches a person who does not look at the console: by the tab's title and a notification
// while the console is open, by Web Push while it is closed.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Worker } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPushService } from '@swath/server/modules/alarms/push/testing-push-service'
import { settled, signIn, visit } from './browser.ts'
import { callsAs, freshSerial, newDrone, type Calls } from './calls.ts'
import { connectDevice, type Place } from './device.ts'
import { sharedProgram } from './running-program.ts'

const operatorPhone = '13800000004'
const countyPhone = '13800000002'
const middle: Place = [113.9, 35.31]
const stepDeg = 60 / 91_000 // a second at 60 m/s, at the latitude of Henan
const limitMs = 3_000

type Shown = { title: string; body: string; tag: string; actions: string[] }

/** A round zone, and a drone that flies into it. */
const intrude = async (mark: string): Promise<{ droneId: string; end: () => Promise<unknown> }> => {
  const county = await callsAs(countyPhone)
  await county.post('/api/drone/nofly/manage', {
    noflyName: `Zone ${mark}`,
    type: 1,
    detailAddress: '',
    shape: { kind: 'circle', center: middle, radiusM: 150 },
    lowerM: null,
    upperM: null,
    validFrom: null,
    validUntil: null,
  })
  const droneId = freshSerial('TELL')
  const device = await connectDevice(
    await newDrone(await callsAs(operatorPhone), droneId, `Drone ${mark}`),
  )
  await device.takeOff()
  for (let step = -4; step <= 1; step++) {
    await device.at([middle[0] + step * stepDeg, middle[1]], { height: 20, speed: 60 })
    await sleep(1_000)
  }
  return { droneId, end: () => device.end() }
}

const workerOf = async (context: BrowserContext): Promise<Worker> =>
  context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')

const shownBy = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map((one) => ({
      title: one.title,
      body: one.body,
      tag: one.tag,
      actions: (one as unknown as { actions: { action: string }[] }).actions.map(
        ({ action }) => action,
      ),
    }))
  })

/** The drone's first notification, and how long after the alarm's point it was shown, ms. */
const whenShown = async (
  worker: Worker,
  operator: Calls,
  mark: string,
): Promise<{ shown: Shown; tookMs: number }> => {
  for (;;) {
    const shown = (await shownBy(worker)).find(({ body }) => body.startsWith(`Drone ${mark} · `))
    const shownMs = Date.now()
    if (shown) {
      const alarm = await operator.get<{ recordTime: string }>(`/api/bulletin/alarms/${shown.tag}`)
      return { shown, tookMs: shownMs - Date.parse(alarm.recordTime) }
    }
    await sleep(20)
  }
}

/** Clicks as a person does: the browser passes the click to the service worker. */
const click = (worker: Worker, tag: string, action: string): Promise<void> =>
  worker.evaluate(
    async ([clickedTag, clickedAction]) => {
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & {
        NotificationEvent: new (kind: string, init: object) => Event
        dispatchEvent: (event: Event) => boolean
      }
      const [notification] = await scope.registration.getNotifications({ tag: clickedTag! })
      scope.dispatchEvent(
        new scope.NotificationEvent('notificationclick', { notification, action: clickedAction }),
      )
    },
    [tag, action],
  )

const openConsole = async () => {
  const visitor = await visit({ maps: false, worker: true, notifications: true })
  const { page } = visitor
  const context = page.context()
  await context.grantPermissions(['notifications'])
  await signIn(visitor, operatorPhone)
  await settled(visitor)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  return { visitor, page, context, worker: await workerOf(context) }
}

test('an open tab in the background shows count and notification, and its button acknowledges', async () => {
  const mark = freshSerial('A')
  const operator = await callsAs(operatorPhone)
  const { page, context, worker } = await openConsole()
  await page
    .locator('header')
    .getByRole('button', { name: /alarms/i })
    .first()
    .click()
  await page.getByText('Alerts on this device').click()
  await page.getByRole('switch', { name: 'Notifications while the console is open' }).click()
  // The person now looks at another tab.
  await page.evaluate(() => {
    document.hasFocus = () => false
  })
  const [drone, { shown, tookMs }] = await Promise.all([
    intrude(mark),
    whenShown(worker, operator, mark),
  ])
  try {
    console.log(`notification of an open tab after ${Math.round(tookMs)} ms`)
    expect(tookMs).toBeLessThan(limitMs)
    expect(shown.title).not.toBe('')
    expect(shown.actions).toEqual(['acknowledge'])
    await expect.poll(() => page.title()).toMatch(/^\(\d+\) /)
    // The notice on the page does not cover the open drawer.
    const notice = await page.getByRole('alert').filter({ hasText: mark }).first().boundingBox()
    const drawer = await page.locator('.ant-drawer-section').boundingBox()
    expect(notice!.x + notice!.width).toBeLessThanOrEqual(drawer!.x)

    await click(worker, shown.tag, 'acknowledge')
    await expect
      .poll(() => operator.get(`/api/bulletin/alarms/${shown.tag}`))
      .toMatchObject({ state: 'acknowledged' })
    expect(context.pages()).toHaveLength(1) // the open tab did it

    // A notification that is still shown closes when the alarm is handled elsewhere.
    await worker.evaluate(async (tag) => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      await registration.showNotification('Shown before', { tag })
    }, shown.tag)
    const { version } = await operator.get<{ version: number }>(`/api/bulletin/alarms/${shown.tag}`)
    await operator.put(`/api/bulletin/alarms/${shown.tag}/close`, { reason: 'real', version })
    await expect
      .poll(async () => (await shownBy(worker)).map(({ tag }) => tag))
      .not.toContain(shown.tag)
  } finally {
    await drone.end()
  }
})

/** Passes a message to the service worker, as the browser does for its push service. */
const deliverTo = async (session: CDPSession, origin: string) => {
  const registrationId = await new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    })
    void session.send('ServiceWorker.enable')
  })
  return (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

test('a closed console shows a notification by Web Push, encrypted and signed', async () => {
  const program = sharedProgram
  const mark = freshSerial('P')
  const { page, context, worker } = await openConsole()
  const service = await openPushService(Date.now, Number(new URL(program.pushOrigin).port))
  const operator = await callsAs(operatorPhone)
  try {
    // The test's push service takes the place of the browser maker's, which needs the internet.
    const { publicKey } = await operator.get<{ publicKey: string }>('/api/bulletin/push')
    const body = service.subscribe(publicKey)
    await operator.post('/api/bulletin/push', body)
    const blank = await context.newPage()
    await blank.goto('about:blank')
    const deliver = await deliverTo(await context.newCDPSession(blank), program.address)
    service.onPush(({ text }) => void deliver(text))
    await page.close()

    const [drone, { shown, tookMs }] = await Promise.all([
      intrude(mark),
      whenShown(worker, operator, mark),
    ])
    await drone.end()
    console.log(`notification of a closed console after ${Math.round(tookMs)} ms`)
    expect(service.refused).toEqual([])
    expect(tookMs).toBeLessThan(limitMs)
    expect(shown.actions).toEqual(['acknowledge'])

    const { items } = await operator.get<{ items: { channel: string; state: string }[] }>(
      `/api/bulletin/alarmMessages?drone=${drone.droneId}`,
    )
    expect(items).toContainEqual(expect.objectContaining({ channel: 'push', state: 'sent' }))
  } finally {
    await service.close()
  }
})
