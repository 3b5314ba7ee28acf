import { expect, test } from 'vitest'
import { createKeyPair, openWith, sealTo } from './hpke.ts'

const hex = (text: string): Buffer => Buffer.from(text, 'hex')

test('opens the vector of RFC 9180 for this suite (base mode, KEM 0x0020, KDF 1, AEAD 2)', () => {
  const opened = openWith(
    hex('497b4502664cfea5d5af0b39934dac72242a74f8480451e1aee7d6a53320333d'),
    hex(
      '6c93e09869df3402d7bf231bf540fadd35cd56be14f97178f0954db94b7fc256' +
        'e5d84cd531cfb583096e7cfa9641bd3079cf3a91cda813c52deb5f512be9931980a41de125a925cdad859d5b7a',
    ),
    'Ode on a Grecian Urn',
    Buffer.from('Count-0'),
  )
  expect(opened.toString()).toBe('Beauty is truth, truth beauty')
})

test('what is sealed opens with the private key only, unchanged, and for its purpose', () => {
  const { publicKey, privateKey } = createKeyPair()
  const secret = Buffer.from('a secret')
  const sealed = sealTo(publicKey, secret, 'test')
  expect(openWith(privateKey, sealed, 'test')).toEqual(secret)
  expect(sealTo(publicKey, secret, 'test')).not.toEqual(sealed)
  expect(() => openWith(createKeyPair().privateKey, sealed, 'test')).toThrow()
  expect(() => openWith(privateKey, sealed, 'another')).toThrow()
  for (const at of [0, 40, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => openWith(privateKey, changed, 'test')).toThrow()
  }
})
