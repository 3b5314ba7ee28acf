import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../lib/query.ts'
import { serve } from '../testing-console.ts'
import { ImageUpload } from './image-upload.tsx'

const key = 'k'.repeat(43)
const png = (name = 'x.png', type = 'image/png', bytes = 10): File => {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}

let blobs = 0
beforeEach(() => {
  queryClient.clear()
  URL.createObjectURL = () => `blob:${++blobs}`
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
})

const show = (first: string | null = null, purpose: 'avatar' | 'logo' | 'licence' = 'avatar') => {
  const changes = vi.fn<(url: string | null) => void>()
  const Form = () => {
    const [value, setValue] = useState(first)
    return (
      <ImageUpload
        value={value}
        label="Portrait"
        purpose={purpose}
        onChange={(url) => {
          setValue(url)
          changes(url)
        }}
      />
    )
  }
  render(<Form />)
  return changes
}
const choose = (file: File): void => {
  fireEvent.change(screen.getByLabelText('Portrait', { selector: 'input' }), {
    target: { files: [file] },
  })
}

describe('the picture field of a form', () => {
  test('uploads the chosen file, shows its progress, and can preview and remove it', async () => {
    const sent = serve({ '/api/user/upload': () => Response.json({ url: `/api/files/${key}` }) })
    const changes = show()
    choose(png())
    expect(screen.getByRole('progressbar', { name: 'Uploading, 50%' })).toBeTruthy()
    await waitFor(() => expect(changes).toHaveBeenCalledWith(`/api/files/${key}`))
    expect((sent[0]!.body as { file: File }).file.name).toBe('x.png')
    expect(screen.queryByRole('progressbar')).toBeNull()

    fireEvent.click(screen.getByRole('button', { name: 'View larger: Portrait' }))
    const dialog = screen.getByRole('dialog', { name: 'Portrait' })
    expect(within(dialog).getByRole('img', { name: 'Portrait' }).getAttribute('src')).toMatch(
      /^blob:/,
    )
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()

    fireEvent.click(screen.getByRole('button', { name: 'Remove: Portrait' }))
    expect(changes).toHaveBeenLastCalledWith(null)
    expect(document.activeElement?.textContent).toBe('Choose a picture')
  })

  test('accepts a dropped file', async () => {
    serve({ '/api/user/upload': () => Response.json({ url: `/api/files/${key}` }) })
    const changes = show()
    fireEvent.drop(screen.getByRole('group', { name: 'Portrait' }), {
      dataTransfer: { files: [png()] },
    })
    await waitFor(() => expect(changes).toHaveBeenCalledWith(`/api/files/${key}`))
  })

  test.each([
    [
      'the sentence of the server',
      () =>
        Response.json(
          { code: 'image_unreadable', message: 'Das ist kein Bild.', traceId: 't' },
          { status: 400 },
        ),
      'Das ist kein Bild.',
    ],
    [
      'what a proxy answers without a sentence',
      () => new Response('<html>', { status: 502 }),
      /status 502/,
    ],
    [
      'a server that is away',
      () => Response.error(),
      'The server cannot be reached. Check your connection and try again.',
    ],
  ])('reports %s, and is no longer busy', async (_what, answer, sentence) => {
    serve({ '/api/user/upload': answer })
    const changes = show()
    choose(png())
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.getByRole('group', { name: 'Portrait' }).getAttribute('aria-busy')).toBe('false')
    expect(changes).not.toHaveBeenCalled()
  })

  test.each([
    ['a GIF', png('x.gif', 'image/gif'), 'Only JPEG and PNG pictures are accepted.'],
    ['eleven megabytes', png('x.png', 'image/png', 11 << 20), 'The picture is larger than 10 MB.'],
  ])('%s is refused before it is sent', async (_what, file, sentence) => {
    const sent = serve({})
    show()
    choose(file)
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect(sent).toEqual([])
  })

  test('fetches a licence picture with the token instead of by its address', async () => {
    const sent = serve({ [`/api/files/${'l'.repeat(43)}`]: () => new Response(new Blob(['x'])) })
    show(`/api/files/${'l'.repeat(43)}`, 'licence')
    expect(
      (await screen.findByRole('button', { name: 'View larger: Portrait' }))
        .querySelector('img')!
        .getAttribute('src'),
    ).toMatch(/^blob:/)
    expect(sent).toHaveLength(1)
  })

  test('reports that a licence picture is gone, and another can be chosen', async () => {
    serve({})
    show(`/api/files/${'g'.repeat(43)}`, 'licence')
    expect(await screen.findByText('The picture can’t be shown.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Replace' })).toBeTruthy()
  })

  test('claimed pictures have their own address', () => {
    show('/api/files/logo-of-somebody-else-0000')
    expect(
      screen
        .getByRole('button', { name: 'View larger: Portrait' })
        .querySelector('img')!
        .getAttribute('src'),
    ).toBe('/api/files/logo-of-somebody-else-0000')
  })
})
