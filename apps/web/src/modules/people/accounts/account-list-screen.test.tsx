import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { AccountListScreen } from './account-list-screen.tsx'
import { account, accounts, base, refusal, toRow } from './testing-accounts.ts'
import { findDialog, leave, show } from './testing-show.tsx'

afterEach(leave)

const north = account()
const list = {
  [`${base}/getAccountList`]: () => accounts([north]),
  [`${base}/detail`]: () => Response.json(north),
}

describe('the list of accounts', () => {
  test('shows accounts with totals, a dash for missing values, and the filters in the URL', async () => {
    const { sent } = await show(
      AccountListScreen,
      {},
      { [`${base}/getAccountList`]: () => accounts([{ ...north, contactName: null }]) },
      '/?accountType=4&isAll=1&search=North&order=-droneNum',
    )
    const row = (await screen.findByText('North Spraying')).closest('tr')!
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
        .slice(1),
    ).toEqual(['North Spraying', 'Operator', 'Approved', '', 'China / Zhejiang', '–', '7', '12'])
    expect(
      within(screen.getByRole('group', { name: 'Status' }))
        .getAllByRole('button')
        .map((chip) => chip.textContent),
    ).toEqual([
      'All15',
      'Governments1',
      'Manufacturers2',
      'Operators3',
      'Farmers4',
      'Sub-platforms5',
      'Pending6',
    ])
    expect(screen.getByRole('button', { name: /^Operators/, pressed: true })).toBeTruthy()
    const pending = screen.getByRole('button', { name: /^Pending/, pressed: false })
    fireEvent.click(pending)
    await screen.findByRole('button', { name: /^Pending/, pressed: true })
    expect(screen.getByRole('button', { name: /^Operators/, pressed: true })).toBeTruthy()
    fireEvent.click(pending)
    await screen.findByRole('button', { name: /^Pending/, pressed: false })
    expect(sent.some(({ path }) => path === `${base}/getAccountList`)).toBe(true)
  })

  test('a row opens the details of the account, with a link to its drones', async () => {
    await show(
      AccountListScreen,
      {},
      {
        ...list,
        [`${base}/detail`]: () =>
          Response.json(
            account({
              customDomain: 'north.example.com',
              busiLicense: '/api/files/gone-gone-gone-gone-gone',
            }),
          ),
      },
    )
    fireEvent.click(await screen.findByText('North Spraying'))
    expect((await screen.findByRole('link', { name: /7 drones/ })).getAttribute('href')).toBe(
      '/drone-list?yyAccountName=North+Spraying',
    )
    expect(screen.getByText('Old Road 1')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'north.example.com' })).toBeTruthy()
    expect(await screen.findByText('The picture is no longer available.')).toBeTruthy()
  })

  test('disabling shows how many people are signed out at once, and how many accounts below are affected', async () => {
    const { sent } = await show(
      AccountListScreen,
      {},
      { ...list, [`${base}/enable`]: () => Response.json({ ...toRow(north), enabled: false }) },
    )
    fireEvent.click(await screen.findByRole('switch', { name: 'North Spraying is enabled' }))
    const dialog = await findDialog('Disable North Spraying?')
    expect(within(dialog).getByText(/12 people are signed out immediately/)).toBeTruthy()
    expect(within(dialog).getByText(/its 3 sub-accounts/)).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Disable' }))
    await waitFor(() =>
      expect(sent.find(({ path }) => path === `${base}/enable`)?.body).toEqual({
        accountId: north.accountId,
        opr: 'disable',
      }),
    )
  })

  test('an account is deleted only after its name is typed; a refusal lists what still belongs to it', async () => {
    const { sent } = await show(
      AccountListScreen,
      {},
      {
        ...list,
        [`${base}/${north.accountId}`]: refusal(409, 'in_use', 'This is still in use.', [
          { path: 'drones', message: '7 drones' },
          { path: 'plots', message: '5 plots' },
        ]),
      },
    )
    fireEvent.click(await screen.findByText('North Spraying'))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = await findDialog('Delete North Spraying?')
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(
      true,
    )
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'North Spraying' } })
    await waitFor(() =>
      expect(
        within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled,
      ).toBe(false),
    )
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    const refused = await findDialog('North Spraying can’t be deleted')
    expect(
      within(refused)
        .getAllByRole('listitem')
        .map((reason) => reason.textContent),
    ).toEqual(['7 drones', '5 plots'])
    expect(sent.filter(({ path }) => path === `${base}/${north.accountId}`)).toHaveLength(1)
  })

  test('people without the right have no button', async () => {
    await show(
      AccountListScreen,
      { accountType: 2, userType: 3 },
      {
        [`${base}/getAccountList`]: () =>
          accounts([{ ...north, can: { update: false, enable: false, delete: false } }], {
            create: false,
            createSubCompany: false,
            createSubPlatform: false,
          }),
        [`${base}/detail`]: () =>
          Response.json({ ...north, can: { update: false, enable: false, delete: false } }),
      },
    )
    fireEvent.click(await screen.findByText('North Spraying'))
    await screen.findByText('Old Road 1')
    for (const name of [/Create/, 'Edit', 'Disable', 'Delete'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  test('selected accounts are disabled one after the other, and failures are reported by name', async () => {
    const south = account({
      accountId: '0190a000-0000-7000-8000-0000000000b2',
      accountName: 'South Spraying',
      memberNum: 1,
    })
    await show(
      AccountListScreen,
      {},
      {
        [`${base}/getAccountList`]: () => accounts([north, south]),
        [`${base}/enable`]: ({ body }) =>
          (body as { accountId: string }).accountId === south.accountId
            ? refusal(403, 'forbidden', 'Not allowed.')()
            : Response.json({ ...toRow(north), enabled: false }),
      },
    )
    await screen.findByText('South Spraying')
    fireEvent.click(screen.getByRole('checkbox', { name: /select all/i }))
    fireEvent.click(await screen.findByRole('button', { name: 'Disable' }))
    const question = await findDialog('Disable 2 accounts?')
    expect(within(question).getByText(/13 people are signed out/)).toBeTruthy()
    fireEvent.click(within(question).getByRole('button', { name: 'Disable' }))
    expect(await screen.findByText('1 done, 1 failed:')).toBeTruthy()
    expect(screen.getByText('Not allowed.').closest('li')!.textContent).toContain('South Spraying')
  })

  test('no accounts, no permission and a failed request are distinguished', async () => {
    await show(AccountListScreen, {}, { [`${base}/getAccountList`]: () => accounts([]) })
    await screen.findByText('No accounts yet')
  })
  test('not permitted', async () => {
    await show(
      AccountListScreen,
      {},
      { [`${base}/getAccountList`]: refusal(403, 'forbidden', 'No.') },
    )
    await screen.findByText('You don’t have access')
  })
})

const fill = (dialog: HTMLElement, values: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(values))
    fireEvent.change(within(dialog).getByRole('textbox', { name }), { target: { value } })
}

describe('creating and changing an account', () => {
  test('a change sends the form’s values in the format of the contract', async () => {
    const { sent } = await show(
      AccountListScreen,
      {},
      { ...list, [`${base}/${north.accountId}`]: () => Response.json(north) },
    )
    fireEvent.click(await screen.findByText('North Spraying'))
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    const dialog = await findDialog('Edit North Spraying')
    fill(dialog, { 'Name': 'North Spraying Ltd', 'E-mail': 'office@example.com', 'Address': '' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent.find(({ path }) => path === `${base}/${north.accountId}`)?.body).toEqual({
        accountName: 'North Spraying Ltd',
        regionCode: '156330000',
        contactName: 'Li',
        contactPhone: null,
        contactAddress: null,
        email: 'office@example.com',
        legal: null,
        creditCode: null,
        busiLicense: null,
        companyLogo: null,
        operatorType: '1',
        vipLevel: 0,
        canCreateSub: false,
        leaseAccount: false,
        version: 1,
      }),
    )
  })

  test('errors are shown at the field, and nothing is sent', async () => {
    const { sent } = await show(AccountListScreen, {}, list)
    fireEvent.click(await screen.findByRole('button', { name: 'Create an account' }))
    const dialog = await findDialog('Create an account')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create an account' }))
    expect(
      (await within(dialog).findAllByText('Please fill in this field')).length,
    ).toBeGreaterThanOrEqual(4)
    expect(sent.some(({ body }) => body !== undefined)).toBe(false)
  })

  test('a password can be generated, and is then visible', async () => {
    await show(AccountListScreen, {}, list)
    fireEvent.click(await screen.findByRole('button', { name: 'Create an account' }))
    const dialog = await findDialog('Create an account')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Generate' }))
    expect(within(dialog).getByLabelText<HTMLInputElement>('Password').value).toMatch(
      /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{12}$/,
    )
    expect(within(dialog).getByLabelText<HTMLInputElement>('Password').type).toBe('text')
  })
})
