import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { ApplicationListScreen } from './application-list-screen.tsx'
import { application, applications, base, refusal } from './testing-accounts.ts'
import { findDialog, leave, show } from './testing-show.tsx'

afterEach(leave)

const first = application()
const second = application({
  applyId: '0190a000-0000-7000-8000-0000000000c2',
  accountName: 'South Maker',
  applyType: 1,
  accountType: 3,
  current: null,
  customDomain: 'south.example.com',
})
const open = `/?open=${first.applyId}`
const pass = async (name: string): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  const question = within(await findDialog(`Approve ${name}?`))
  fireEvent.click(question.getByRole('button', { name: 'Approve' }))
}
describe('the applications', () => {
  test('are counted by the state of their review, which filters them', async () => {
    const { sent } = await show(
      ApplicationListScreen,
      {},
      { [`${base}/getApplyList`]: () => applications([first, second]) },
    )
    await screen.findByText('South Maker')
    const chips = within(screen.getByRole('group', { name: 'Status' })).getAllByRole('button')
    expect(chips.map(({ textContent }) => textContent)).toEqual([
      'All52',
      'Pending6',
      'Approved41',
      'Rejected5',
    ])
    fireEvent.click(chips[1]!)
    await waitFor(() => expect(chips[1]!.getAttribute('aria-pressed')).toBe('true'))
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({
        path: `${base}/getApplyList`,
        query: { applyStatus: '1' },
      }),
    )
  })

  test('a change is shown field by field, old next to new, and unchanged fields are collapsed', async () => {
    await show(
      ApplicationListScreen,
      {},
      {
        [`${base}/getApplyList`]: () => applications([first]),
        [`${base}/applyDetail`]: () => Response.json(first),
      },
      open,
    )
    expect(
      (await screen.findByText('North Spraying', { selector: 'del' })).closest('div')!.textContent,
    ).toBe('NameBeforeNorth SprayingAfterNorth Spraying Ltd')
    expect(screen.getByText('0571 1234', { selector: 'ins' })).toBeTruthy()
    expect(screen.getByText('8 fields unchanged').closest('details')!.open).toBe(false)
  })

  test('a registration is shown completely, with its future address', async () => {
    await show(
      ApplicationListScreen,
      {},
      {
        [`${base}/getApplyList`]: () => applications([second]),
        [`${base}/applyDetail`]: () => Response.json(second),
      },
      `/?open=${second.applyId}`,
    )
    expect(
      await screen.findByText('This address becomes active when the application is approved.'),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: /south\.example\.com/ })).toBeTruthy()
    expect(screen.queryByText('Now')).toBeNull()
  })

  test('approving asks for confirmation, and can open the oldest pending application next', async () => {
    const { sent, router } = await show(
      ApplicationListScreen,
      {},
      {
        [`${base}/getApplyList`]: () => applications([second]),
        [`${base}/applyDetail`]: () => Response.json(first),
        [`${base}/applyStatus`]: () => Response.json({ ...first, applyStatus: 2 }),
      },
      open,
    )
    await pass(first.accountName)
    const next = await screen.findByRole('button', { name: 'Next pending application' })
    expect(router.state.location.search).toBe(`?open=${first.applyId}`)
    fireEvent.click(next)
    await waitFor(() => expect(router.state.location.search).toBe(`?open=${second.applyId}`))
    expect(sent.find(({ path }) => path === `${base}/applyStatus`)?.body).toEqual({
      applyId: first.applyId,
      applyStatus: 2,
      reason: null,
    })
  })

  test('the last one closes the drawer', async () => {
    const { router } = await show(
      ApplicationListScreen,
      {},
      {
        [`${base}/getApplyList`]: () => applications([]),
        [`${base}/applyDetail`]: () => Response.json(first),
        [`${base}/applyStatus`]: () => Response.json({ ...first, applyStatus: 2 }),
      },
      open,
    )
    await pass(first.accountName)
    fireEvent.click(await screen.findByRole('button', { name: 'Next pending application' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  test('a rejection requires a reason', async () => {
    const { sent } = await show(
      ApplicationListScreen,
      {},
      {
        [`${base}/getApplyList`]: () => applications([first]),
        [`${base}/applyDetail`]: () => Response.json(first),
        [`${base}/applyStatus`]: () => Response.json({ ...first, applyStatus: 3 }),
      },
      open,
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Reject …' }))
    const box = screen.getByRole('textbox', { name: 'Reason' })
    expect(document.activeElement).toBe(box)
    fireEvent.click(screen.getByRole('button', { name: 'Reject with this reason' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a reason')
    expect(sent.some(({ path }) => path === `${base}/applyStatus`)).toBe(false)
    fireEvent.change(box, { target: { value: ' The licence cannot be read ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Reject with this reason' }))
    await waitFor(() =>
      expect(sent.find(({ path }) => path === `${base}/applyStatus`)?.body).toEqual({
        applyId: first.applyId,
        applyStatus: 3,
        reason: 'The licence cannot be read',
      }),
    )
  })

  test('another reviewer was faster: a message shows their decision', async () => {
    const decided = {
      ...first,
      applyStatus: 3 as const,
      reviewerName: 'Zhao',
      reviewTime: '2026-11-21T00:00:00Z',
      reason: 'Wrong code',
    }
    let isDecided = false
    await show(
      ApplicationListScreen,
      {},
      {
        [`${base}/getApplyList`]: () => applications([first]),
        [`${base}/applyDetail`]: () => Response.json(isDecided ? decided : first),
        [`${base}/applyStatus`]: () => {
          isDecided = true
          return refusal(409, 'application_closed', 'Already decided.')()
        },
      },
      open,
    )
    expect(await screen.findByRole('region', { name: 'Decision' })).toBeTruthy()
    await pass(first.accountName)
    expect(await screen.findByText('Someone else has already decided')).toBeTruthy()
    expect(screen.getByText(/Zhao/)).toBeTruthy()
    expect(screen.getByText('Wrong code')).toBeTruthy()
    // Query the section: the confirmation has the same button, and closes with a delay.
    expect(screen.queryByRole('region', { name: 'Decision' })).toBeNull()
  })

  test('people who may only view applications see no buttons to decide', async () => {
    const read = { ...first, can: { review: false } }
    await show(
      ApplicationListScreen,
      {},
      {
        [`${base}/getApplyList`]: () => applications([read]),
        [`${base}/applyDetail`]: () => Response.json(read),
      },
      open,
    )
    await screen.findByText('You can view this application but not decide it.')
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })
})
