import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App, Input, InputNumber } from 'antd'
import { useState, type ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DayInput } from './fields/field-inputs.tsx'
import { FormField } from './form-checks.tsx'
import { FormDrawer } from './form-drawer.tsx'

const Schema = z.object({ name: z.string().min(1), day: z.string().optional() })

/** Unmounts the whole form on close, as some screens do. */
const Screen = () => {
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <button onClick={() => setEditing(true)}>Edit</button>
      {isEditing && (
        <FormDrawer
          open
          title="The form"
          schema={Schema}
          initial={{ name: '' }}
          onClose={() => setEditing(false)}
          onSubmit={async () => undefined}
        >
          <FormField name="name" label="Name">
            <Input />
          </FormField>
          <FormField name="day" label="Day">
            <DayInput />
          </FormField>
        </FormDrawer>
      )}
    </>
  )
}

const open = (Component: ComponentType): unknown =>
  render(
    <App>
      <RouterProvider router={createMemoryRouter([{ path: '/', Component }])} />
    </App>,
  )

test('the focus returns to the opener even if the form is unmounted on close', async () => {
  open(Screen)
  const opener = screen.getByRole('button', { name: 'Edit' })
  opener.focus()
  fireEvent.click(opener)
  const field = await screen.findByLabelText('Name')
  field.focus()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('Enter in a calendar does not submit the form', async () => {
  open(Screen)
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
  const isSubmitting = (field: HTMLElement): boolean => fireEvent.keyDown(field, { key: 'Enter' })
  expect(isSubmitting(await screen.findByLabelText('Name'))).toBe(true)
  expect(isSubmitting(screen.getByLabelText('Day'))).toBe(false)
})

const Nozzle = z.object({ flow: z.number().positive(), note: z.string(), name: z.string().min(1) })

const NozzleForm = () => (
  <FormDrawer
    open
    title="Nozzle"
    schema={Nozzle}
    initial={{ flow: 0, note: '', name: '' }}
    onClose={() => undefined}
    onSubmit={async () => undefined}
  >
    <FormField name="flow" label="Flow">
      <InputNumber />
    </FormField>
    <FormField name="note" label="Note">
      <Input />
    </FormField>
    <FormField name="name" label="Name">
      <Input />
    </FormField>
  </FormDrawer>
)

test('a field says that its limit is excluded, and a text that may be empty is not required', async () => {
  open(NozzleForm)
  fireEvent.blur(await screen.findByLabelText('Flow'))
  await screen.findByText('More than 0')
  const isRequired = (label: string): boolean =>
    screen.getByText(label).classList.contains('ant-form-item-required')
  expect(['Flow', 'Note', 'Name'].map(isRequired)).toEqual([true, false, true])
})
