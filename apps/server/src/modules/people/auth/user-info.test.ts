import { expect, test } from 'vitest'
import { authRoutes } from '@swath/contract/people/auth'
import { toPolicyFacts, userOfWire } from '@swath/contract/people/access'
import { listScreens } from '@swath/domain/access/policy'
import type { ThemeFacts } from '@swath/domain/access/policy-facts'
import { rightsByUserType, userTypes } from '@swath/domain/access/rights'
import { accountTypes } from '@swath/domain/access/screens'
import type { Caller } from '@swath/domain/access/caller'
import type { Person } from '../../../platform/auth/people.queries.ts'
import { masked, toUserInfo } from './user-info.ts'

test('a phone number shows its first and last three digits', () => {
  expect(masked({ phone: '+86-13800000001', email: null })).toBe('138*****001')
  expect(masked({ phone: '+66-812345678', email: null })).toBe('812***678')
  expect(masked({ phone: null, email: 'li@example.com' })).toBe('l***@example.com')
})

test('the console and the server derive the same screens', () => {
  const person = {
    phone: '+86-13800000001',
    email: null,
    headUrl: null,
    logoUrl: null,
    regionCode: '156330106',
    path: '/019a0000000070008000000000000001/019a0000000070008000000000000002/',
  } as Person
  const theme: ThemeFacts = { hasWorkbench: true, hasStatScreen: true, screensRemoved: ['tools'] }
  for (const accountType of accountTypes) {
    for (const userType of userTypes) {
      for (const flag of [true, false]) {
        const caller: Caller = {
          userId: '019a0000-0000-7000-8000-000000000001',
          userName: 'x',
          userType,
          rights: rightsByUserType[userType],
          personal: false,
          accountId: '019a0000-0000-7000-8000-000000000002',
          accountName: 'y',
          accountType,
          operatorType: accountType === 'operator' ? (flag ? 'personal' : 'team') : null,
          checkStatus: flag ? 'passed' : 'waiting',
          tag: flag ? 'north' : null,
          accountScreens: flag ? ['monitor', 'drone-list'] : null,
          vipLevel: flag ? 1 : 0,
          canCreateSub: flag,
          leaseAccount: flag,
          tenant: !flag,
          regionCode: '156330106',
          timeZone: 'Asia/Shanghai',
          scope: { kind: 'all' },
        }
        const info = authRoutes.getOwnInfo.out.parse(toUserInfo({ ...person, accountType }, caller))
        expect([info.teamType, info.accountCatalogLevel]).toEqual([info.operatorType, 1])
        expect(listScreens(toPolicyFacts(userOfWire(info)), theme)).toEqual(
          listScreens(caller, theme),
        )
      }
    }
  }
})
