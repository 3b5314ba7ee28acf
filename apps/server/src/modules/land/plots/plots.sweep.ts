// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { plotRoutes } from '@swath/contract/land/plots'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep, type Asking, type Strangers } from '../../../sweep/testing-cases.ts'
import { blockList } from '../../../sweep/testing-oracle.ts'
import {
  accountLines,
  boxText,
  droneNames,
  idsFor,
  personLines,
  personNames,
  places,
  square,
  world,
  type PersonName,
} from '../../../sweep/testing-world.ts'
import { listVisible, ownPlot, visiblePlots } from './testing-visible-plots.ts'

const unseenPlots: Strangers = ({ person }) =>
  droneNames.filter((name) => !listVisible(person).includes(name)).map((name) => world.plotId[name])

/**
 * Shares of every plot with everyone who has no other share of it, so that only they may answer.
 */
const givenShareId = idsFor(droneNames)
const strangeShares: Strangers = ({ person }) =>
  droneNames.filter((name) => !listVisible(person).includes(name)).map((name) => givenShareId[name])
/** A share offered to each person, of a plot of an account unrelated to all of them. */
const receivedShareId = idsFor(personNames)

/** A plot of each person that a case may delete. */
const sparePlotId = idsFor(personNames)

const seed = async (db: Db): Promise<void> => {
  await db
    .insertInto('plot')
    .values(
      personNames.map((person) => {
        const { account } = personLines[person]
        const { code, at } = places[accountLines[account].place]
        return {
          id: sparePlotId[person],
          account_id: world.accountId[account],
          name: 'Spare',
          region_code: code,
          parts: JSON.stringify([[square(at, 0.001)]]),
          bounds: boxText(at, 0.001),
          area_m2: 10_000,
          created_by: world.userId[person],
        }
      }),
    )
    .execute()
  const people = await db.selectFrom('app_user').select(['id', 'phone']).execute()
  const findPhone = (person: PersonName): string =>
    people.find(({ id }) => id === world.userId[person])?.phone ?? ''
  await db
    .insertInto('plot_share')
    .values([
      ...droneNames.map((name) => ({
        id: givenShareId[name],
        plot_id: world.plotId[name],
        phone: '+86-13999999999',
        rights: 'view' as const,
      })),
      ...personNames.map((person) => ({
        id: receivedShareId[person],
        plot_id: world.plotId.lones,
        phone: findPhone(person),
        rights: 'view' as const,
      })),
    ])
    .execute()
}

const inPath = ({ person }: Asking) => ({ params: { blockId: ownPlot(person) } })
const inQuery = ({ person }: Asking) => ({ query: { blockIds: sparePlotId[person] } })
const parts = [
  [
    [
      [120.3, 30.3],
      [120.301, 30.3],
      [120.301, 30.301],
      [120.3, 30.3],
    ],
  ],
]
const body = { blockName: 'Drawn by the sweep', parts }
const holds = { kind: 'plot', rows: visiblePlots } as const

export const plotSweep = featureSweep(plotRoutes, {
  seed,
  strangers: { plot: unseenPlots, plotShare: strangeShares },
  cases: {
    listPlots: { people: blockList, request: () => ({ query: { pageSize: '500' } }), holds },
    exportPlots: {
      people: blockList,
      request: () => ({ query: { format: 'csv' } }),
      holds,
      narrows: true,
    },
    listOfferedPlots: { people: blockList },
    getPlot: { people: blockList, request: inPath },
    checkPlot: {
      people: blockList,
      reads: true,
      request: ({ person }) => ({ body: { parts, blockId: ownPlot(person) } }),
    },
    createPlot: {
      people: blockList,
      request: () => ({ body }),
      changes: true,
      untried: { 'body.cropId': 'an unknown crop is reported at its field' },
    },
    updatePlot: {
      people: blockList,
      request: (asking) => ({ ...inPath(asking), body: { ...body, version: 0 } }),
      refusesFirst: true,
      changes: true,
    },
    deletePlots: { people: blockList, request: inQuery, changes: true },
    forceDeletePlots: { people: blockList, request: inQuery, changes: true },
    sharePlots: {
      people: blockList,
      request: ({ person }) => ({
        body: { blockIds: [ownPlot(person)], targetUserPhone: '+86-13911112222' },
      }),
      changes: true,
    },
    answerPlotShare: {
      people: blockList,
      request: ({ person }) => ({
        params: { shareId: receivedShareId[person] },
        body: { opr: 'decline' },
      }),
      strangers: {
        'params.shareId': ({ person }) =>
          personNames.filter((one) => one !== person).map((one) => receivedShareId[one]),
      },
      changes: true,
    },
    recallPlotShare: {
      people: blockList,
      request: ({ person }) => ({
        params: { shareId: givenShareId[listVisible(person)[0] ?? 'teams'] },
      }),
      changes: true,
    },
  },
})
