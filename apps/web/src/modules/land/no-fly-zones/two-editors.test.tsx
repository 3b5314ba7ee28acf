// Two people edit one zone: the second sees the changes of the first, and nothing is lost.
import type { NoFlyZone } from '@swath/contract/land/no-fly-zones'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { queryClient } from '../../../lib/query.ts'
import { serve, signIn } from '../../../testing-console.ts'
import { theme } from '../../../testing-person.ts'
import { TestStage } from '../../../testing-stage.tsx'
import { ZoneEditorScreen } from './zone-editor-screen.tsx'

const list = '/business_manage/no-fly-zone-list'
const noflyId = '0190a000-0000-7000-8000-000000000001'
const dam: NoFlyZone = {
  noflyId,
  noflyName: 'Dam',
  type: 1,
  kind: 'stay_out',
  restriction: 'prohibited',
  reasons: [],
  message: '',
  authorities: [],
  detailAddress: '',
  lowerM: null,
  upperM: 50,
  lowerReference: 'ground',
  upperReference: 'ground',
  validFrom: null,
  validUntil: null,
  windows: [],
  timeZone: null,
  shape: { kind: 'circle', center: [100, 30], radiusM: 200 },
  areaM2: 125_664,
  regionCode: '156330106',
  region: ['China', 'Zhejiang'],
  accountName: 'County',
  enabled: true,
  createdAt: '2026-06-01T00:00:00Z',
  updatedAt: '2026-06-01T00:00:00Z',
  distribution: null,
  version: 1,
  can: { update: true, enable: true, delete: true },
}
/** The version that the other person saved: larger, and lower. */
const theirs: NoFlyZone = {
  ...dam,
  version: 2,
  upperM: 70,
  shape: { kind: 'circle', center: [100, 30], radiusM: 300 },
}
const address = `/api/drone/nofly/manage/${noflyId}`

beforeAll(async () => {
  serve({ '/api/theme': () => Response.json(theme) })
  await loadHostTheme()
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('the second of two editors sees the changes of the first, and nothing is lost', async () => {
  let isSaved = false
  // The hatching of zones is an image, which jsdom does not support.
  vi.stubGlobal(
    'ImageData',
    class {
      data = new Uint8ClampedArray(1_048_576)
    },
  )
  signIn()
  const sent = serve({
    [address]: ({ body }) => {
      if (body === undefined) return Response.json(isSaved ? theirs : dam)
      if ((body as NoFlyZone).version === 2) return Response.json(theirs)
      isSaved = true
      return Response.json(
        { code: 'conflict', message: 'Changed meanwhile.', details: [], traceId: 't' },
        { status: 409 },
      )
    },
    '/api/drone/nofly/manage/getNoflyList': () =>
      Response.json({ items: [], total: 0, currentPage: 1, pageSize: 500 }),
  })
  const router = createMemoryRouter(
    [
      { path: `${list}/:noflyId/edit`, Component: ZoneEditorScreen },
      { path: '*', Component: () => <p>the list</p> },
    ],
    { initialEntries: [`${list}/${noflyId}/edit`] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <TestStage>
          <RouterProvider router={router} />
        </TestStage>
      </App>
    </QueryClientProvider>,
  )
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Old dam' } })
  const upper = (): HTMLInputElement => screen.getByLabelText('Upper limit')
  fireEvent.change(upper(), { target: { value: '60' } })
  fireEvent.blur(upper())
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))

  await screen.findByText('Someone else saved changes')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Old dam')
  expect(upper().value).toBe('60')
  await screen.findByText('You both changed this; showing your value. Theirs: “70”')
  // The shape is the other person's, because this person has not changed it.
  expect(screen.getByLabelText<HTMLInputElement>(/^Radius/).value).toBe('300.0')
  fireEvent.click(screen.getByRole('button', { name: /Save$/ }))
  await screen.findByText('the list')
  await waitFor(() =>
    expect(
      sent.flatMap(({ path, body }) => (path === address && body !== undefined ? [body] : [])),
    ).toMatchObject([
      { version: 1, noflyName: 'Old dam', upperM: 60 },
      { version: 2, noflyName: 'Old dam', upperM: 60, shape: { radiusM: 300 } },
    ]),
  )
})
