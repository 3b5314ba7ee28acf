import type { Firmware } from '@swath/contract/gear/firmware'
import type { FirmwareCheck } from '@swath/contract/gear/firmware-checks'
import type { FirmwareRolloutDetail } from '@swath/contract/gear/firmware-rollouts'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { FirmwareCheckListScreen } from './check-list-screen.tsx'
import { FirmwareListScreen } from './firmware-list-screen.tsx'
import { RolloutListScreen } from './rollout-list-screen.tsx'

const base = '/api/firmware/manage'
const firmwareId = '0190a000-0000-7000-8000-000000000001'
const firmware: Firmware = {
  firmwareId,
  filename: 'fc.bin',
  firmwareType: 'flight_controller',
  firmwareVersion: '3.3.0',
  flyModelId: null,
  modelName: null,
  rcid: '',
  note: '',
  bytes: 10,
  receivedBytes: 10,
  pieceBytes: 4,
  sha256: null,
  state: 'encrypted',
  containerBytes: 346,
  privkey: null,
  signedAt: null,
  signedByName: null,
  droneNum: 0,
  accountId: '0190a000-0000-7000-8000-000000000009',
  accountName: 'Alpha Works',
  createdByName: 'Li',
  createdAt: '2026-06-01T00:00:00Z',
  version: 3,
  can: {
    append: false,
    encrypt: false,
    sign: true,
    download: false,
    verify: false,
    rollOut: false,
    delete: true,
  },
}
const page = (items: object[], more: object) =>
  Response.json({ items, total: items.length, currentPage: 1, pageSize: 20, ...more })
const list = (items: Firmware[], hasKey = true) =>
  page(items, { stats: { states: {}, bytes: 10, rolloutNum: 0 }, can: { upload: true }, hasKey })
const models = { '/api/drone/device/manage/flyModelList': () => page([], { stats: {} }) }

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (Component: ComponentType, answers: Parameters<typeof serve>[0], path = '/') => {
  const sent = serve(answers)
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType: 3 }),
  })
  const router = createMemoryRouter([{ path: '*', Component }], { initialEntries: [path] })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
  return sent
}

test('without keys, links to the screen that creates them; a build is for all models by default', async () => {
  show(FirmwareListScreen, { [`${base}/getFirmwareList`]: () => list([firmware], false) })
  const row = (await screen.findByText('3.3.0')).closest('tr')!
  expect(row.textContent).toContain('All models')
  expect(row.textContent).toContain('Encrypted')
  expect((await screen.findByRole('link', { name: 'Create keys' })).getAttribute('href')).toBe(
    '/business_manage/firmware-list/keys',
  )
})

test('a build is uploaded in pieces of the length that the server requests', async () => {
  const received: string[] = []
  const at = (receivedBytes: number): Firmware => ({
    ...firmware,
    receivedBytes,
    state: receivedBytes === 10 ? 'uploaded' : 'uploading',
  })
  const sent = show(FirmwareListScreen, {
    ...models,
    [`${base}/getFirmwareList`]: () => list([]),
    [base]: () => Response.json(at(0)),
    [`${base}/${firmwareId}/bytes`]: () => {
      const next = Math.min(10, (received.length + 1) * 4)
      received.push(String(next))
      return Response.json(at(next))
    },
  })
  fireEvent.click((await screen.findAllByRole('button', { name: 'Upload a build' }))[0]!)
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByTestId('file'), {
    target: { files: [new File(['0123456789'], 'fc.bin')] },
  })
  fireEvent.change(within(dialog).getByLabelText('Version'), { target: { value: '3.3.0' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Upload' }))
  await waitFor(() => expect(received).toEqual(['4', '8', '10']))
  expect(sent.find(({ path }) => path === base)?.body).toMatchObject({
    filename: 'fc.bin',
    bytes: 10,
    firmwareVersion: '3.3.0',
    flyModelId: null,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('signing with the maker’s own copy of the key requires the key', async () => {
  const sent = show(
    FirmwareListScreen,
    {
      [`${base}/getFirmwareList`]: () => list([firmware]),
      [`${base}/signature`]: () => Response.json({ ...firmware, state: 'signed' }),
    },
    `/?open=${firmwareId}`,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Sign' }))
  const dialog = (await screen.findByText('Sign version 3.3.0')).closest<HTMLElement>(
    '[role=dialog]',
  )!
  const send = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Sign' }))
  fireEvent.click(within(dialog).getByLabelText('With my own copy of the private key'))
  const box = await within(dialog).findByLabelText('Private key (PEM)')
  send()
  await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'))
  expect(sent.some(({ path }) => path.endsWith('/signature'))).toBe(false)
  fireEvent.change(box, { target: { value: '-----BEGIN PRIVATE KEY-----' } })
  send()
  await waitFor(() =>
    expect(sent.find(({ path }) => path.endsWith('/signature'))?.body).toEqual({
      firmwareId,
      version: 3,
      privkey: '-----BEGIN PRIVATE KEY-----',
    }),
  )
})

const counts = {
  waiting: 0,
  offered: 0,
  downloading: 0,
  verified: 0,
  installed: 0,
  failed: 0,
  withdrawn: 0,
}
const rollout: FirmwareRolloutDetail = {
  rolloutId: '0190a000-0000-7000-8000-000000000002',
  rolloutName: 'Spring',
  firmwareId,
  firmwareType: 'flight_controller',
  firmwareVersion: '3.3.0',
  backFirmwareId: firmwareId,
  backVersion: '3.2.0',
  modelName: null,
  regionPath: [],
  fromVersion: '',
  steps: [10, 100],
  step: 1,
  stepPercent: 10,
  passPercent: 90,
  errorPercent: 5,
  errorLeast: 2,
  soakMin: 60,
  goesBack: true,
  passedAt: null,
  state: 'running',
  droneNum: 50,
  installedNum: 3,
  underwayNum: 1,
  failedNum: 1,
  backNum: 0,
  restoredNum: 0,
  accountId: firmware.accountId,
  accountName: 'Alpha Works',
  createdByName: 'Li',
  createdAt: '2026-06-01T00:00:00Z',
  endedAt: null,
  version: 4,
  can: { pause: true, resume: false, rollBack: true, cancel: true },
  turns: [
    { percent: 10, droneNum: 5, counts: { ...counts, installed: 3, downloading: 1, failed: 1 } },
    { percent: 100, droneNum: 45, counts: { ...counts, waiting: 45 } },
  ],
  reasons: [{ reason: 'no boot', droneNum: 1 }],
}

test('each step of a roll-out shows the state of its drones; a rollback must be confirmed', async () => {
  const sent = show(
    RolloutListScreen,
    {
      [`${base}/rollout/getRolloutList`]: () =>
        page([rollout], { stats: { running: 1, paused: 0, stopped: 0, ended: 0 } }),
      [`${base}/rollout/detail/${rollout.rolloutId}`]: () => Response.json(rollout),
      [`${base}/rollout/${rollout.rolloutId}`]: () =>
        Response.json({ ...rollout, state: 'rolling_back' }),
    },
    `/?open=${rollout.rolloutId}`,
  )
  await screen.findByText('3 of 5 installed, 1 failed, 1 in progress')
  expect(screen.getByText(/no boot/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Roll back' }))
  const question = (await screen.findAllByText('Roll back “Spring”?'))[0]!.closest<HTMLElement>(
    '[role=dialog]',
  )!
  expect(question.textContent).toContain('go back to 3.2.0')
  fireEvent.click(within(question).getByRole('button', { name: 'Roll back' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === `${base}/rollout/${rollout.rolloutId}`)?.body).toEqual({
      opr: 'rollBack',
      version: 4,
    }),
  )
})

test('a refused file shows the reason, and a warning not to use it', async () => {
  const check: FirmwareCheck = {
    checkId: '0190a000-0000-7000-8000-000000000003',
    filename: 'found.swfw',
    bytes: 4,
    receivedBytes: 0,
    pieceBytes: 4,
    state: 'uploading',
    reason: null,
    firmwareId: null,
    firmwareType: null,
    firmwareVersion: null,
    fingerprint: null,
    sha256: null,
    accountName: 'Alpha Works',
    userName: 'Li',
    createdAt: '2026-06-01T00:00:00Z',
    checkedAt: null,
    can: { append: true },
  }
  show(FirmwareCheckListScreen, {
    [`${base}/verifyLog`]: () => page([], { stats: { total: 0, passed: 0, refused: 0 } }),
    [`${base}/verify`]: () => Response.json(check),
    [`${base}/verify/${check.checkId}/bytes`]: () => Response.json({ ...check, state: 'checking' }),
    [`${base}/verify/${check.checkId}`]: () =>
      Response.json({ ...check, state: 'refused', reason: 'signature_wrong' }),
  })
  fireEvent.click((await screen.findAllByRole('button', { name: 'Verify a file' }))[0]!)
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByTestId('file'), {
    target: { files: [new File(['abcd'], 'found.swfw')] },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Verify' }))
  await screen.findByText('found.swfw: Invalid')
  expect(screen.getByText('Invalid signature. Don’t use this file')).toBeTruthy()
})
