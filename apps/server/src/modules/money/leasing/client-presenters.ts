// Presents a client and the actions of a caller.
import type { RentalClient, RentalClientDetail } from '@swath/contract/money/rental-clients'
import type { Caller } from '@swath/domain/access/caller'
import type { Right } from '@swath/domain/access/rights'
import { muFromM2 } from '@swath/domain/units'
import type { RowKind } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import {
  findClient,
  lockClient,
  pricesOfClient,
  type ClientRecord,
  type ClientRow,
} from './clients.queries.ts'

/** Only for the own account: companies below lease out their own drones. */
export const managesAs = (
  { rights, accountId }: Pick<Caller, 'rights' | 'accountId'>,
  right: Right,
  lessorAccountId: string,
): boolean => rights.includes(right) && accountId === lessorAccountId

/** Whether the account leases out drones, and the person has the right to do so. */
export const lends = (
  { rights, leaseAccount, accountType }: Pick<Caller, 'rights' | 'leaseAccount' | 'accountType'>,
  right: Right,
): boolean => rights.includes(right) && (leaseAccount || accountType === 'platform')

type ClientAbility = keyof RentalClient['can']

const clientAbilities = (
  caller: Caller,
  { lessor_account_id: lessor, state }: Pick<ClientRow, 'lessor_account_id' | 'state'>,
): RentalClient['can'] => ({
  update: managesAs(caller, 'client.manage', lessor),
  activate: managesAs(caller, 'client.manage', lessor) && state !== 2,
  lend: managesAs(caller, 'lease.manage', lessor) && state === 2,
})

export const clientKind: RowKind<ClientRecord, ClientAbility> = {
  type: 'rental-client',
  lock: (trx, { caller }, id) => lockClient(trx, caller.scope, id),
  refusal: ({ caller }, row, ability) => {
    if (clientAbilities(caller, row)[ability]) return null
    return ability === 'activate' && clientAbilities(caller, row).update
      ? 'client_activated'
      : 'forbidden'
  },
  identify: ({ id, name }) => ({ id: String(id), name }),
  readVersion: ({ version }) => version,
}

export const presentPrices = (row: {
  currency: RentalClient['currency']
  mu_unit_price_minor: number
  hour_unit_price_minor: number
}) => ({
  currency: row.currency,
  muUnitPrice: row.mu_unit_price_minor,
  durationPrice: row.hour_unit_price_minor,
})

/** The currency of its prices first. */
const presentBalances = ({
  currency: priced,
  balances,
}: Pick<ClientRow, 'currency' | 'balances'>): RentalClient['balances'] =>
  [...new Set([priced, ...balances.map(({ currency }) => currency)])].map((currency) => {
    const read = (wanted: 'prepaid' | 'deposit'): number =>
      balances.find((one) => one.purpose === wanted && one.currency === currency)?.balance ?? 0
    return { currency, prepaid: read('prepaid'), deposit: read('deposit') }
  })

export const presentClient = (row: ClientRow, caller: Caller): RentalClient => ({
  clientId: String(row.id),
  clientName: row.name,
  contactName: row.contact,
  contactPhone: row.phone,
  note: row.note,
  ...presentPrices(row),
  warnBelow: row.warn_below_minor,
  locksWhenEmpty: row.locks_when_empty,
  grace: row.grace_minor,
  status: row.state,
  lessorAccountId: row.lessor_account_id,
  lessorAccountName: row.lessor_name,
  tenantAccountId: row.tenant_account_id,
  tenantAccountName: row.tenant_name,
  codeValidUntil: row.code_until?.toISOString() ?? null,
  activatedAt: row.activated_at?.toISOString() ?? null,
  balances: presentBalances(row),
  leaseNum: row.lease_num,
  contractState: row.contract_state,
  sortieCount: row.sorties ?? 0,
  coveredArea: muFromM2(row.covered_m2 ?? 0),
  flightTime: row.duration_s ?? 0,
  createdAt: row.created_at.toISOString(),
  version: row.version,
  can: clientAbilities(caller, row),
})

export const readClient = async (
  from: Db | Tx,
  caller: Caller,
  id: string,
): Promise<RentalClientDetail> => {
  const row = (await findClient(from, caller.scope, id)) ?? fail('not_found')
  const history = await pricesOfClient(from, row.id)
  return {
    ...presentClient(row, caller),
    priceHistory: history.map((price) => ({
      from: price.from_at.toISOString(),
      userName: price.user_name,
      ...presentPrices(price),
    })),
  }
}
