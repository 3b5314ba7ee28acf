// Realistic bugs in the protection of rows, rights and sessions, each as one replacement. The tests
// named with it must fail once it is planted: `node tools/planted-bugs/run.ts`.

import { figureBugs } from './figure-bugs.ts'
import { firmwareBugs } from './firmware-bugs.ts'
import { gearBugs } from './gear-bugs.ts'
import { groundBugs } from './ground-bugs.ts'
import { groupBugs } from './group-bugs.ts'
import { ledgerBugs } from './ledger-bugs.ts'
import { orderBugs } from './order-bugs.ts'
import { organisationBugs } from './organisation-bugs.ts'
import type { PlantedBug } from './plant.ts'
import { subsidyBugs } from './subsidy-bugs.ts'
import { taskBugs } from './task-bugs.ts'
import { factorBugs } from './factor-bugs.ts'
import { teamBugs } from './team-bugs.ts'

const server = 'apps/server/src'
/** @param feature with its module: live/monitor */
const queries = (feature: string): string =>
  `${server}/modules/${feature}/${feature.split('/')[1]}.queries.ts`
const sessionTests = [
  `${server}/platform/auth/sessions.test.ts`,
  `${server}/modules/people/auth/auth.test.ts`,
]

export const plantedBugs: readonly PlantedBug[] = [
  ...orderBugs,
  // Rows without a scope, in each place where one is required.
  {
    name: 'the list of drones forgets its scope',
    file: `${server}/modules/fleet/drones/drone-list.queries.ts`,
    find: '[inScope(scope, droneScope), ...conditionsFor(ofDrones(now), question, question.found)]',
    replace: '[sql`true`, ...conditionsFor(ofDrones(now), question, question.found)]',
  },
  {
    name: 'sums kept of drones are over everyone',
    file: `${server}/modules/fleet/drones/drone-list.queries.ts`,
    find: 'const ofKept = [inScope(scope, droneScope), ...conditionsFor(ofGroups, question, question.found)]',
    replace: 'const ofKept = [sql`true`, ...conditionsFor(ofGroups, question, question.found)]',
  },
  {
    name: 'one drone is found by its id alone',
    file: queries('fleet/drones'),
    find: 'droneQuery(db, now).where(inScope(scope, droneScope)).where',
    replace: 'droneQuery(db, now).where',
  },
  {
    name: 'the manufacturers of everyone are offered',
    file: `${server}/modules/fleet/drones/drone-choices.queries.ts`,
    find: '= account.id and ${inScope(scope, droneScope)})`)',
    replace: '= account.id)`)',
  },
  {
    name: 'sums of flights are over everyone',
    file: `${server}/modules/flights/flights/flight-sums.queries.ts`,
    find: 'from work_record as flight where ${all([inScope(scope, flightScope), ...conditions])}`',
    replace: 'from work_record as flight where ${all([sql`true`, ...conditions])}`',
  },
  {
    name: 'figures forget what is in no sum yet',
    file: `${server}/modules/figures/figures/asked-facts.queries.ts`,
    find: '...(kept.length === 0',
    replace: '...(kept.length >= 0',
  },
  {
    name: 'months of figures begin at the midnight of Korea alone',
    file: 'packages/domain/src/figure-buckets.ts',
    find: 'const midnightsMs = eastmostMs - keptOffsetsMinutes.at(-1)! * minuteMs',
    replace: 'const midnightsMs = 0',
  },
  {
    name: 'figures are over everyone',
    file: `${server}/modules/figures/figures/asked-facts.queries.ts`,
    find: 'inScope(asked.scope, scopeOf[source]),',
    replace: 'sql`true`,',
  },
  {
    name: 'one flight is found by its id alone',
    file: `${server}/modules/flights/flights/flight-detail.queries.ts`,
    find: "where('sortie.id', '=', sortieId).where(inScope(scope, sortieScope))",
    replace: "where('sortie.id', '=', sortieId)",
  },
  {
    name: 'people of personal scope see the work of all',
    file: `${server}/platform/access/scope.queries.ts`,
    find: '    scope.own ? isOwn(scope.own, columns) : null,',
    replace: '    null as ReturnType<typeof isOwn>,',
  },
  {
    name: 'API keys that are limited to drones see all of them',
    file: `${server}/platform/access/scope.queries.ts`,
    find: ': null, isOfDrones(scope, columns)',
    replace: ': null',
  },
  {
    name: 'API keys that only read may change',
    file: 'packages/domain/src/access/key-limits.ts',
    find: "(writes || method === 'GET' || reads === true)",
    replace: 'true',
  },
  {
    name: 'alarms can be marked read by a foreign id',
    file: queries('alarms/anomalies'),
    find: "trx.selectFrom('anomaly').where(inScope(scope, anomalyScope))",
    replace: "trx.selectFrom('anomaly')",
  },
  {
    name: 'people read what is suspected of them',
    file: `${server}/platform/access/scoped-tables.ts`,
    find: "export const claimScope = { region: 'suspicion.region_code' }",
    replace: "export const claimScope = { ...ofDrones('suspicion') }",
    tests: [`${server}/modules/flights/claims/claims.test.ts`],
  },
  {
    name: 'a value at its limit makes a stretch of its own each time',
    file: 'packages/domain/src/held-for.ts',
    find: 'gapMs > MAX_GAP_MS || !(isOn || acrossPauses) || !stays(i)',
    replace: 'gapMs > MAX_GAP_MS || !(isOn || acrossPauses) || !enters(i)',
    tests: ['packages/domain/src/anomaly-rules.test.ts'],
  },
  {
    name: 'a service that changes its mind changes what was said',
    file: `${server}/modules/flights/weather/weather.queries.ts`,
    find: '.onConflict((conflict) => conflict.doNothing())',
    replace:
      ".onConflict((conflict) => conflict.columns(['cell_lat', 'cell_lng', 'hour']).doUpdateSet((eb) => ({ temperature_c: eb.ref('excluded.temperature_c') })))",
    tests: [`${server}/modules/flights/weather/fetch-weather.test.ts`],
  },
  {
    name: 'one ground of one operator is suspicious',
    file: `${server}/modules/flights/claims/compare-claims.queries.ts`,
    find: "where('claim.operator_id', 'is distinct from', own.operator_id)",
    replace: "where('claim.operator_id', 'is not', null)",
    tests: [`${server}/ground-truth/judged-flights.test.ts`],
  },
  {
    name: 'the page of zones forgets its scope',
    file: queries('land/no-fly-zones'),
    find: "db.selectFrom('no_fly_zone').where(inScope(scope, zoneScope))\n\nconst presented",
    replace: "db.selectFrom('no_fly_zone')\n\nconst presented",
  },
  {
    name: 'the figure of drones on the monitor is of everyone',
    file: queries('live/monitor'),
    find: '  .where(inScope(scope, droneScope))\n',
    replace: '\n',
  },
  {
    name: 'today’s work on the monitor is of everyone',
    file: 'apps/server/src/modules/figures/figures/ask-figures.queries.ts',
    find: 'return askFigures(db, scope, { ...question, from, until: addDays(from, 1), timeZone })',
    replace:
      "return askFigures(db, scope.own ? scope : { kind: 'all' }, { ...question, from, until: addDays(from, 1), timeZone })",
  },
  // Ids in calls.
  {
    name: 'an id is taken and nobody says what it names',
    file: 'packages/contract/src/live/commands.ts',
    find: "body: z.object({ droneId: DroneId, commandId: id('command') })",
    replace: 'body: z.object({ droneId: DroneId, commandId: z.uuid() })',
    tests: ['packages/contract/src/ids.test.ts'],
  },
  {
    name: 'a feature forgets to say which of its ids are foreign to whom',
    file: `${server}/modules/flights/flight-logs/flight-logs.sweep.ts`,
    find: 'strangers: { flightLog: ({ person }) => loggers .filter((name) => !(visibleLogs[person] ?? []).includes(name)) .map((name) => logId[name]), },',
    replace: '',
  },
  {
    name: 'uploaded logs are found by their ids alone',
    file: queries('flights/flight-logs'),
    find: "presented(logsFor(db, scope)).where('flight_log.id', '=', id)",
    replace: "presented(logsFor(db, { kind: 'all' })).where('flight_log.id', '=', id)",
  },
  {
    name: 'a range of numbers is taken from whatever model it is of',
    file: `${server}/modules/fleet/drone-models/model-ranges.queries.ts`,
    find: "deleteFrom('drone_model_range').where('id', '=', id).where('model_id', '=', modelId)",
    replace: "deleteFrom('drone_model_range').where('id', '=', id)",
  },
  {
    name: 'a paper of any drone is found below one of the own',
    file: `${server}/modules/fleet/drones/drone-files.queries.ts`,
    find: ".where('drone_file.drone_id', '=', droneId) .where((eb) => eb.or([ eb('drone_file.sortie_id', 'is', null), sql<boolean>`exists (select from sortie where sortie.drone_id = drone_file.drone_id\n    and sortie.id = drone_file.sortie_id and ${inScope(scope, sortieScope)})`, ]), )",
    replace: '',
  },

  // The scope itself.
  {
    name: 'a government sees its whole country',
    file: `${server}/platform/access/scope.queries.ts`,
    find: 'return columns.region ? withinRegion(columns.region, scope.prefix) : none',
    replace:
      'return columns.region ? withinRegion(columns.region, scope.prefix.slice(0, 3)) : none',
  },
  {
    name: 'the people of every account are found',
    file: queries('people/members'),
    find: "db.selectFrom('app_user').where('app_user.account_id', '=', accountId).where",
    replace: "db.selectFrom('app_user').where",
  },
  {
    name: 'an operator counts as the maker of its drones',
    file: `${server}/platform/access/scope.queries.ts`,
    find: "'operator': [columns.operator, columns.tenant, columns.owner]",
    replace: "'operator': [columns.manufacturer, columns.owner]",
  },
  {
    name: 'whoever rents a drone does not see it',
    file: `${server}/platform/access/scope.queries.ts`,
    find: "'operator': [columns.operator, columns.tenant, columns.owner]",
    replace: "'operator': [columns.operator, columns.owner]",
  },
  {
    name: 'a sub-platform sees the whole platform',
    file: 'packages/domain/src/access/policy.ts',
    find: "return root && tag === null ? { kind: 'all' }",
    replace: "return root || tag !== null ? { kind: 'all' }",
  },
  {
    name: 'a company sees its brothers',
    file: `${server}/platform/auth/caller.ts`,
    find: 'await findSubtree(db, person.path)',
    replace: 'await findSubtree(db, person.path.slice(0, -33) || person.path)',
  },
  {
    name: 'a company does not see what stands below it',
    file: `${server}/platform/auth/people.queries.ts`,
    find: "where('path', 'like', `${path}%`).orderBy('path')",
    replace: "where('path', '=', path).orderBy('path')",
  },

  {
    name: 'a company sees the accounts of everyone',
    file: queries('people/accounts'),
    find: "if (scope.kind === 'accounts') return below(path)",
    replace: "if (scope.kind === 'accounts') return sql<SqlBool>`account.id <> ${accountId}`",
  },
  {
    name: 'a government sees the accounts of its whole country',
    file: queries('people/accounts'),
    find: "withinRegion('account.region_code', scope.prefix)} and (account.type in",
    replace: "withinRegion('account.region_code', scope.prefix.slice(0, 3))} and (account.type in",
  },
  {
    name: 'the export of accounts forgets whose they are',
    file: queries('people/accounts'),
    find: 'accountsFor(db, viewer).where(matching(viewer, filters)).where((eb)',
    replace: "db.selectFrom('account').where(matching(viewer, filters)).where((eb)",
  },

  // Permissions to call.
  {
    name: 'a call forgets its right',
    file: 'packages/contract/src/land/no-fly-zones.ts',
    find: "summary: 'Delete a zone; its versions and anomalies are kept', policy: { screens, right }",
    replace: "summary: 'Delete a zone; its versions and anomalies are kept', policy: { screens }",
  },
  {
    name: 'a call forgets its screens',
    file: 'packages/contract/src/flights/flights.ts',
    find: "policy: { screens }, summary: 'Get one sortie with its record and covered ground'",
    replace: "policy: {}, summary: 'Get one sortie with its record and covered ground'",
  },
  {
    name: 'rights are not asked for at all',
    file: 'packages/domain/src/access/policy.ts',
    find: "if (policy.right && !caller.rights.includes(policy.right)) return 'forbidden'",
    replace: '',
  },
  {
    name: 'an account under review may do everything',
    file: 'packages/domain/src/access/policy.ts',
    find: "if (caller.checkStatus !== 'passed' && !policy.unchecked) return 'unchecked'",
    replace: '',
  },
  {
    name: 'staff have the screens of everyone',
    file: 'packages/domain/src/access/policy.ts',
    find: 'case 3: return staffScreens.has(screen)',
    replace: 'case 3: return true',
  },
  {
    name: 'whoever may see a drone may issue its credentials',
    file: `${server}/modules/fleet/drones/drone-kind.ts`,
    find: "abilitiesOver(caller, drone)[ability] ? null : 'forbidden'",
    replace:
      "ability === 'issueCredential' || abilitiesOver(caller, drone)[ability] ? null : 'forbidden'",
  },
  {
    name: 'the policy is asked and its answer not heeded',
    file: `${server}/platform/http/bind.ts`,
    find: "!== 'yes') return fail('forbidden')",
    replace: "!== 'yes') void 0",
  },

  {
    name: 'everyone who sees a drone can command it to fly',
    file: `${server}/modules/live/commands/commands.routes.ts`,
    find: "droneAbilities(caller, drone)[ability] ? null : 'forbidden'",
    replace: "ability === 'command' || droneAbilities(caller, drone)[ability] ? null : 'forbidden'",
    tests: [`${server}/modules/live/commands/commands.test.ts`],
  },
  {
    name: 'members give rights that they do not hold',
    file: `${server}/modules/people/members/member-changes.ts`,
    find: "if (!mayGive(caller, given)) fail('beyond_own_rights')",
    replace: '',
    tests: [`${server}/modules/people/members/members.test.ts`],
  },
  {
    name: 'the last super admin can be removed',
    file: `${server}/modules/people/members/held-member.ts`,
    find: "if (admins.includes(leaving) && admins.length === 1) fail('last_super_admin')",
    replace: '',
    tests: [`${server}/modules/people/members/members.test.ts`],
  },

  // Sessions.
  {
    name: 'a session is good on every host',
    file: `${server}/platform/auth/sessions.ts`,
    find: 'if (!session || session.host !== host || session.accessUntil',
    replace: 'if (!session || session.accessUntil',
    tests: sessionTests,
  },
  {
    name: 'an access token never ends',
    file: `${server}/platform/auth/sessions.ts`,
    find: ' || session.accessUntil.getTime() <= clock.now()) return null',
    replace: ') return null',
    tests: sessionTests,
  },
  {
    name: 'whoever is disabled stays signed in',
    file: `${server}/platform/auth/sessions.ts`,
    find: 'if (!person?.enabled) return null',
    replace: 'if (!person) return null',
    tests: sessionTests,
  },
  {
    name: 'a stolen refresh token leads on',
    file: `${server}/platform/auth/refresh-token.ts`,
    find: 'if (nowMs - spent.spentAt.getTime() > graceMs) return { reused: session }',
    replace: '',
    tests: sessionTests,
  },
  {
    name: 'a captcha is good twice',
    file: `${server}/platform/auth/captcha.queries.ts`,
    find: "db.deleteFrom('captcha').where('nonce_hash', '=', nonceHash).returning(['answer', 'expires_at as expiresAt'])",
    replace:
      "db.selectFrom('captcha').where('nonce_hash', '=', nonceHash).select(['answer', 'expires_at as expiresAt'])",
    tests: [`${server}/platform/auth/captcha.test.ts`, ...sessionTests],
  },
  {
    name: 'errors expose internal details',
    file: `${server}/platform/http/request-parts.ts`,
    find: 'const parsed = parseOr(schema, value, language)\n  if (parsed.ok) return parsed.value',
    replace:
      'const parsed = parseOr(schema, value, language)\n  if (!parsed.ok) throw new Error(JSON.stringify(value))\n  if (parsed.ok) return parsed.value',
  },
  ...firmwareBugs,
  ...gearBugs,
  ...groundBugs,
  ...groupBugs,
  ...figureBugs,
  ...subsidyBugs,
  ...taskBugs,
  ...factorBugs,
  ...organisationBugs,
  ...teamBugs,
  ...ledgerBugs,
]
