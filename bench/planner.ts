// The planner on 200 generated fields, 50 of them with holes or obstacles: invariants of every
// plan, its computing time, and its turns and metres. Then a hundred hectares for five drones.
//
// FIELD_OUTLINES=/path/of/fields.geojson uses the fields of your file instead (polygons of a
// FeatureCollection, WGS 84). Do not add such a file to the repository: land registers have
// different licences.
import type { LngLat } from '@swath/domain/lng-lat'
import type { Parts } from '@swath/domain/plot-parts'
import { planGroup } from '@swath/planner/plan-group'
import type { GroupPlan, PlanSettings } from '@swath/planner/plan'
import {
  at,
  createRandom,
  findMissed,
  lineLengths,
  measureBeyond,
  measureNearest,
  ringOf,
  testingDrones,
  testingSettings,
} from '@swath/planner/testing-fields'
import { drawFields, readFields, type BenchField } from './field-outlines.ts'
import { flags, quantile, report, say, type Unit } from './measure.ts'

const bench = 'planner'
const looks = flags.quick ? 300 : 2_000

const ownFile = process.env['FIELD_OUTLINES']
const fields = ownFile ? readFields(ownFile) : drawFields(200)
const withThings = fields.filter(({ parts, obstacles }) => parts[0]!.length + obstacles.length > 1)
say(
  `${fields.length} fields ${ownFile ? 'of a file' : 'drawn by the bench'}, ${withThings.length} with holes or obstacles`,
)

const spreadOf = ({ shares }: GroupPlan): number => {
  const lengths = shares.map(({ sprayM }) => sprayM)
  return Math.max(...lengths) - Math.min(...lengths)
}

/** Crews are at corners of the field, each drone's at the one that is nearest to its share. */
const placesOf = (parts: Parts): { home: LngLat; refillPlaces: LngLat[] } => {
  const outline = parts[0]![0]!
  const each = Math.max(1, Math.floor(outline.length / 4))
  return {
    home: outline[0]!,
    refillPlaces: [1, 2, 3].map((i) => outline[(i * each) % outline.length]!),
  }
}

const settingsOf = ({ parts, obstacles }: BenchField, index: number): PlanSettings =>
  testingSettings({
    plots: [parts],
    obstacles,
    ...placesOf(parts),
    drones: testingDrones(1 + (index % 8), { enduranceS: 1_200 }),
    windFromDeg: index % 2 === 0 ? null : (index * 37) % 360,
  })

const took: number[] = []
const found = { beyondM: 0, missed: 0, uneven: 0, nearestM: Infinity, refused: 0 }
let [turns, flownM, sprayM, hectares] = [0, 0, 0, 0]
const ground = { groundM2: 0, dryM2: 0, unreachableM2: 0, twiceM2: 0 }
for (const [i, field] of fields.entries()) {
  const settings = settingsOf(field, i)
  const beganMs = performance.now()
  const result = planGroup(settings)
  took.push(performance.now() - beganMs)
  if (!result.ok) {
    found.refused++
    say(`field ${i + 1}: ${result.problem}`)
    continue
  }
  const { plan } = result
  found.beyondM = Math.max(found.beyondM, measureBeyond(plan, settings))
  const missed = findMissed(plan, settings, looks, createRandom(i + 1)).length
  found.missed += missed
  if (spreadOf(plan) > Math.max(...lineLengths(plan)) + 1e-6) found.uneven++
  found.nearestM = Math.min(found.nearestM, measureNearest(plan))
  turns += plan.totals.turnNum
  flownM += plan.totals.flownM
  sprayM += plan.totals.sprayM
  hectares += plan.totals.sweptM2 / 10_000
  for (const key of ['groundM2', 'dryM2', 'unreachableM2', 'twiceM2'] as const)
    ground[key] += plan.coverage[key]
}
const tell = (metric: string, value: number, unit: Unit): void =>
  report(bench, ownFile ? 'own fields' : 'drawn fields', metric, value, unit, 1)
tell('sprayed beyond the inset', found.beyondM, 'm')
tell('places missed', found.missed, 'count')
tell('shares apart by over a line', found.uneven, 'count')
tell('nearest two drones', found.nearestM, 'm')
tell('not planned', found.refused, 'count')
tell('ground left dry', (100 * ground.dryM2) / ground.groundM2, '%')
tell('of it out of reach', (100 * ground.unreachableM2) / ground.groundM2, '%')
tell('ground sprayed twice', (100 * ground.twiceM2) / ground.groundM2, '%')
tell('turns a hectare', turns / hectares, 'count')
tell('flown for a sprayed metre', flownM / sprayM, 'm')
tell('median', quantile(took, 0.5), 'ms')
tell('longest', Math.max(...took), 'ms')

const hundred = testingSettings({
  plots: [
    [
      [
        ringOf([
          [0, 0],
          [1000, 0],
          [1000, 1000],
          [0, 1000],
        ]),
        ringOf([
          [300, 300],
          [420, 320],
          [400, 420],
          [290, 400],
        ]),
      ],
    ],
  ],
  home: at(-20, -20),
  drones: testingDrones(5),
})
const rounds = Array.from({ length: flags.quick ? 3 : 15 }, () => {
  const beganMs = performance.now()
  planGroup(hundred)
  return performance.now() - beganMs
})
const variant = '100 ha, 5 drones'
report(bench, variant, 'first', rounds[0]!, 'ms', 1)
report(bench, variant, 'median', quantile(rounds, 0.5), 'ms', rounds.length)
