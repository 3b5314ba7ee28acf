import { expect, test } from 'vitest'
import { listDifferences } from './field-differences.ts'
import { addressOfHost } from './host-address.ts'
import { madePassword } from '../../../ui/made-password.ts'
import { toScreenList } from './screen-lists.ts'
import { application } from './testing-accounts.ts'

test('a change is shown field by field; empty and missing are the same', () => {
  const { proposed, current } = application()
  const { changed, same } = listDifferences(
    { ...current!, email: '' },
    { ...proposed, email: null },
  )
  expect(changed).toEqual([
    { field: 'accountName', before: 'North Spraying', after: 'North Spraying Ltd' },
    { field: 'contactPhone', before: null, after: '0571 1234' },
  ])
  expect(same.map(({ field }) => field)).toEqual([
    'regionCode',
    'legal',
    'creditCode',
    'busiLicense',
    'companyLogo',
    'contactName',
    'email',
    'contactAddress',
  ])
})

test('a generated password meets the rule, with any random values', () => {
  for (let i = 0; i < 200; i++)
    expect(madePassword()).toMatch(/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{12}$/)
  // A password of letters only is generated again.
  let round = 0
  expect(
    madePassword((values) =>
      values.map((_, at) => (round < 12 ? (round++, 0) : at === 0 ? 50 : 1)),
    ),
  ).toMatch(/\d/)
})

test('a list of screens keeps companion screens, default screens, and screens that were not offered', () => {
  expect(
    toScreenList(
      ['unified-task-list'],
      ['unified-task-list', 'drone-list'],
      ['drone-list', 'firmware-list'],
    ).toSorted(),
  ).toEqual([
    'account-detail',
    'firmware-list',
    'monitor',
    'unified-task-chart',
    'unified-task-drone-list',
    'unified-task-list',
  ])
})

test('the address of another host keeps protocol and port', () => {
  expect(addressOfHost('north.localhost', { protocol: 'http:', port: '8080' })).toBe(
    'http://north.localhost:8080',
  )
  expect(addressOfHost('north.example.com', { protocol: 'https:', port: '' })).toBe(
    'https://north.example.com',
  )
})
