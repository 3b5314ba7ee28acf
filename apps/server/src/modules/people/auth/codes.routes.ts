// Codes by SMS and mail, to sign in without a password or set a new one. Only people with an
// account on this host get a message; the response and the work are the same in every case.
import { createThrottle } from '../../../platform/auth/throttle.ts'
import { createVerificationCodes } from '../../../platform/auth/verification-codes.ts'
import type { Services } from '../../../platform/services.ts'
import { createSignInLog } from './sign-in-log.ts'
import type { Calls, CodeParts, Deps } from './code-deps.ts'
import { createCodeEntry } from './code-entry.ts'
import { checkVerifyCode, getVerify, getVerifyCode } from './code-request.ts'
import { loginSmS, resetPassword } from './code-use.ts'

export const codeHandlers = (services: Services, parts: CodeParts): Calls => {
  const deps: Deps = {
    ...services,
    ...parts,
    ...createCodeEntry(services),
    ...createSignInLog(services),
    codes: createVerificationCodes(services),
    throttle: createThrottle(services.db),
  }
  return {
    getVerify: getVerify(deps),
    getVerifyCode: getVerifyCode(deps),
    checkVerifyCode: checkVerifyCode(deps),
    loginSmS: loginSmS(deps),
    resetPassword: resetPassword(deps),
  }
}
