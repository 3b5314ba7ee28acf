// Accounts over HTTP for tests: a tree three levels deep, governments of each level, and messages
// that are stored instead of sent.
import { accountRoutes, type AccountDetail, type AccountRow } from '@swath/contract/people/accounts'
import { listScreens } from '@swath/domain/access/policy'
import { createThemes } from '../../../platform/auth/themes.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { OwnDatabase } from '../../../platform/database/testing.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import type { OutgoingMessage } from '../../../platform/messages/driver.ts'
import { createMessages, type Messages } from '../../../platform/messages/messages.ts'
import { userApplicationHandlers } from '../members/user-applications.routes.ts'
import { accountHandlers } from './accounts.routes.ts'
import { sharedReview } from './shared-review.ts'

export const nowMs = Date.parse('2026-06-15T04:00:00Z')
export type AccountList = {
  items: AccountRow[]
  total: number
  currentPage: number
  stats: Record<
    'zfNum' | 'zzqyNum' | 'yyqyNum' | 'farmerNum' | 'platformNum' | 'pendingNum',
    number
  >
  can: Record<string, boolean>
}

type Kind = 'platform' | 'government' | 'manufacturer' | 'operator' | 'farmer'

/** A console for accounts whose messages are stored instead of sent. */
const openWith = async (
  database: OwnDatabase,
  config: Partial<Config>,
  sent: OutgoingMessage[],
) => {
  let messages: Messages | undefined
  const console_ = await openConsole(
    database,
    accountRoutes,
    (services) => {
      const keeping = { send: async (message: OutgoingMessage) => void sent.push(message) }
      messages = createMessages(services, { sms: keeping, mail: keeping })
      const themes = createThemes(services)
      const accounts = accountHandlers(services, { themes, messages })
      return {
        ...accounts,
        reviewAccountApplication: sharedReview({
          reviewOfAccounts: accounts.reviewAccountApplication,
          reviewOfUsers: userApplicationHandlers(services, { themes }).reviewUserApplication,
          screensFor: async (caller, host) => listScreens(caller, await themes.of(host)),
        }),
      }
    },
    nowMs,
    config,
  )
  return { console_, messages: messages! }
}

type At = (type: Kind, name: string, parent: TestPerson, more?: object) => Promise<TestPerson>

/** Three levels below a sub-platform, companies outside it, and a government of each level. */
const plantTree = async (at: At, root: TestPerson, mark: string) => {
  const east = await at('platform', 'East', root, {
    tag: `east-${mark}`,
    region_code: '156330100',
    can_create_sub: true,
  })
  const team = await at('operator', 'Team', east, {
    operator_type: 'team',
    can_create_sub: true,
    vip_level: 2,
  })
  const sub = await at('operator', 'Sub', team, { operator_type: 'team', can_create_sub: true })
  const subSub = await at('operator', 'SubSub', sub, {
    operator_type: 'team',
    region_code: '156330108',
    can_create_sub: true,
  })
  const maker = await at('manufacturer', 'Maker', root, {
    region_code: '156410100',
    can_create_sub: true,
  })
  const farmer = await at('farmer', 'Farmer', root)
  const province = await at('government', 'Province', root, { region_code: '156330000' })
  const city = await at('government', 'City', root, { region_code: '156330100' })
  const county = await at('government', 'County', root, { region_code: '156330106' })
  return { east, team, sub, subSub, maker, farmer, province, city, county }
}

export const openAccounts = async (database: OwnDatabase, config: Partial<Config> = {}) => {
  const sent: OutgoingMessage[] = []
  const { console_, messages } = await openWith(database, config, sent)
  /**
   * Part of the names of this test's accounts, because a root platform also sees those of other
   * tests.
   */
  const mark = crypto.randomUUID().slice(0, 8)
  const root = await console_.person({
    type: 'platform',
    name: `Root ${mark}`,
    can_create_sub: true,
  })
  const thrownOut: string[] = []
  console_.services.events.on('accessChanged', ({ userIds }) => void thrownOut.push(...userIds))
  let phones = 0

  const at = (type: Kind, name: string, parent: TestPerson, more = {}) =>
    console_.person({ type, name: `${name} ${mark}`, parent: parent.account, ...more })
  return {
    ...console_,
    console_,
    mark,
    root,
    at,
    sent,
    thrownOut,
    db: database.db,
    settled: () => messages.settled(),
    first: () => ({
      adminName: 'First',
      adminPhone: `+86-1${String(Date.now() % 1e6).padStart(6, '0')}${String(++phones).padStart(4, '0')}`,
      password: 'Swath2026',
    }),
    fields: (name: string) => ({
      accountName: `${name} ${mark}`,
      regionCode: '156330106',
      contactName: 'Wang',
    }),
    list: (person: TestPerson, query = {}) =>
      console_.ask<AccountList>(person, 'listAccounts', {
        query: { search: mark, pageSize: 100, ...query },
      }),
    detail: (person: TestPerson, accountId: string) =>
      console_.ask<AccountDetail>(person, 'getAccount', { query: { accountId } }),
    pickNames: ({ items }: { items: readonly { accountName: string }[] }) =>
      items.map(({ accountName }) => accountName.replace(` ${mark}`, '')),
    tree: () => plantTree(at, root, mark),
  }
}
export type Accounts = Awaited<ReturnType<typeof openAccounts>>
