import { expect, test } from 'vitest'
import { callerAbilities } from './caller-abilities.ts'
import { rights } from './rights.ts'

const as = (kind: 'manufacturer' | 'operator' | 'sub-platform') =>
  callerAbilities({ rights, scope: { kind: 'accounts', accountIds: ['a'], as: kind } })

test('a government with every right manages accounts, zones and terms, and no equipment', () => {
  expect(callerAbilities({ rights, scope: { kind: 'region', prefix: '156' } })).toEqual({
    manageEquipment: false,
    manageModels: false,
    mergeManufacturers: false,
    manageAccounts: true,
    manageNoFlyZones: true,
    manageTerms: true,
    receiveBulletins: false,
  })
})

test('makers have models, operators do not; platforms alone say that two makers are one', () => {
  expect([as('manufacturer').manageModels, as('operator').manageModels]).toEqual([true, false])
  expect(
    [as('manufacturer'), as('operator'), as('sub-platform')].map((one) => one.mergeManufacturers),
  ).toEqual([false, false, true])
})

test('announcements are sent to makers and operators', () => {
  expect(
    [as('manufacturer'), as('operator'), as('sub-platform')].map((one) => one.receiveBulletins),
  ).toEqual([true, true, false])
})

test('without the rights, nothing', () => {
  const none = callerAbilities({ rights: [], scope: { kind: 'all' } })
  expect(Object.values(none)).toEqual(Object.values(none).map(() => false))
})
