import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { signIn } from '../../../testing-console.ts'
import { useTroubleKeys } from './use-trouble-keys.ts'

beforeEach(() => {
  signIn()
  vi.stubGlobal('fetch', (address: string) => {
    const condition = new URL(address, 'http://console').searchParams.get('condition')
    const names = condition === 'low-battery' ? ['Owl'] : condition === 'locked' ? ['Wren'] : []
    const items = names.map((droneName) => ({ droneId: `D-${droneName}`, droneName }))
    return Promise.resolve(Response.json({ items, total: items.length }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const alarms = [{ anomalyId: 'A-1', level: 1, droneId: 'D-Heron', droneName: 'Heron' }] as const

const Page = () => {
  const [chosen, setChosen] = useState<string | null>(null)
  const said = useTroubleKeys({
    isOn: true,
    alarms,
    selectedId: chosen,
    onChoose: ({ droneId }) => setChosen(droneId),
  })
  return (
    <>
      <p role="status">{said}</p>
      <p aria-label="chosen">{chosen}</p>
      <input aria-label="search" />
    </>
  )
}
const chosen = () => screen.getByLabelText('chosen').textContent

test('J and K go round the drones in trouble and say their names', async () => {
  render(<Page />)
  for (const [key, droneId] of [
    ['j', 'D-Heron'],
    ['j', 'D-Owl'],
    ['J', 'D-Wren'],
    ['j', 'D-Heron'],
    ['k', 'D-Wren'],
  ] as const) {
    fireEvent.keyDown(window, { key })
    await waitFor(() => expect(chosen()).toBe(droneId))
  }
  expect(screen.getByRole('status').textContent).toBe('Wren, 3 of 3 in trouble')
})
test('the keys do nothing while the person types or holds Ctrl', async () => {
  render(<Page />)
  fireEvent.keyDown(screen.getByLabelText('search'), { key: 'j' })
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
  await new Promise((done) => setTimeout(done, 50))
  expect(chosen()).toBe('')
})
