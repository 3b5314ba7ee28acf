// Dependencies that the program passes to each module.
import type { Api } from '@swath/contract/api'
import type { Caller } from '@swath/domain/access/caller'
import type { Screen } from '@swath/domain/access/screens'
import type { LiveState } from '../gateway/live/public.ts'
import type { Sessions } from '../platform/auth/sessions.ts'
import type { Themes } from '../platform/auth/themes.ts'
import type { RunAs } from '../platform/http/run-as.ts'
import type { JobKind } from '../platform/jobs/job-kind.ts'
import type { Messages } from '../platform/messages/messages.ts'
import type { Services } from '../platform/services.ts'
import type { Payments } from './money/public.ts'

export type ModuleParts = {
  services: Services
  themes: Themes
  sessions: Sessions
  messages: Messages
  payments: Payments
  live: LiveState
  mqttPort: () => number
  /** Of all modules. */
  jobKinds: readonly JobKind<unknown>[]
  /** The screens that a caller has on a host. */
  screensFor: (caller: Caller, host: string) => Promise<readonly Screen[]>
  /** Makes a call of the contract for a person who is not connected. */
  runAs: RunAs<Api>
}

export type JobParts = {
  services: Services
  payments: Payments
  withMessages: () => Services & { themes: Themes; messages: Messages }
}
