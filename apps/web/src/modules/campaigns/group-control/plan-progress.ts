import type { GroupPlanDetail, GroupPlanDrone } from '@swath/contract/campaigns/group-plans'
import { LocalPlane } from '@swath/domain/lng-lat'
import { muFromM2 } from '@swath/domain/units'

type Sortie = GroupPlanDetail['route']['shares'][number]['sorties'][number]

const lengthOfStripsM = (strips: Sortie['strips']): number =>
  strips.reduce((sum, { from, to }) => {
    const [x, y] = new LocalPlane(from[0], from[1]).toPlane(to)
    return sum + Math.hypot(x, y)
  }, 0)
const lengthM = (sorties: readonly Sortie[]): number =>
  lengthOfStripsM(sorties.flatMap(({ strips }) => strips))

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

/** The work of a plan that is left after the flights finished so far. */
export const computeRest = ({ route, drones, area }: GroupPlanDetail) => {
  const { shares, totals } = route
  const rests = shares.map(({ sorties, endS }, share) => {
    const done = Math.max(0, drones.find((drone) => drone.share === share)?.doneSortieNum ?? 0)
    const left = sorties.slice(done)
    return { left, durationS: done === 0 ? endS : left[0] ? endS - left[0].startS : 0 }
  })
  const left = rests.flatMap((rest) => rest.left)
  const isWhole = left.length === sum(shares.map(({ sorties }) => sorties.length))
  const wholeM = lengthM(shares.flatMap(({ sorties }) => sorties))
  const part = isWhole ? 1 : wholeM > 0 ? lengthM(left) / wholeM : 0
  const mu = muFromM2(totals.sweptM2) * part
  return {
    mu,
    doneShare: area > 0 ? Math.min(1, Math.max(0, 1 - mu / area)) : 0,
    durationS: Math.max(0, ...rests.map((rest) => rest.durationS)),
    sprayL: isWhole ? totals.sprayL : sum(left.map(({ sprayL }) => sprayL)),
    sortieNum: isWhole ? totals.sortieNum : left.length,
    // Known for the whole route only.
    refillNum: isWhole ? totals.refillNum : null,
    turnNum: isWhole ? totals.turnNum : null,
  }
}

/**
 * The finished work of one drone, before and after the last replanning: its area, and its part of
 * what the drone was and is to spray; null if nothing is planned for it any more.
 */
export const computeDroneWork = (
  { route, done, settings }: Pick<GroupPlanDetail, 'route' | 'done' | 'settings'>,
  { position, share, doneSortieNum }: GroupPlanDrone,
): { mu: number; part: number | null } => {
  const sorties = share === null ? [] : route.shares[share]!.sorties
  const finished = Math.max(0, doneSortieNum)
  const doneM =
    lengthOfStripsM(done.filter(({ drone }) => drone === position)) +
    lengthM(sorties.slice(0, finished))
  const wholeM = doneM + lengthM(sorties.slice(finished))
  return {
    mu: muFromM2(doneM * settings.width),
    part: share === null || wholeM === 0 ? null : doneM / wholeM,
  }
}
