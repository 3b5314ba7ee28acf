import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../lib/query.ts'
import { TableUpload } from './table-upload.tsx'

const file = new File(['number'], 'parts.csv', { type: 'text/csv' })
const found = {
  rows: 3,
  good: 2,
  digest: 'd1',
  shown: [
    { line: 2, cells: { number: 'A1' }, wrong: [] },
    { line: 3, cells: { number: '' }, wrong: [{ column: 'number', message: 'is missing' }] },
  ],
}

const show = (preview: (file: File) => Promise<typeof found>) => {
  const take = vi.fn<(file: File, what: typeof found) => Promise<void>>(async () => undefined)
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={queryClient}>
      <TableUpload<typeof found>
        title="Parts"
        texts={{
          about: 'About',
          drop: 'Drop',
          reading: 'Reading',
          limits: 'Limits',
          template: 'Template',
          templateName: 'parts',
          line: 'Line',
          other: 'Another file',
        }}
        describe={({ rows, good, shown }) => ({
          title: `${good} of ${rows}`,
          shownOfAll: `shown: ${shown.length}`,
          take: `Add ${good}`,
        })}
        columns={() => [{ key: 'number', title: 'Number' }]}
        preview={preview}
        take={take}
        template={async () => new Blob()}
        onClose={onClose}
      />
    </QueryClientProvider>,
  )
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } })
  return { take, onClose }
}

test('errors are first, at their cells, and exactly the previewed file is submitted', async () => {
  const { take } = show(async () => found)
  await screen.findByText('2 of 3')
  const rows = within(screen.getByRole('dialog'))
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows.filter((text) => /^\d/.test(text))).toEqual(['3is missing', '2A1'])
  screen.getByText('shown: 2')
  fireEvent.click(screen.getByRole('button', { name: 'Add 2' }))
  await waitFor(() => expect(take).toHaveBeenCalledWith(file, found))
})

test('a file with errors only cannot be submitted; another file can be chosen', async () => {
  show(async () => ({ ...found, good: 0 }))
  expect((await screen.findByRole('button', { name: 'Add 0' })).hasAttribute('disabled')).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Another file' }))
  await screen.findByText('Drop')
})
