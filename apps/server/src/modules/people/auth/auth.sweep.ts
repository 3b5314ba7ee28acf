// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { authRoutes } from '@swath/contract/people/auth'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { everyone } from '../../../sweep/testing-oracle.ts'

export const authSweep = featureSweep(authRoutes, {
  cases: {
    getTheme: { people: 'public' },
    getCaptcha: { people: 'public' },
    loginPd: {
      people: 'public',
      request: () => ({
        body: { phoneNum: '+86-13800000000', password: 'Wrong2026', verifyCode: '0000' },
      }),
    },
    refreshToken: {
      people: 'public',
      request: () => ({ body: { refreshToken: 'sr_of-nobody-at-all-000000' } }),
    },
    chooseOwnPassword: {
      people: everyone,
      request: () => ({ body: { password: 'Meadow2027' } }),
      changes: true,
    },
    loginOut: { people: everyone, changes: true },
    getOwnInfo: { people: everyone },
  },
})
