// The plots that each person in the world of the sweep can see.
import { droneNames, world, type DroneName, type PersonName } from '../../../sweep/testing-world.ts'

/** The plots belong to the owner of a drone, or to its maker if it has not been sold. */
export const visiblePlots: Partial<Record<PersonName, readonly DroneName[]>> = {
  root: droneNames,
  east: ['easts'],
  province: ['teams', 'subs', 'subSubs', 'easts', 'unsold'],
  city: ['teams', 'subs', 'subSubs', 'easts', 'unsold'],
  county: ['teams', 'subs'],
  elsewhere: ['rivals', 'rented'],
  makerOne: ['unsold'],
  makerBusinessAdmin: ['unsold'],
  makerTwo: [],
  makerEast: [],
  team: ['teams', 'subs', 'subSubs'],
  teamEnterpriseAdmin: ['teams', 'subs', 'subSubs'],
  teamBusinessAdmin: ['teams', 'subs', 'subSubs'],
  teamPersonal: [],
  teamStaff: ['teams', 'subs', 'subSubs'],
  countyStaff: ['teams', 'subs'],
  teamSub: ['subs', 'subSubs'],
  teamSubSub: ['subSubs'],
  rival: ['rivals', 'rented'],
  lone: ['lones'],
  renter: [],
  eastTeam: ['easts'],
  farmer: [],
}
export const listVisible = (person: PersonName): readonly DroneName[] => visiblePlots[person] ?? []
export const ownPlot = (person: PersonName): string =>
  world.plotId[listVisible(person)[0] ?? 'teams']
