import type { accountRoutes } from '@swath/contract/people/accounts'
import type { Themes } from '../../../platform/auth/themes.ts'
import type { Changes } from '../../../platform/change/change.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Messages } from '../../../platform/messages/messages.ts'
import type { Services } from '../../../platform/services.ts'

export type ApplicationParts = { messages: Messages; themes: Themes }

export type Deps = Services & Changes & ApplicationParts
export type Calls = Handlers<typeof accountRoutes>
