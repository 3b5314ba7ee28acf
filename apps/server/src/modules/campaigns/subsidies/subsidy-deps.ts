// Common code of the subsidy calls.
import type { subsidyRoutes } from '@swath/contract/campaigns/subsidies'
import type { subsidyRuleRoutes } from '@swath/contract/campaigns/subsidy-rules'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import type { Changes } from '../../../platform/change/change.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'

export type Deps = Services & Changes
export type RuleCalls = Handlers<typeof subsidyRuleRoutes>
export type Calls = Handlers<typeof subsidyRoutes>

/** The reader of subsidies. */
export type SubsidyReader = { caller: Caller; language: Language }
export const toSubsidyReader = ({ caller, language }: SignedInContext): SubsidyReader => ({
  caller,
  language,
})

/** Whether the caller may manage subsidies at all; the scope determines the regions. */
export const managesSubsidies = ({ rights, accountType }: Caller): boolean =>
  rights.includes('task.manage') && (accountType === 'platform' || accountType === 'government')
