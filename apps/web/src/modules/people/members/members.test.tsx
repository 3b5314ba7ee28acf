import type { Member } from '@swath/contract/people/members'
import type { UserApplication } from '@swath/contract/people/user-applications'
import { rights, rightsByUserType } from '@swath/domain/access/rights'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person, theme } from '../../../testing-person.ts'
import { MemberListScreen } from './member-list-screen.tsx'
import { UserApplicationListScreen } from './user-application-list-screen.tsx'

const base = '/api/user/member/manage'
const all = { update: true, changeAccess: true, enable: true, delete: true, resetPassword: true }
const none = {
  update: false,
  changeAccess: false,
  enable: false,
  delete: false,
  resetPassword: false,
}
const zhao: Member = {
  userId: '0190a000-0000-7000-8000-000000000021',
  userName: 'Zhao',
  phoneNum: '+86-13700000001',
  email: null,
  userType: 5,
  rights: [...rightsByUserType[5]],
  ownRights: false,
  dataScope: 1,
  enabled: true,
  hasFactor: false,
  lastSignInAt: null,
  createdAt: '2026-06-01T00:00:00Z',
  self: false,
  can: all,
  version: 1,
}
const manager = { create: true, userTypes: [2, 3, 4, 5], rights: [...rights] }
const list = (items: Member[], can: object = manager) =>
  Response.json({
    items,
    total: items.length,
    currentPage: 1,
    pageSize: 20,
    stats: { 1: 1, 2: 3, 3: 2, 4: 1, 5: 0, 6: 0 },
    can,
  })
const detail = (member: Member) =>
  Response.json({
    ...member,
    flightNum: 12,
    lastFlightAt: '2026-06-02T00:00:00Z',
    droneNum: 2,
    createdByName: 'Boss',
  })

beforeAll(async () => {
  serve({ '/api/theme': () => Response.json(theme) })
  await loadHostTheme()
})
afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (Component: ComponentType, answers: Parameters<typeof serve>[0]) => {
  const sent = serve(answers)
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType: 4, operatorType: '1' }),
  })
  const router = createMemoryRouter([{ path: '*', Component }], { initialEntries: ['/'] })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
  return sent
}
const memberList = (
  items: Member[],
  more: Parameters<typeof serve>[0] = {},
  can: object = manager,
) => show(MemberListScreen, { [`${base}/getMemberList`]: () => list(items, can), ...more })

describe('the list of members', () => {
  test('shows names, roles and the last visit', async () => {
    memberList([
      zhao,
      { ...zhao, userId: '2', userName: 'Me', self: true, can: none, enabled: false },
    ])
    const row = (await screen.findByText('Zhao')).closest('tr')!
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map((cell) => cell.textContent),
    ).toEqual([
      'Zhao',
      'Business administrator',
      '',
      '+86-13700000001',
      '–',
      'Enterprise data',
      'None',
      'Never',
    ])
    expect(
      within(row).getByRole('switch', { name: 'Zhao can sign in' }).getAttribute('aria-checked'),
    ).toBe('true')
    const own = screen.getByText('Me').closest('tr')!
    expect(within(own).queryByRole('switch')).toBeNull()
    expect(within(own).getByText('you')).toBeTruthy()
    // Roles without members have no chip.
    expect(
      within(screen.getByRole('group', { name: 'Role' }))
        .getAllByRole('button')
        .map((chip) => chip.textContent),
    ).toEqual(['All7', 'Super administrator1', 'Enterprise administrator1', 'Staff2', 'Pilot3'])
  })

  test('people who may not manage staff have no actions', async () => {
    memberList([{ ...zhao, can: none }], {}, { create: false, userTypes: [], rights: [] })
    await screen.findByText('Zhao')
    expect(screen.queryByRole('button', { name: /Create a member/ })).toBeNull()
    expect(screen.queryByRole('switch')).toBeNull()
  })

  test('a member is created as the contract requires, with the roles that may be granted, and the password is shown once', async () => {
    const sent = memberList([zhao], { [base]: () => detail(zhao) })
    await screen.findByText('Zhao')
    fireEvent.click(screen.getByRole('button', { name: /Create a member/ }))
    const form = await screen.findByRole('dialog')
    const press = () =>
      fireEvent.click(within(form).getAllByRole('button', { name: 'Create a member' }).at(-1)!)
    press()
    await waitFor(() =>
      expect(within(form).getByLabelText('Name').getAttribute('aria-invalid')).toBe('true'),
    )
    fireEvent.change(within(form).getByLabelText('Name'), { target: { value: 'Li Wei' } })
    fireEvent.change(within(form).getByLabelText('Phone'), { target: { value: '13700000009' } })
    fireEvent.change(within(form).getByLabelText('Initial password'), {
      target: { value: 'Secret123' },
    })
    fireEvent.mouseDown(within(form).getByLabelText('Role'))
    expect(screen.queryByRole('option', { name: 'Super administrator' })).toBeNull()
    press()
    await waitFor(() =>
      expect(sent.find(({ path, body }) => path === base && body)?.body).toEqual({
        userName: 'Li Wei',
        phoneNum: '+86-13700000009',
        email: null,
        userType: 3,
        rights: null,
        dataScope: 1,
        password: 'Secret123',
      }),
    )
    expect(await screen.findByText('Secret123')).toBeTruthy()
  })

  test('disabling is confirmed by name, and sent', async () => {
    const sent = memberList([zhao], {
      [`${base}/enable`]: () => Response.json({ ...zhao, enabled: false }),
    })
    fireEvent.click(await screen.findByRole('switch', { name: 'Zhao can sign in' }))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('Disable Zhao?')
    fireEvent.click(within(question).getByRole('button', { name: 'Disable' }))
    await waitFor(() =>
      expect(sent.find(({ path }) => path === `${base}/enable`)?.body).toEqual({
        userId: zhao.userId,
        opr: 'disable',
      }),
    )
  })

  test('the drawer shows rights and flights, and resets the password', async () => {
    memberList([zhao], {
      [`${base}/detail`]: () => detail(zhao),
      [`${base}/${zhao.userId}/password`]: () => Response.json({ password: 'Fresh2345abc' }),
    })
    fireEvent.click(await screen.findByText('Zhao'))
    expect(await screen.findByText('12 sorties on 2 drones')).toBeTruthy()
    expect(screen.getByText('Manage equipment')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /Reset password/ }))
    fireEvent.click((await screen.findAllByRole('button', { name: 'Reset password' })).at(-1)!)
    expect(await screen.findByText('Fresh2345abc')).toBeTruthy()
  })
})

describe('the list of people who ask to join', () => {
  const asked: UserApplication = {
    applyId: '0190a000-0000-7000-8000-000000000031',
    applyStatus: 1,
    userName: 'Han',
    userType: 2,
    phoneNum: '+86-13600000001',
    email: null,
    accountId: '0190a000-0000-7000-8000-000000000032',
    accountName: 'Green Team',
    accountType: 4,
    region: ['China'],
    adminName: 'Boss',
    adminPhone: '138*****004',
    message: 'I fly',
    applyTime: '2026-06-01T00:00:00Z',
    reviewTime: null,
    reviewerName: null,
    reason: null,
    can: { review: true },
  }
  const applications = (row: UserApplication, more: Parameters<typeof serve>[0] = {}) =>
    show(UserApplicationListScreen, {
      [`${base}/getUserApplyList`]: () =>
        Response.json({
          items: [row],
          total: 1,
          currentPage: 1,
          pageSize: 20,
          stats: { notCheckNum: 1, passedNum: 0, rejectedNum: 0 },
        }),
      ...more,
    })

  test('rejecting requires a reason first', async () => {
    const sent = applications(asked, {
      [`${base}/applyStatus`]: () => Response.json({ ...asked, applyStatus: 3 }),
    })
    fireEvent.click(await screen.findByText('Han'))
    expect(await screen.findByText('I fly')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Reject …' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Reject with this reason' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a reason')
    fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), {
      target: { value: 'Unknown to us' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Reject with this reason' }))
    await waitFor(() =>
      expect(sent.find(({ path }) => path === `${base}/applyStatus`)?.body).toEqual({
        applyId: asked.applyId,
        applyStatus: 3,
        reason: 'Unknown to us',
      }),
    )
  })

  test('people who may only view see who decides', async () => {
    applications({ ...asked, can: { review: false } })
    fireEvent.click(await screen.findByText('Han'))
    expect(await screen.findByText('Only administrators of this account can decide.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })
})
