// Which changes each person of the sweep's world reads: those of rows that exist for them, and all
// of those.
import { expect, test } from 'vitest'
import { changeRoutes, type ChangeFeed } from '@swath/contract/programs/changes'
import { withChanges as people } from '../modules/programs/changes/changes.sweep.ts'
import { visibleDrones } from './testing-oracle.ts'
import { openSweep } from './testing-program.ts'
import {
  accountLines,
  accountNames,
  droneNames,
  personLines,
  world,
  type AccountName,
  type PersonName,
} from './testing-world.ts'

const { ask, signedIn, db } = await openSweep()

const readAs = async (person: PersonName): Promise<ChangeFeed['items']> => {
  const items: ChangeFeed['items'] = []
  let after = 'start'
  for (;;) {
    const query = { after, limit: '500' }
    const { status, text } = await ask('listChanges', { query }, signedIn.token[person])
    expect(status, text).toBe(200)
    const page = changeRoutes.listChanges.out.parse(JSON.parse(text))
    items.push(...page.items)
    if (!page.more) return items
    after = page.next
  }
}

const ofDrones = /^(flight|record)\./

test('flights and records of exactly the visible drones', async () => {
  const flown = await db
    .selectFrom('change_event')
    .select('drone_id')
    .distinct()
    .where('kind', '=', 'flight.ended')
    .execute()
  const withFlights = new Set(flown.map(({ drone_id: id }) => id))
  expect(withFlights.size).toBeGreaterThan(5)
  for (const person of people) {
    const read = (await readAs(person)).filter(({ type }) => ofDrones.test(type))
    const seen = new Set(read.map(({ data }) => data['droneId'] as string))
    const visible = visibleDrones[person].map((name) => world.droneId[name])
    const unseen = droneNames
      .map((name) => world.droneId[name])
      .filter((id) => !visible.includes(id))
    expect(
      unseen.filter((id) => seen.has(id)),
      person,
    ).toEqual([])
    // People of personal scope see only the flights that they flew, of these drones.
    if (!('personal' in personLines[person]) && read.length > 0)
      expect([...seen].toSorted(), person).toEqual(
        visible.filter((id) => withFlights.has(id)).toSorted(),
      )
  }
})

/** The account and its sub-accounts. */
const isOf = (account: AccountName, id: string | null): boolean =>
  accountNames.some((name) => {
    if (world.accountId[name] !== id) return false
    for (let one: string | null = name; one; one = accountLines[one as AccountName].parent)
      if (one === account) return true
    return false
  })

test('bills only of the own accounts', async () => {
  const rows = await db
    .selectFrom('change_event')
    .selectAll()
    .where('kind', '=', 'bill.entered')
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  let seen = 0
  for (const person of people)
    for (const { id, type } of await readAs(person)) {
      if (type !== 'bill.entered') continue
      const row = rows.find((one) => `${one.transaction}.${one.id}` === id)!
      const { account } = personLines[person]
      const isOwn = isOf(account, row.owner_id) || isOf(account, row.tenant_id)
      expect(isOwn, `${person}: ${id}`).toBe(true)
      seen++
    }
  expect(seen).toBeGreaterThan(0)
})
