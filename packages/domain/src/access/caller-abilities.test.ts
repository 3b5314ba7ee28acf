import { expect, test } from 'vitest'
import { callerAbilities } from './caller-abilities.ts'
import { rights } from './rights.ts'

const as = (kind: 'manufacturer' | 'operator' | 'sub-platform') =>
  callerAbilities({ rights, scope: { kind: 'accounts', accountIds: ['a'], as: kind } })

test('a government with every right manages accounts, zones and terms, but no equipment', () => {
  expect(callerAbilities({ rights, scope: { kind: 'region', prefix: '156' } })).toEqual({
    manageEquipment: false,
    manageModels: false,
    mergeManufacturers: false,
    manageAccounts: true,
    setPrices: false,
    manageNoFlyZones: true,
    manageTerms: true,
    receiveBulletins: false,
  })
})

test('manufacturers manage models, operators do not; only platforms merge manufacturers', () => {
  expect([as('manufacturer').manageModels, as('operator').manageModels]).toEqual([true, false])
  expect(
    [as('manufacturer'), as('operator'), as('sub-platform')].map((one) => one.mergeManufacturers),
  ).toEqual([false, false, true])
})

test('bulletins are sent to manufacturers and operators', () => {
  expect(
    [as('manufacturer'), as('operator'), as('sub-platform')].map((one) => one.receiveBulletins),
  ).toEqual([true, true, false])
})

test('without rights, nothing is allowed', () => {
  const none = callerAbilities({ rights: [], scope: { kind: 'all' } })
  expect(Object.values(none)).toEqual(Object.values(none).map(() => false))
})
