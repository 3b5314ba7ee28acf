// Bugs on the ground: plots, files of fields, alarms, bulletins, and zones sent to drones.
import type { PlantedBug } from './plant.ts'

const modules = 'apps/server/src/modules'
const plotTests = [`${modules}/land/plots/plots.test.ts`]
const bulletinTests = [`${modules}/alarms/bulletins/bulletins.test.ts`]
const deskTests = [`${modules}/alarms/anomalies/alarm-desk.test.ts`]
const messageTests = [`${modules}/alarms/anomalies/alarm-messages.test.ts`]
const importTests = [`${modules}/land/geometry-imports/geometry-imports.test.ts`]
const geometry = 'packages/field-geometry/src'
const zoneSets = 'apps/server/src/gateway/zone-sets'
const setTests = [`${zoneSets}/zone-sets.test.ts`]
const zoneTests = [`${modules}/land/no-fly-zones/no-fly-zones.test.ts`]

const plots: readonly PlantedBug[] = [
  {
    name: 'plots exist for everyone',
    file: `${modules}/land/plots/plots.queries.ts`,
    find: "{ scope }: Pick<Caller, 'scope'>) => db.selectFrom('plot').where(visiblePlots(scope))",
    replace: "_: Pick<Caller, 'scope'>) => db.selectFrom('plot')",
  },
  {
    name: 'a plot is as large as one likes',
    file: `${modules}/land/plots/plot-ground.ts`,
    find: "if (areaM2 > plotAreaM2.atMost) fail('plot_too_large')",
    replace: '',
    tests: plotTests,
  },
  {
    name: 'a plot is drawn with as many corners as one likes',
    file: 'packages/contract/src/land/plots.ts',
    find: 'export const plotCornersAtMost = 20_000',
    replace: 'export const plotCornersAtMost = 20_000_000',
    tests: plotTests,
  },
  {
    name: 'a share of a plot that has ended counts on',
    file: `${modules}/land/plots/plots.queries.ts`,
    find: 'and (plot_share.until_at is null or plot_share.until_at > now()) ${own})`',
    replace: '${own})`',
    tests: plotTests,
  },
  {
    name: 'a plot that is drawn anew forgets its ground of earlier days',
    file: `${modules}/land/plots/plot-changes.ts`,
    find: 'if (isRedrawn) await keepFormerShape(trx, plot, now)',
    replace: '',
    tests: plotTests,
  },
  {
    name: 'a plot is moved over its neighbour and nobody is asked',
    file: `${modules}/land/plots/plot-changes.ts`,
    find: 'if (isRedrawn) refuseOverlaps(overlaps)',
    replace: '',
    tests: plotTests,
  },
  {
    name: 'plots with work go without being forced',
    file: `${modules}/land/plots/plot-changes.ts`,
    find: 'if (!isForced && worked.length > 0)',
    replace: 'if (!isForced && worked.length > 1_000)',
    tests: plotTests,
  },
  {
    name: 'who may look at a plot that is shared may change it',
    file: `${modules}/land/plots/plot-presenters.ts`,
    find: "update: isHolder || row.share?.rights === 'edit'",
    replace: 'update: isHolder || row.share !== null',
    tests: plotTests,
  },
  {
    name: 'a plot is saved over what somebody else saved',
    file: `${modules}/land/plots/plot-changes.ts`,
    find: 'readVersion: (plot) => plot.version,',
    replace: '',
    tests: plotTests,
  },
]

const bulletins: readonly PlantedBug[] = [
  {
    name: 'what was recalled is read on',
    file: `${modules}/alarms/bulletins/bulletin-presenters.ts`,
    find: "const isTakenBack = row.state === 'recalled' && !row.sent",
    replace: 'const isTakenBack = false as boolean',
    tests: bulletinTests,
  },
  {
    name: 'drafts exist for those above their authors',
    file: `${modules}/alarms/bulletins/bulletins.queries.ts`,
    find: 'or (${hasGoneOut} and ${inScope(',
    replace: 'or (${inScope(',
    tests: bulletinTests,
  },
  {
    name: 'a government announces to its whole country',
    file: `${modules}/alarms/bulletins/bulletin-recipients.queries.ts`,
    find: "if (type === 'government') return withinRegion('account.region_code', regionPrefix(region_code))",
    replace:
      "if (type === 'government') return withinRegion('account.region_code', regionPrefix(region_code).slice(0, 3))",
    tests: bulletinTests,
  },
  {
    name: 'a scheduled bulletin goes out before its time',
    file: `${modules}/alarms/bulletins/bulletin-recipients.queries.ts`,
    find: ".where('publish_at', '<=', now)",
    replace: '',
    tests: bulletinTests,
  },
  {
    name: 'a file that is attached to nothing is anybody’s',
    file: `${modules}/alarms/bulletins/bulletin-files.ts`,
    find: "return file.account_id === caller.accountId && caller.rights.includes('bulletin.send')",
    replace: 'return true',
    tests: bulletinTests,
  },
  {
    name: 'a link of a bulletin runs a script',
    file: 'packages/contract/src/alarms/bulletin-body.ts',
    find: "return ['http:', 'https:', 'mailto:'].includes(protocol) && username === '' && password === ''",
    replace: 'return true || protocol === username || password',
    tests: bulletinTests,
  },
  {
    name: 'whoever may not receive announcements counts them as unread',
    file: `${modules}/alarms/bulletins/bulletins.queries.ts`,
    find: "receives: rights.includes('bulletin.receive'),",
    replace: 'receives: true,',
    tests: bulletinTests,
  },
]

const desk: readonly PlantedBug[] = [
  {
    name: 'an alarm is handled whatever its state',
    file: `${modules}/alarms/anomalies/alarm-steps.ts`,
    find: "(abilitiesAt(state)[ability] ? null : 'conflict')",
    replace: "(state === 'open' || abilitiesAt(state)[ability] || ability ? null : 'conflict')",
    tests: deskTests,
  },
  {
    name: 'an alarm is given to who may not handle it',
    file: `${modules}/alarms/anomalies/alarm-steps.ts`,
    find: "(rights ?? rightsByUserType[user_type as UserType]).includes('alarm.handle')",
    replace: '(rights ?? rightsByUserType[user_type as UserType]).length >= 0',
    tests: deskTests,
  },
  {
    name: 'the gravest alarms close by themselves',
    file: `${modules}/alarms/anomalies/alarm-expiry.queries.ts`,
    find: ".where('level', '>', 1)",
    replace: '',
    tests: [`${modules}/alarms/anomalies/alarm-expiry.test.ts`],
  },
  {
    name: 'what closed by itself makes people look quick',
    file: `${modules}/alarms/anomalies/alarm-desk.queries.ts`,
    find: "const closedByPeople = sql`anomaly.closed_reason not in ('expired', 'withdrawn')`",
    replace: 'const closedByPeople = sql`anomaly.closed_reason is not null`',
    tests: deskTests,
  },
  {
    name: 'messages of alarms know no hour',
    file: `${modules}/alarms/anomalies/alarm-messages.ts`,
    find: 'single: messagesPerHour - 1 - used.texts,',
    replace: 'single: messagesPerHour - 1 + used.texts,',
    tests: messageTests,
  },
  {
    name: 'people who may not see an alarm are notified of it',
    file: `${modules}/alarms/anomalies/alarm-messages.ts`,
    find: 'if (!(await findAnomaly(db, caller.scope, userId, droneId, anomalyId))) return null',
    replace: 'if (droneId === anomalyId) return null',
    tests: messageTests,
  },
  {
    name: 'an alarm that was taken back counts on',
    file: `${modules}/live/monitor/monitor-groups.queries.ts`,
    find: ".where('closed_reason', 'is distinct from', 'withdrawn')",
    replace: '',
    tests: [`${modules}/live/monitor/monitor.test.ts`],
  },
]

const files: readonly PlantedBug[] = [
  {
    name: 'a zone is larger than a province',
    file: `${modules}/land/no-fly-zones/zone-geometry.ts`,
    find: "if (geometry.areaM2 > largestM2) fail('zone_too_large')",
    replace: '',
    tests: zoneTests,
  },
  {
    name: 'hours of a zone leave by the clock of the place as those of UTC',
    file: `${modules}/land/no-fly-zones/zone-export.ts`,
    find: 'moveWindow(window, -aheadMinutes)',
    replace: 'moveWindow(window, aheadMinutes * 0)',
    tests: zoneTests,
  },
  {
    name: 'a zone that is not in force leaves for aviation as one that is',
    file: `${modules}/land/no-fly-zones/zone-export.ts`,
    find: 'if (row.enabled || !aviation.has(format)) yield row',
    replace: 'yield row',
    tests: zoneTests,
  },
  {
    name: 'a hole of the size of a mast’s foot refuses its field',
    file: `${geometry}/judge/judge-geometry.ts`,
    find: 'part.filter((ring, i) => i === 0 || isGround(ring))',
    replace: 'part.filter(() => true)',
    tests: [`${geometry}/judging.test.ts`],
  },
  {
    name: 'a zip of many layers knows no limits',
    file: `${geometry}/read-archive.ts`,
    find: 'if (this.#looked >= LIMITS.layers || this.#reading.budget.isSpent) {',
    replace: 'if (this.#reading.budget.isSpent) {',
    tests: [`${geometry}/judging.test.ts`],
  },
  {
    name: 'an import that is applied twice makes everything twice',
    file: `${modules}/land/geometry-imports/apply-import.ts`,
    find: "if (row?.status !== 'applying') return",
    replace: 'if (!row) return',
    tests: importTests,
  },
  {
    name: 'an import goes on for who has lost the right meanwhile',
    file: `${modules}/land/geometry-imports/apply-import.ts`,
    find: 'if (!mayImport(caller, row.target)) return null',
    replace: '',
    tests: importTests,
  },
  {
    name: 'an import that is stopped leaves what it has made',
    file: `${modules}/land/geometry-imports/apply-import.ts`,
    find: 'if (await tellProgress(db, row.id, done)) throw new Stopped()',
    replace: 'if (await tellProgress(db, row.id, done)) return',
    tests: importTests,
  },
  {
    name: 'feet of a zone are taken for metres',
    file: `${geometry}/read/units.ts`,
    find: 'const metresPerFoot = 0.3048',
    replace: 'const metresPerFoot = 1',
    tests: [`${geometry}/readers.test.ts`],
  },
  {
    name: 'offset positions are moved the wrong way',
    file: `${geometry}/place-features.ts`,
    find: "isMended ? swap(place) : place), shift, 'wgs84')",
    replace: "isMended ? swap(place) : place), 'wgs84', shift)",
    tests: [`${geometry}/judging.test.ts`],
  },
  {
    name: 'an island in a pond is a second hole',
    file: `${geometry}/judge/nest-rings.ts`,
    find: 'if (depth % 2 === 0 || holder === undefined) {',
    replace: 'if (depth === 0 || holder === undefined) {',
    tests: [`${geometry}/readers.test.ts`, `${geometry}/judging.test.ts`],
  },
  {
    name: 'outlines of a Shapefile are wound as those of GeoJSON',
    file: `${geometry}/write/shapefile.ts`,
    find: 'part.map((ring) => ring.toReversed())',
    replace: 'part.map((ring) => [...ring])',
    tests: [`${geometry}/writers.test.ts`],
  },
  {
    name: 'a name that is a formula leaves bare in a table of fields',
    file: `${geometry}/write/csv.ts`,
    find: "const plain = /^[\\s;]*[=+\\-@]|^[\\t\\r]/.test(text) ? `'${text}` : text",
    replace: 'const plain = text',
    tests: [`${geometry}/writers.test.ts`],
  },
  {
    name: 'what was sprayed beside a plot counts as of it',
    file: 'packages/domain/src/plot-ground.ts',
    find: 'const coveredM2 = raster.insideM2(plot)',
    replace:
      'const coveredM2 = raster.insideM2(plot.slice(0, 1)) + raster.insideM2(plot.slice(0, 1)) * 0.01',
    tests: ['packages/domain/src/plot-ground.test.ts'],
  },
]

const distribution: readonly PlantedBug[] = [
  {
    name: 'areas to stay in reach the drones of everyone',
    file: `${zoneSets}/zone-sets.queries.ts`,
    find: "eb('account_id', '=', sql<string>`any(${[...binders]}::uuid[])`)",
    replace: "eb('kind', '=', binders.length < 0 ? 'stay_out' : 'stay_in')",
    tests: setTests,
  },
  {
    name: 'a zone that is not in force is sent to drones',
    file: `${zoneSets}/zone-sets.queries.ts`,
    find: ".where('enabled', '=', true)",
    replace: '',
    tests: setTests,
  },
  {
    name: 'a drone is believed whatever it says that it holds',
    file: `${zoneSets}/zone-distributor.ts`,
    find: 'if (set.version !== version || set.hash !== hash)',
    replace: 'if (set.version !== version || hash === null)',
    tests: setTests,
  },
  {
    name: 'who is connected does not hear of a change',
    file: `${zoneSets}/zone-news.ts`,
    find: 'if (isTouching(boundsOfCell(cell), bounds)) pending.add(droneId)',
    replace: 'if (!isTouching(boundsOfCell(cell), bounds)) pending.add(droneId)',
    tests: setTests,
  },
  {
    name: 'who holds an old version of a zone counts as holding it',
    file: `${modules}/land/no-fly-zones/zone-holders.queries.ts`,
    find: "when holding.number >= ${newestNumber} then 'current'",
    replace: "when holding.number > 0 then 'current'",
    tests: zoneTests,
  },
  {
    name: 'the holders of a zone are counted over the drones of everyone',
    file: `${modules}/land/no-fly-zones/zone-holders.queries.ts`,
    find: ".where('zone.id', 'in', zoneIds) .where(inScope(scope, droneScope))",
    replace: ".where('zone.id', 'in', zoneIds)",
    tests: zoneTests,
  },
  {
    name: 'a route through a zone that needs consent is sent without asking',
    file: `${modules}/live/commands/route-check.ts`,
    find: 'if (crossings[0] && !hasConsent)',
    replace: 'if (crossings[0] && !hasConsent && points.length === 0)',
    tests: [`${modules}/live/commands/commands.test.ts`],
  },
]

export const groundBugs: readonly PlantedBug[] = [
  ...plots,
  ...bulletins,
  ...desk,
  ...files,
  ...distribution,
]
