import { expect, test } from 'vitest'
import { parseLoginName } from './login-name.ts'

const thailand = { defaultCountryCode: '+66', countryCodes: ['+66', '+86', '+886'] }

test.each([
  ['0812345678', '+66-812345678'],
  ['081-234-5678', '+66-812345678'],
  ['812345678', '+66-812345678'],
  ['+66812345678', '+66-812345678'],
  ['+66-0812345678', '+66-812345678'],
  ['+86 138 0000 0001', '+86-13800000001'],
  ['+886912345678', '+886-912345678'],
  ['+886-0912345678', '+886-912345678'],
  ['+39-0612345678', '+39-0612345678'],
])('%s is the phone %s', (typed, phone) => {
  expect(parseLoginName(typed, thailand)).toEqual({ phone })
})

test.each(['', 'li', '1234', '+99812345678', '+66', '08123456789012345'])(
  '"%s" is nobody\'s name',
  (typed) => {
    expect(parseLoginName(typed, thailand)).toBeNull()
  },
)

test('e-mail addresses are case-insensitive', () => {
  expect(parseLoginName(' Li@Example.COM ', thailand)).toEqual({ email: 'li@example.com' })
})
