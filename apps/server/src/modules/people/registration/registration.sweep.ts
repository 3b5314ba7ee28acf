// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { registrationRoutes } from '@swath/contract/people/registration'
import { featureSweep } from '../../../sweep/testing-cases.ts'

export const registrationSweep = featureSweep(registrationRoutes, {
  cases: {
    getVerify: {
      people: 'public',
      request: () => ({ query: { phoneNum: '+86-13800000000', codeType: '1' } }),
    },
    getVerifyCode: {
      people: 'public',
      request: () => ({ query: { email: 'nobody@example.com', codeType: '3' } }),
    },
    checkVerifyCode: {
      people: 'public',
      request: () => ({ query: { phoneNum: '+86-13800000000', verifyCode: '000000' } }),
    },
    loginSmS: {
      people: 'public',
      request: () => ({ body: { phoneNum: '+86-13800000000', verifyCode: '000000' } }),
    },
    resetPassword: {
      people: 'public',
      request: () => ({
        body: { phoneNum: '+86-13800000000', password: 'Swath2026', verifyCode: '000000' },
      }),
    },
    reg: {
      people: 'public',
      request: () => ({
        body: {
          phoneNum: '+86-13800000000',
          password: 'Swath2026',
          verifyCode: '000000',
          accountType: 4,
          accountName: 'Nobody',
          contactName: 'Nobody',
          regionCode: '156330106',
        },
      }),
    },
  },
})
