// Renders a screen for a person, with a mocked server.
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { App } from 'antd'
import { StrictMode, type ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { OwnScreensProvider } from '../../../ui/own-screens.ts'
import { serve } from '../../../testing-console.ts'
import { person, theme } from '../../../testing-person.ts'

const own = {
  groups: [
    { title: '', screens: [{ screen: 'monitor', title: 'Monitor' }] },
    {
      title: 'Operations',
      screens: [
        { screen: 'drone-list', title: 'Drones' },
        { screen: 'no-fly-zone-list', title: 'No-fly zones' },
      ],
    },
    {
      title: 'Organisation',
      screens: [
        { screen: 'account-list', title: 'Accounts' },
        { screen: 'account-detail', title: 'My account' },
      ],
    },
  ],
  findPath: (screen: string) => `/${screen}`,
} as const

export const show = async (
  Screen: ComponentType,
  info: Parameters<typeof person>[0],
  answers: Parameters<typeof serve>[0],
  address = '/',
) => {
  const sent = serve({
    '/api/theme': () => Response.json(theme),
    '/api/common/regions': () => Response.json({ items: [] }),
    ...answers,
  })
  await loadHostTheme()
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person(info),
  })
  const router = createMemoryRouter(
    [
      {
        path: '*',
        Component: () => (
          <OwnScreensProvider value={own}>
            <Screen />
          </OwnScreensProvider>
        ),
      },
    ],
    { initialEntries: [address] },
  )
  render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App>
          <RouterProvider router={router} />
        </App>
      </QueryClientProvider>
    </StrictMode>,
  )
  return { sent, router }
}

export const leave = (): void => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
}

/**
 * Finds a dialog by its title: in jsdom all of antd's dialogs have the same id, so their accessible
 * names cannot be distinguished.
 */
export const findDialog = async (title: string): Promise<HTMLElement> =>
  (
    await screen.findAllByText(title, {
      selector: '.ant-modal-confirm-title, .ant-modal-title, .ant-drawer-title',
    })
  )
    .at(-1)!
    .closest<HTMLElement>('[role="dialog"]')!
