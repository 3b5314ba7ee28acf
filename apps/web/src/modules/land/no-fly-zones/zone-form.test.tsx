import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { TestStage } from '../../../testing-stage.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { ZoneFields, ZoneFormSchema } from './zone-form.tsx'

const corners = (...places: [number, number][]) => ({
  kind: 'polygon' as const,
  rings: [[...places, places[0]!]],
})
const square = corners([100, 30], [100.1, 30], [100.1, 30.1], [100, 30.1])

const show = (initial: object) => {
  const send = vi.fn<(value: unknown) => Promise<undefined>>(async () => undefined)
  const router = createMemoryRouter([
    {
      path: '/',
      Component: () => (
        <FormDrawer
          open
          title="Zone"
          schema={ZoneFormSchema}
          onClose={() => undefined}
          onSubmit={send}
          initial={initial}
          isBesideMap
          messages={{
            upperBelowLower: 'upper below lower',
            untilBeforeFrom: 'until before from',
            shapeBroken: 'shape broken',
          }}
        >
          <ZoneFields />
        </FormDrawer>
      ),
    },
  ])
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <TestStage>
          <RouterProvider router={router} />
        </TestStage>
      </App>
    </QueryClientProvider>,
  )
  return send
}
const base = {
  noflyName: 'Dam',
  type: 1,
  kind: 'stay_out',
  restriction: 'prohibited',
  reasons: [],
  message: '',
  authorities: [],
  detailAddress: '',
  lowerM: null,
  upperM: null,
  lowerReference: 'ground',
  upperReference: 'ground',
  validFrom: null,
  validUntil: null,
  windows: [],
  timeZone: null,
  shape: square,
}
const type = (name: string, text: string): void => {
  const box = screen.getByRole<HTMLInputElement>('spinbutton', { name })
  fireEvent.change(box, { target: { value: text } })
  fireEvent.blur(box)
}

describe('the form of a zone', () => {
  test('sends the input of the contract', async () => {
    const send = show(base)
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(send).toHaveBeenCalledWith({ ...base }))
  })
  test('reports missing and invalid values at their fields', async () => {
    const send = show({ ...base, noflyName: '', lowerM: 50, upperM: 20 })
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Please fill in this field')).toBeTruthy()
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Dam' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('upper below lower')).toBeTruthy()
    expect(send).not.toHaveBeenCalled()
  })
  test('a self-intersecting outline is reported with its position and not sent', async () => {
    const send = show({
      ...base,
      shape: corners([100, 30], [100.1, 30.1], [100.1, 30], [100, 30.1]),
    })
    expect(await screen.findByText('The outline crosses itself')).toBeTruthy()
    expect(screen.getByText(/100\.05000°, 30\.05000°/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('shape broken')).toBeTruthy()
    expect(send).not.toHaveBeenCalled()
  })
  test('corners can be typed: moved, added and removed', async () => {
    const send = show(base)
    fireEvent.click(await screen.findByText('Coordinates in degrees'))
    type('Longitude of corner 2', '100.2')
    fireEvent.click(screen.getByRole('button', { name: 'Add a corner' }))
    type('Longitude of corner 5', '99.95')
    type('Latitude of corner 5', '30.05')
    fireEvent.click(screen.getByRole('button', { name: 'Remove corner 3' }))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(send).toHaveBeenCalledWith({
        ...base,
        shape: corners([100, 30], [100.2, 30], [100, 30.1], [99.95, 30.05]),
      }),
    )
  })
})
