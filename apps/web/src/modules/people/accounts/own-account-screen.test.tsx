import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { watchDownloads } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { OwnAccountScreen } from './own-account-screen.tsx'
import { account, application, base, refusal } from './testing-accounts.ts'
import { findDialog, leave, show } from './testing-show.tsx'

afterEach(leave)

type Info = NonNullable<Parameters<typeof person>[0]>
const key = { vid: 7, fingerprint: '0123456789abcdef', createdAt: '2026-11-01T00:00:00Z' }
const open = (
  info: Info,
  own: ReturnType<typeof account>,
  newest: ReturnType<typeof application> | null = null,
  more: Parameters<typeof show>[2] = {},
) =>
  show(OwnAccountScreen, info, {
    '/api/user/baseaccount/info': () => Response.json(person(info)),
    [`${base}/own`]: () => Response.json(own),
    [`${base}/ownApply`]: () => Response.json({ application: newest }),
    [`${base}/secretKeys`]: () =>
      Response.json({ items: [key], can: { set: true, download: true } }),
    ...more,
  })

const operator = { accountType: 4, operatorType: '1' } as const

describe('the own account', () => {
  test('shows the account, the person’s rights, and whom to ask for more', async () => {
    await open({ ...operator, userType: 5 }, account())
    await screen.findByText('Old Road 1')
    expect(screen.getByText('Manage teams')).toBeTruthy()
    expect(screen.getByText(/Your account administrators/)).toBeTruthy()
  })

  test('a pending account explains why this is its only screen, and cannot be changed meanwhile', async () => {
    await open(
      { ...operator, checkStatus: 1 },
      account({ checkStatus: 1 }),
      application({ applyType: 1, current: null }),
    )
    expect(await screen.findByText('Your account is pending review')).toBeTruthy()
    expect(screen.getByText(/you can only use this screen/)).toBeTruthy()
    expect(screen.getByText(/reviewed by Platform/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /[Rr]esubmit/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  })

  test('a rejected registration shows the reason, and is resubmitted with corrections', async () => {
    const { sent } = await open(
      { ...operator, checkStatus: 3 },
      account({ checkStatus: 3 }),
      application({
        applyType: 1,
        applyStatus: 3,
        reason: 'The name is not that of the licence',
        current: null,
      }),
    )
    await screen.findByText('The name is not that of the licence')
    fireEvent.click(screen.getByRole('button', { name: 'Edit and resubmit' }))
    const dialog = await findDialog('Edit and resubmit')
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(
      'North Spraying Ltd',
    )
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Name' }), {
      target: { value: 'North Co' },
    })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Submit' }))
    await waitFor(() =>
      expect(sent.filter(({ body }) => body !== undefined).map(({ body }) => body)).toEqual([
        expect.objectContaining({
          accountName: 'North Co',
          contactPhone: '0571 1234',
          email: null,
        }),
      ]),
    )
  })

  test('a pending change is shown as a difference, and no second one can be submitted', async () => {
    await open(operator, account({ openApplyId: application().applyId }), application())
    expect(await screen.findByText('A change is pending review')).toBeTruthy()
    expect(screen.getByText('North Spraying Ltd', { selector: 'ins' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  })

  test('a rejected change shows the reason', async () => {
    await open(operator, account(), application({ applyStatus: 3, reason: 'Not readable' }))
    expect(await screen.findByText('Not readable')).toBeTruthy()
    expect(screen.getByText('Your last change was not approved')).toBeTruthy()
  })

  test('people who may not manage the account see who can', async () => {
    await open(
      { ...operator, userType: 3, checkStatus: 3 },
      account({ checkStatus: 3 }),
      application({ applyType: 1, applyStatus: 3, reason: 'Wrong', current: null }),
    )
    expect(await screen.findByText(/Your account administrator can correct/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /[Rr]esubmit/ })).toBeNull()
  })

  test('a failure shows its reason and can be retried', async () => {
    await open(operator, account(), null, {
      [`${base}/own`]: refusal(500, 'internal', 'The server stumbled.'),
    })
    expect(await screen.findByText('The server stumbled.')).toBeTruthy()
  })
})

describe('secret keys', () => {
  const maker = { accountType: 3 } as const
  test('replacing a key asks for confirmation, because the previous one becomes invalid', async () => {
    const { sent } = await open(maker, account({ accountType: 3 }), null, {
      [`${base}/secretKey/7`]: () => Response.json(key),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Renew the key of vendor number 7' }))
    const dialog = await findDialog('Create a new key for vendor number 7?')
    expect(within(dialog).getByText(/old key becomes invalid immediately/)).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create key' }))
    await waitFor(() => expect(sent.some(({ path }) => path === `${base}/secretKey/7`)).toBe(true))
  })

  test('the key is downloaded as a file', async () => {
    const saved = watchDownloads()
    await open(maker, account({ accountType: 3 }), null, {
      [`${base}/secretKey/7`]: () => new Response('secret'),
    })
    fireEvent.click(
      await screen.findByRole('button', { name: 'Download the key of vendor number 7' }),
    )
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['secret-key-7.key']))
  })

  test('a vendor number of another manufacturer is reported at the field', async () => {
    await open(maker, account({ accountType: 3 }), null, {
      [`${base}/secretKey/9`]: refusal(
        409,
        'vendor_number_taken',
        'Another manufacturer already has this vendor number.',
      ),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'New key' }))
    const dialog = await findDialog('New key')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create key' }))
    expect(await within(dialog).findByText('Enter the vendor number')).toBeTruthy()
    const box = within(dialog).getByRole('spinbutton', { name: 'Vendor number' })
    fireEvent.change(box, { target: { value: '9' } })
    fireEvent.blur(box)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create key' }))
    expect(
      await within(dialog).findByText('Another manufacturer already has this vendor number.'),
    ).toBeTruthy()
  })

  test('only manufacturers have keys', async () => {
    await open(operator, account())
    await screen.findByText('Old Road 1')
    expect(screen.queryByText('Secret keys')).toBeNull()
  })
})
