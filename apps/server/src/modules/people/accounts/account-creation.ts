// A new account with its first person, created by an account above it.
import { fromAccountTypeCode } from '@swath/contract/people/account-type-codes'
import type { AccountFields } from '@swath/contract/people/account-fields'
import type { accountRoutes, AccountDetail } from '@swath/contract/people/accounts'
import type { Themes } from '../../../platform/auth/themes.ts'
import { createChanges } from '../../../platform/change/change.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { readDetail } from './account-detail.ts'
import { findOwnAccount, readViewer } from './accounts.queries.ts'
import {
  checkGrants,
  hashOfFirst,
  makeAccount,
  mayCreate,
  mayCreateSubCompany,
  mayCreateSubPlatform,
  screensWithin,
  type AccountToMake,
} from './new-account.ts'
import { toRegionCode } from './placed-fields.ts'
import { accountKind, operatorTypes, readAccount } from './account-kind.ts'

type FirstLogin = { password: string }
type Creating = 'createAccount' | 'createSubCompany' | 'createSubPlatform'

export const newAccountHandlers = (
  services: Services,
  themes: Themes,
): Pick<Handlers<typeof accountRoutes>, Creating> => {
  const { clock } = services
  const { record } = createChanges(services)

  const create = async (
    context: SignedInContext,
    action: string,
    asked: Omit<AccountToMake, 'parent' | 'fields'>,
    body: Omit<AccountFields, 'regionCode'> & Parameters<typeof toRegionCode>[0] & FirstLogin,
  ): Promise<AccountDetail> => {
    const { caller, language } = context
    const [passwordHash, theme] = await Promise.all([
      hashOfFirst(asked.person),
      themes.of(context.host),
    ])
    const fields = { ...body, regionCode: toRegionCode(body, caller.regionCode, theme) }
    const given = { ...asked, fields }
    return record(context, async (trx) => {
      const parent = (await findOwnAccount(trx, caller.accountId)) ?? fail('not_found')
      const id = await makeAccount(
        trx,
        { ...given, parent },
        { passwordHash, theme, nowMs: clock.now(), by: caller.userId },
      )
      const viewer = await readViewer(trx, caller)
      const { password: _password, ...details } = body
      return {
        action,
        object: { type: accountKind.type, id, name: given.fields.accountName },
        details,
        answer: async () =>
          readDetail(trx, await readAccount(trx, viewer, id), { caller, viewer, language }),
        tell: (events) => events.emit('hostsChanged', {}),
      }
    })
  }

  return {
    createAccount: async ({ body }, context) => {
      const { caller } = context
      const type = fromAccountTypeCode(body.accountType)!
      // Platforms are created with a tag and a host by createSubPlatform.
      if (!mayCreate(caller) || type === 'platform') fail('forbidden')
      checkGrants(caller, body)
      const operatorType = type === 'operator' ? operatorTypes[body.operatorType ?? '1'] : null
      const given = { type, operatorType, grants: body, person: body }
      return create(context, 'account.create', given, body)
    },

    createSubCompany: async ({ body }, context) => {
      const { caller } = context
      if (!mayCreateSubCompany(caller)) fail('forbidden')
      checkGrants(caller, body)
      const type = caller.accountType
      const operatorType = type === 'operator' ? operatorTypes[body.operatorType ?? '1'] : null
      const given = { type, operatorType, grants: body, person: body }
      return create(context, 'account.create-sub-company', given, body)
    },

    createSubPlatform: async ({ body }, context) => {
      const { caller } = context
      if (!mayCreateSubPlatform(caller)) fail('forbidden')
      if (body.customDomain !== null && themes.claims(body.customDomain)) fail('domain_taken')
      const screens = screensWithin(caller, body.screens)
      const given = {
        type: 'platform',
        operatorType: null,
        grants: { vipLevel: 0, canCreateSub: false, leaseAccount: false },
        platform: { tag: body.tag, screens, customDomain: body.customDomain },
        person: body,
      } as const
      return create(context, 'account.create-sub-platform', given, body)
    },
  }
}
