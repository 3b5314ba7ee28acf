import type { Themes } from '../../../platform/auth/themes.ts'
import type { Throttle } from '../../../platform/auth/throttle.ts'
import type { VerificationCodes } from '../../../platform/auth/verification-codes.ts'
import type { Changes } from '../../../platform/change/change.ts'
import type { Messages } from '../../../platform/messages/messages.ts'
import type { Services } from '../../../platform/services.ts'

export type LeasingParts = { themes: Pick<Themes, 'of'>; messages: Messages }
export type Deps = Services &
  Changes &
  LeasingParts & { throttle: Throttle; codes: VerificationCodes }
