// The pilot in the world of the sweep, and the pilots that are foreign to a person in statistics.
import type { Strangers } from '../../../sweep/testing-cases.ts'
import { visibleDrones } from '../../../sweep/testing-oracle.ts'
import {
  personLines,
  personNames,
  world,
  type DroneName,
  type PersonName,
} from '../../../sweep/testing-world.ts'

/** The only flight with a pilot. */
export const flown: { pilot: PersonName; drone: DroneName } = { pilot: 'team', drone: 'teams' }

/**
 * Statistics split work by pilot even for makers, who cannot see the pilots. Foreign pilots are
 * those who flew none of the person's drones.
 */
export const pilotsOfNoOwnWork: Strangers = ({ person }) =>
  personNames
    .filter((name) => personLines[name].account !== personLines[person].account)
    .filter((name) => name !== flown.pilot || !visibleDrones[person].includes(flown.drone))
    .map((name) => world.userId[name])
