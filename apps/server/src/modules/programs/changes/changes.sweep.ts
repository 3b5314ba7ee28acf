// Access cases of this feature. That events follow the scope of their rows is tested in
// changes.test.ts with people of each kind.
import { changeRoutes } from '@swath/contract/programs/changes'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { signedIn } from '../../../sweep/testing-oracle.ts'

/** Pilots have only the page of their account. */
export const withChanges = signedIn.filter((person) => person !== 'teamPilot')

export const changeSweep = featureSweep(changeRoutes, {
  cases: {
    listChanges: {
      people: withChanges,
      request: () => ({ query: { after: 'start', limit: '1' } }),
    },
  },
})
