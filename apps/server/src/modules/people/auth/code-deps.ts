import type { registrationRoutes } from '@swath/contract/people/registration'
import type { Sessions } from '../../../platform/auth/sessions.ts'
import type { Throttle } from '../../../platform/auth/throttle.ts'
import type { Themes } from '../../../platform/auth/themes.ts'
import type { createVerificationCodes } from '../../../platform/auth/verification-codes.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Messages } from '../../../platform/messages/messages.ts'
import type { Services } from '../../../platform/services.ts'
import type { SignInLog } from './sign-in-log.ts'
import type { CodeEntry } from './code-entry.ts'

type CodeRoutes = Omit<typeof registrationRoutes, 'reg'>

export type CodeParts = { themes: Themes; sessions: Sessions; messages: Messages }
export type Deps = Services &
  CodeParts &
  CodeEntry &
  SignInLog & { codes: ReturnType<typeof createVerificationCodes>; throttle: Throttle }
export type Calls = Handlers<CodeRoutes>
