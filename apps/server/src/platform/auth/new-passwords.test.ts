import { expect, test } from 'vitest'
import { NewPassword } from '@swath/contract/fields'
import { ServiceError } from '../errors/fail.ts'
import { findPasswordFault, hashNewPassword } from './new-passwords.ts'

const refusal = async (password: string, ...names: (string | null)[]): Promise<unknown> => {
  try {
    await hashNewPassword(password, names)
    return null
  } catch (error) {
    if (error instanceof ServiceError) return [error.code, error.details]
    throw error
  }
}
const refused = ['invalid_input', [{ path: 'password', message: 'passwordNamesPerson' }]]
const common = ['invalid_input', [{ path: 'password', message: 'passwordCommon' }]]

test.each([
  ['13800001234a', '+86-13800001234'],
  ['a13800001234', '+86-13800001234'],
  ['138a0000b1234', '+86-13800001234'],
  ['8613800001234a', '+86-13800001234'],
  ['LiZhenhua1', 'li.zhenhua@example.org'],
  ['lizhenhua2026', 'LiZhenhua@example.org'],
])('%s is rejected as a password of %s', async (password, name) => {
  expect(await refusal(password, null, name)).toEqual(refused)
})

test.each([
  ['Harvest2027', '+86-13800001234'],
  ['13800001235a', '+86-13800001234'],
  ['Lina2026x', 'li@example.org'],
  ['Harvest2027', null],
])('%s is accepted as a password of %s', async (password, name) => {
  expect(await refusal(password, name)).toBeNull()
})

test.each(['password1', 'Password1', '1QAZ2wsx', 'abcd1234', 'qwerty123', 'a123456789'])(
  'the common password %s is rejected',
  async (password) => {
    expect(await refusal(password, null)).toEqual(common)
  },
)

test('at least the 3,000 most common passwords that meet the rule are rejected', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const meeting = dictionary['passwords-common'].filter((one) => NewPassword.safeParse(one).success)
  expect(meeting.length).toBeGreaterThan(3_000)
  for (const password of meeting)
    expect(await findPasswordFault(password, []), password).toBe('passwordCommon')
})
