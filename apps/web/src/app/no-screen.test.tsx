import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { App } from 'antd'
import { expect, test } from 'vitest'
import { queryClient } from '../lib/query.ts'
import { roleTitle } from '../lib/roles.ts'
import { keepSession } from '../lib/session.ts'
import { person } from '../testing-person.ts'
import { NoScreen } from './no-screen.tsx'

test('a person without a screen sees why, what will be available, and what is possible now', () => {
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ userType: 6, accountType: 3, accountName: 'Skyward' }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <NoScreen />
      </App>
    </QueryClientProvider>,
  )
  expect(screen.getByText('No leasing in this account yet')).toBeTruthy()
  expect(screen.getByText(/You are a lease manager of Skyward/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Edit profile' })).toBeTruthy()
})

test('a farmer is no super administrator', () => {
  const facts = { userType: 1, operatorType: null } as const
  expect(roleTitle({ ...facts, accountType: 'farmer' })).toBe('terms:farmer')
  expect(roleTitle({ ...facts, accountType: 'operator' })).toBe('terms:superAdministrator')
  expect(roleTitle({ ...facts, accountType: 'operator', operatorType: '2' })).toBe(
    'app:personalOperator',
  )
})
