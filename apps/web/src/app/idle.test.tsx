import { userOfWire } from '@swath/contract/people/access'
import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { person } from '../testing-person.ts'
import { bigScreen } from '../lib/big-screen.ts'
import { mayUseBigScreen, useIdleMove } from './idle.ts'

const Watching = ({ path }: { path: string | null }) => {
  useIdleMove(path)
  return null
}
const open = (path: string | null) => {
  const router = createMemoryRouter(
    [
      { path: '/monitor', element: <Watching path={path} /> },
      { path: '/stat-screen', element: null },
    ],
    { initialEntries: ['/monitor'] },
  )
  render(<RouterProvider router={router} />)
  return () => router.state.location.pathname
}
const pass = async (ms: number): Promise<void> => {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  bigScreen.clear()
})

describe('after five minutes without input', () => {
  test('the statistics screen opens', async () => {
    const where = open('/stat-screen')
    await pass(299_000)
    expect(where()).toBe('/monitor')
    await pass(1_000)
    expect(where()).toBe('/stat-screen')
  })
  test('mouse moves, sampled once a second, and typing restart the time', async () => {
    const where = open('/stat-screen')
    await pass(200_000)
    window.dispatchEvent(new MouseEvent('mousemove'))
    await pass(200_000)
    window.dispatchEvent(new KeyboardEvent('keydown'))
    await pass(299_000)
    expect(where()).toBe('/monitor')
    await pass(1_000)
    expect(where()).toBe('/stat-screen')
  })
  test('nothing happens for others', async () => {
    const where = open(null)
    await pass(900_000)
    expect(where()).toBe('/monitor')
  })
})

test("the big screen is for the platform's people who have the statistics screen", () => {
  expect(mayUseBigScreen(userOfWire(person()), ['monitor', 'stat-screen'])).toBe(true)
  expect(mayUseBigScreen(userOfWire(person()), ['monitor'])).toBe(false)
  expect(mayUseBigScreen(userOfWire(person({ accountType: 2 })), ['monitor', 'stat-screen'])).toBe(
    false,
  )
  bigScreen.set(true)
  expect(localStorage.getItem('BigScreen')).toBe('true') // the specification's text
})
