import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { showNotesWith } from '../../../../lib/errors.ts'
import { dropSession, keepSession } from '../../../../lib/session.ts'
import { serve, type Sent, watchDownloads } from '../../../../testing-console.ts'
import { person } from '../../../../testing-person.ts'
import { FlightsMenu, SortieTools } from './export-flights.tsx'

let saved: ReturnType<typeof watchDownloads>
const path = '/api/oper/drones/tracks/export'
const filtering = { droneId: 'SW-1', startTime: '2026-11-19T16:00:00.000Z' }
const fileReply = (name: string, body: BodyInit = 'x'.repeat(1_200_000)) =>
  new Response(body, {
    headers: {
      'content-disposition': `attachment; filename="${name}"`,
      'content-type': 'application/gpx+xml',
    },
  })

beforeEach(() => {
  saved = watchDownloads()
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person(),
  })
})
afterEach(() => {
  dropSession('signed-out')
  vi.unstubAllGlobals()
})

const show = (page: React.ReactNode) => {
  const router = createMemoryRouter([
    { path: '/', element: page },
    { path: '*', element: <p>elsewhere</p> },
  ])
  render(
    <App>
      <RouterProvider router={router} />
    </App>,
  )
  return router
}
const openExport = async (): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name: 'More', hidden: true }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Export tracks', hidden: true }))
}
const bodies = (sent: Sent[]) => sent.filter((one) => one.path === path).map(({ body }) => body)

describe('exporting flights', () => {
  test('exports the selected sorties or the whole list in the chosen format, with the server’s file name', async () => {
    const sent = serve({ [path]: () => fileReply('SW-1_2026-11-20_2-sorties.kml') })
    show(<FlightsMenu filtering={filtering} total={7} chosen={['a', 'b']} />)
    await openExport()
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole('radio', { name: '2 selected sorties' })).toHaveProperty(
      'checked',
      true,
    )
    fireEvent.click(within(dialog).getByRole('radio', { name: /KML/ }))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Export' }))
    await within(dialog).findByText('Saved as SW-1_2026-11-20_2-sorties.kml (1.2 MB).')
    fireEvent.click(within(dialog).getByRole('radio', { name: 'All 7 sorties in this list' }))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Export' }))
    await waitFor(() => expect(saved.length).toBe(2))
    expect(bodies(sent)).toEqual([
      { format: 'kml', droneId: 'SW-1', ids: ['a', 'b'] },
      { format: 'kml', ...filtering },
    ])
    expect(saved[0]!.name).toBe('SW-1_2026-11-20_2-sorties.kml')
  })

  test('shows the progress, continues after the dialog is closed, and can be cancelled', async () => {
    let send: ReadableStreamDefaultController<Uint8Array> | undefined
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = controller
      },
      cancel: () => {
        isCancelled = true
      },
    })
    serve({ [path]: () => fileReply('x.gpx', body) })
    const fetched = vi.mocked(fetch).getMockImplementation()!
    vi.mocked(fetch).mockImplementation(async (address, init) => {
      init?.signal?.addEventListener('abort', () => {
        isCancelled = true
        send?.error(init.signal!.reason)
      })
      return fetched(address, init)
    })
    const notes: string[] = []
    showNotesWith(({ text }) => {
      notes.push(text)
    })
    show(<FlightsMenu filtering={filtering} total={7} chosen={[]} />)
    await openExport()
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
    await screen.findByText('Preparing the first sortie…')
    send!.enqueue(new Uint8Array(2_500_000))
    await screen.findByText('2.5 MB received')
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
    await openExport()
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel export' }))
    await screen.findByText('Export cancelled.')
    expect([isCancelled, saved.length, notes]).toEqual([true, 0, []])
  })

  test('shows the server’s refusal verbatim, and can be retried', async () => {
    serve({
      [path]: () =>
        Response.json(
          { code: 'nothing_to_export', message: 'No sorties fit.', traceId: 't' },
          { status: 404 },
        ),
    })
    const notes: string[] = []
    showNotesWith(({ text }) => {
      notes.push(text)
    })
    show(<SortieTools droneId="SW-1" sortieId="a" />)
    fireEvent.click(screen.getByRole('button', { name: 'Export track' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
    await waitFor(() => expect(notes).toEqual(['No sorties fit.']))
    expect(await screen.findByRole('button', { name: 'Export' })).toHaveProperty('disabled', false)
    expect(saved).toEqual([])
  })

  test('reports too many sorties for one file before any request', async () => {
    serve({})
    show(<FlightsMenu filtering={filtering} total={10_001} chosen={[]} />)
    await openExport()
    await screen.findByText('A file can hold at most 10000 sorties. Choose a shorter period.')
    expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', true)
  })

  test('links to the printable report of the selected sorties, and of one', async () => {
    serve({})
    const router = show(
      <>
        <FlightsMenu filtering={filtering} total={7} chosen={['a', 'b']} />
        <SortieTools droneId="SW-1" sortieId="c" />
      </>,
    )
    expect(screen.getByRole('link', { name: 'Printable work report' }).getAttribute('href')).toBe(
      '/business_manage/drone-list/SW-1/report?sorties=c',
    )
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    fireEvent.click(
      await screen.findByRole('menuitem', { name: 'Printable work report of 2 sorties' }),
    )
    await screen.findByText('elsewhere')
    expect(router.state.location.search).toBe('?sorties=a,b')
  })
})
