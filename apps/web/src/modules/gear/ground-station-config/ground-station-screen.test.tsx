// Settings of the ground apps of the own account, or of a subordinate account.
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { serve, signIn, type Sent } from '../../../testing-console.ts'
import { GroundStationScreen } from './ground-station-screen.tsx'

const path = '/api/ground-station/config'
const east = { accountId: '0190a000-0000-7000-8000-0000000000e1', accountName: 'Green East' }
let sent: Sent[]
let below: object[]

const config = (isOwn: boolean) => ({
  accountId: isOwn ? '0190a000-0000-7000-8000-0000000000e0' : east.accountId,
  accountName: isOwn ? 'Green' : east.accountName,
  isOwn,
  version: 1,
  theme: isOwn ? 'dark' : 'light',
  launchPageUrl: null,
  homePageUrl: null,
  servAddr: null,
  inherited: null,
  history: [],
  can: { update: true },
})

beforeEach(() => {
  queryClient.clear()
  signIn()
  below = [{ ...east, isSet: true }]
  sent = serve({
    [path]: ({ query }) => Response.json(config(query['accountId'] !== east.accountId)),
    [`${path}/accounts`]: () => Response.json({ items: below, total: below.length }),
  })
})

const show = () => {
  const router = createMemoryRouter([{ path: '*', Component: GroundStationScreen }])
  render(
    <App>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </App>,
  )
  return router
}

test('a subordinate account is found by name, and its settings are shown', async () => {
  const router = show()
  const choice = await screen.findByRole('combobox', { name: 'Account' })
  fireEvent.mouseDown(choice)
  fireEvent.click(await screen.findByText('Green East · own settings'))
  await waitFor(() => expect(router.state.location.search).toBe(`?accountId=${east.accountId}`))
  await waitFor(() =>
    expect(sent.some(({ query }) => query['accountId'] === east.accountId)).toBe(true),
  )
  const again = await screen.findByRole('combobox', { name: 'Account' })
  fireEvent.change(again, { target: { value: 'wes' } })
  await waitFor(() => expect(sent.some(({ query }) => query['search'] === 'wes')).toBe(true))
})

test('if the settings fail to load, the selection and its name are kept', async () => {
  sent = serve({
    [path]: ({ query }) =>
      query['accountId'] === east.accountId
        ? Response.json({ code: 'not_found', message: 'Gone', traceId: 'a1' }, { status: 404 })
        : Response.json(config(true)),
    [`${path}/accounts`]: () => Response.json({ items: below, total: below.length }),
  })
  show()
  const choice = await screen.findByRole('combobox', { name: 'Account' })
  fireEvent.mouseDown(choice)
  fireEvent.click(await screen.findByText('Green East · own settings'))
  await waitFor(() => expect(screen.queryByLabelText('Home page')).toBeNull())
  await screen.findByRole('status')
  expect(screen.getByRole('combobox', { name: 'Account' })).toBe(choice)
  // In the list and as the selection.
  expect(screen.getAllByTitle('Green East · own settings')).toHaveLength(2)
})

test('people without subordinate accounts have no account selection', async () => {
  below = []
  show()
  await screen.findByLabelText('Home page')
  expect(screen.queryByRole('combobox', { name: 'Account' })).toBeNull()
})
