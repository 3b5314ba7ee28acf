// The roll-out of a build to many drones: in steps, and only as far as its failures allow. The next
// action depends only on the stored state, so that the process that decides can be killed and
// restarted.

export const rolloutStates = [
  'running',
  'paused',
  'stopped',
  'rolling_back',
  'rolled_back',
  'finished',
  'cancelled',
] as const
export type RolloutState = (typeof rolloutStates)[number]

export const rolloutDroneStates = [
  'waiting',
  'offered',
  'downloading',
  'verified',
  'installed',
  'failed',
  'withdrawn',
] as const
export type RolloutDroneState = (typeof rolloutDroneStates)[number]

/** A drone's replies to an offer. */
export const offerWords = ['downloading', 'verified', 'installed', 'failed'] as const
export type OfferWord = (typeof offerWords)[number]

export type RolloutRules = {
  /** Per cent of the drones, growing, the last one 100. */
  readonly steps: readonly number[]
  /** Share of a step's drones that must have it before the next step begins. */
  readonly passPercent: number
  /** Share of the drones that ended which may have failed. */
  readonly errorPercent: number
  /** The share of failures counts only from this many failures on: one of one means nothing. */
  readonly errorLeast: number
  /** From a step's success to the next step. */
  readonly soakMin: number
  /** Whether a roll-out that stops rolls back automatically. */
  readonly goesBack: boolean
}

export type Rollout = RolloutRules & {
  readonly state: RolloutState
  /** From 0. */
  readonly step: number
  readonly droneNum: number
  /** Since when the step is successful. */
  readonly passedAtMs: number | null
}

export type Tally = Readonly<Record<RolloutDroneState, number>>
export type Tallies = {
  readonly forward: Tally
  /** The drones of the current step and of those before it. */
  readonly inTurn: Tally
  readonly back: Tally
}

export type Decision =
  | { readonly kind: 'stop'; readonly goesBack: boolean }
  | { readonly kind: 'passed' }
  | { readonly kind: 'next'; readonly step: number }
  | { readonly kind: 'finish' }
  | { readonly kind: 'rolledBack' }

export const noDrones: Tally = {
  waiting: 0,
  offered: 0,
  downloading: 0,
  verified: 0,
  installed: 0,
  failed: 0,
  withdrawn: 0,
}

/** Number of drones included in a step and all steps before it. */
export const countInTurn = ({
  droneNum,
  steps,
  step,
}: Pick<Rollout, 'droneNum' | 'steps' | 'step'>): number =>
  Math.ceil((droneNum * (steps[step] ?? 100)) / 100)

const countOpen = ({ waiting, offered, downloading, verified }: Tally): number =>
  waiting + offered + downloading + verified

const isTooBad = ({ errorLeast, errorPercent }: RolloutRules, { failed, installed }: Tally) =>
  failed >= errorLeast && failed * 100 > errorPercent * (failed + installed)

const decideRunning = (rollout: Rollout, tallies: Tallies, nowMs: number): Decision | null => {
  const { steps, step, passPercent, soakMin, goesBack, passedAtMs } = rollout
  const { forward, inTurn } = tallies
  if (isTooBad(rollout, forward)) return { kind: 'stop', goesBack }
  const hasEnded = countOpen(inTurn) === 0
  const isPassed = inTurn.installed * 100 >= passPercent * countInTurn(rollout)
  // No drone is left that could make it a success.
  if (hasEnded && !isPassed) return { kind: 'stop', goesBack }
  if (step === steps.length - 1) return hasEnded ? { kind: 'finish' } : null
  if (!isPassed) return null
  if (passedAtMs === null && soakMin > 0) return { kind: 'passed' }
  return nowMs - (passedAtMs ?? nowMs) >= soakMin * 60_000 ? { kind: 'next', step: step + 1 } : null
}

/** Null: no change until a drone or a person reports something, or time passes. */
export const decideRollout = (
  rollout: Rollout,
  tallies: Tallies,
  nowMs: number,
): Decision | null => {
  if (rollout.state === 'running') return decideRunning(rollout, tallies, nowMs)
  if (rollout.state === 'rolling_back' && countOpen(tallies.back) === 0)
    return { kind: 'rolledBack' }
  return null
}

const before: Readonly<Record<OfferWord, readonly RolloutDroneState[]>> = {
  downloading: ['offered', 'downloading'],
  verified: ['offered', 'downloading'],
  // The final result may be late, too: an offer may have been withdrawn after its installation.
  installed: ['offered', 'downloading', 'verified', 'withdrawn'],
  failed: ['offered', 'downloading', 'verified', 'installed', 'withdrawn'],
}

/** A drone's new state after its reply; null: the reply changes nothing. */
export const moveDrone = (state: RolloutDroneState, word: OfferWord): RolloutDroneState | null =>
  before[word].includes(state) ? word : null

export type RolloutStep = 'pause' | 'resume' | 'rollBack' | 'cancel'
export const rolloutSteps = ['pause', 'resume', 'rollBack', 'cancel'] as const

const states: Readonly<Record<RolloutStep, readonly RolloutState[]>> = {
  pause: ['running'],
  resume: ['paused', 'stopped'],
  rollBack: ['running', 'paused', 'stopped', 'finished'],
  cancel: ['running', 'paused', 'stopped', 'rolling_back'],
}
/** Whether a step is allowed in the current state of the roll-out. */
export const maySteer = (
  { state, canGoBack }: { state: RolloutState; canGoBack: boolean },
  step: RolloutStep,
): boolean => states[step].includes(state) && (step !== 'rollBack' || canGoBack)

export const isGoodSteps = (steps: readonly number[]): boolean =>
  steps.length > 0 &&
  steps.at(-1) === 100 &&
  steps.every((step, i) => step > (steps[i - 1] ?? 0) && step <= 100)
