// The demonstration's teams: every company with pilots has one or two, each with its drones. Some
// licences and insurances have expired, and some expire soon.
import { userTypeCodes } from '@swath/domain/access/rights'
import type { Tx } from '@swath/server/platform/database/database'
import { insertRows } from './demonstration.queries.ts'
import { demoId, type World } from './world-rows.seed.ts'

const dayMs = 86_400_000

/** Companies with more pilots have two teams. */
const pilotsOfOneTeam = 4

/** Days until licences and insurances expire, assigned in turn. */
const daysLeft = [410, 19, 260, 95, 5, 320, 180, -6, 540, 27] as const

/** Names of teams by country, as people there would choose them. */
const teamWords: Readonly<Record<string, readonly [string, string]>> = {
  '764': ['ทีม 1', 'ทีม 2'],
  '410': ['1팀', '2팀'],
  '356': ['Team 1', 'Team 2'],
}
const chinese = ['一队', '二队'] as const

export const writeTeams = async (tx: Tx, world: World, nowMs: number): Promise<void> => {
  const isoDay = (days: number): string => new Date(nowMs + days * dayMs).toISOString().slice(0, 10)
  const teams = world.accounts
    .filter(({ type, operatorType }) => type === 'operator' && operatorType === 'team')
    .flatMap((account) => {
      const pilots = world.users.filter(
        (user) => user.accountId === account.id && user.userType === userTypeCodes.pilot,
      )
      const drones = world.drones.filter((drone) => drone.operatorId === account.id)
      const count = pilots.length === 0 ? 0 : pilots.length > pilotsOfOneTeam ? 2 : 1
      const labels = teamWords[account.regionCode.slice(0, 3)] ?? chinese
      return Array.from({ length: count }, (_, place) => ({
        id: demoId('team', `${account.id} ${place}`),
        accountId: account.id,
        name: labels[place]!,
        pilots: pilots.filter((_pilot, i) => i % count === place),
        drones: drones.filter((_drone, i) => i % count === place),
      }))
    })
  await insertRows(
    tx,
    'team',
    teams.map(({ id, accountId, name, pilots }) => ({
      id,
      account_id: accountId,
      name,
      leader_id: pilots[0]!.id,
      created_at: new Date(nowMs - 300 * dayMs).toISOString(),
      version: 1,
    })),
  )
  const members = teams.flatMap((team) => team.pilots.map((pilot) => ({ team, pilot })))
  await insertRows(
    tx,
    'team_member',
    members.map(({ team, pilot }, i) => ({
      user_id: pilot.id,
      team_id: team.id,
      joined_at: new Date(nowMs - (300 - (i % 9) * 21) * dayMs).toISOString(),
    })),
  )
  await insertRows(
    tx,
    'team_drone',
    teams.flatMap((team) =>
      team.drones.map((drone) => ({
        account_id: team.accountId,
        drone_id: drone.id,
        team_id: team.id,
      })),
    ),
  )
  await insertRows(
    tx,
    'pilot_certificate',
    members.flatMap(({ pilot }, i) =>
      (['licence', 'insurance'] as const).map((kind, place) => ({
        id: demoId('certificate', `${pilot.id} ${kind}`),
        user_id: pilot.id,
        kind,
        number: `${kind === 'licence' ? 'UAS' : 'INS'}-${String(20_260_000 + i * 2 + place)}`,
        valid_until: isoDay(daysLeft[(i * 2 + place) % daysLeft.length]!),
        warned_days: null,
        version: 1,
      })),
    ),
  )
}
