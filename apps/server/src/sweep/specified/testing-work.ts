import { world } from '../testing-world.ts'
import { callsOf, inItems, paged, type SpecifiedCall } from './testing-calls.ts'

const platform = callsOf('root')
const team = callsOf('team')
const county = callsOf('county')
const elsewhere = callsOf('elsewhere')

const droneId = world.droneId.teams

export const bulletinCalls: readonly SpecifiedCall[] = [
  team('getBulletinList', 'listBulletins', { query: { currentPage: '1', pageSize: '20' } }, paged),
  team(
    'getBulletinList: anomalies (droneId, startTime, endTime, oddType, accounts)',
    'listBulletins',
    {
      query: {
        bulletinType: '1',
        droneId: 'SWEEP',
        startTime: '2026-01-01',
        endTime: '2026-12-31',
        oddType: '2',
        zzAccountName: '',
        yyAccountName: '',
      },
    },
    paged,
  ),
  team(
    'getOddBulletinList: droneId, order',
    'listAnomalies',
    { query: { droneId, order: '-recordTime' } },
    [...paged, ...inItems('anomalyId')],
    { anomalyId: 'items.0.anomalyId' },
  ),
  platform('addBulletin', 'addBulletin', {
    body: {
      texts: [
        {
          language: 'en',
          title: 'Notice',
          body: {
            type: 'doc',
            content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Read this.' }] }],
          },
        },
      ],
    },
  }),
  team('markRead (PUT {bulletinIds, oprType})', 'markBulletinsRead', ({ anomalyId }) => ({
    body: { bulletinIds: [anomalyId], oprType: 1 },
  })),
  team('getUnReadCount', 'countUnreadBulletins', {}, ['count']),
]

export const zoneCalls: readonly SpecifiedCall[] = [
  platform(
    'No-fly zones GET: type, detailAddress',
    'listNoFlyZones',
    { query: { type: '1', detailAddress: 'a' } },
    [...paged, 'stats.civilNoflyNum', 'stats.notCivilNoflyNum'],
  ),
  county(
    'POST',
    'createNoFlyZone',
    {
      body: {
        noflyName: 'School',
        type: 1,
        detailAddress: '2 Wensan Road',
        shape: { kind: 'circle', center: [120.05, 30.25], radiusM: 200 },
      },
    },
    ['noflyId'],
    { noflyId: 'noflyId' },
  ),
  county('PUT', 'updateNoFlyZone', ({ noflyId }) => ({
    params: { noflyId: noflyId! },
    body: {
      noflyName: 'School',
      type: 1,
      shape: { kind: 'circle', center: [120.05, 30.25], radiusM: 300 },
    },
  })),
  county('PUT enable {noflyId, opr}', 'enableNoFlyZone', ({ noflyId }) => ({
    body: { noflyId, opr: 'disable' },
  })),
  county('GET detail', 'getNoFlyZone', ({ noflyId }) => ({ params: { noflyId: noflyId! } })),
  county('DELETE', 'deleteNoFlyZone', ({ noflyId }) => ({ params: { noflyId: noflyId! } })),
]

export const statisticCalls: readonly SpecifiedCall[] = [
  team('Data stats list (page size 10)', 'listDataStats', {}, paged),
  team('Data stats create: periodType alone', 'createDataStat', { body: { periodType: 2 } }, [
    'statId',
  ]),
  team(
    'Data stats create',
    'createDataStat',
    {
      body: {
        periodType: 7,
        startTime: '2026-11-01',
        endTime: '2026-11-30 23:59:59',
        region: '156330000',
        cropId: null,
        areaUnit: 'mu',
        showType: 'bar',
        refreshFre: 60,
        x: 'drone',
        y: ['sprayArea'],
        dimension: null,
        summary: true,
      },
    },
    ['statId'],
    { statId: 'statId' },
  ),
  team('Data stats detail', 'getDataStat', ({ statId }) => ({ params: { statId: statId! } }), [
    'settings.periodType',
    'settings.startTime',
  ]),
  team('Data stats update', 'updateDataStat', ({ statId }) => ({
    params: { statId: statId! },
    body: { settings: { periodType: 4 } },
  })),
  team('Data stats overview', 'getDataStatOverview', ({ statId }) => ({
    params: { statId: statId! },
  })),
  team('Data stats delete', 'deleteDataStat', ({ statId }) => ({ params: { statId: statId! } })),
  team(
    'Drone statistics list',
    'listDroneStatistics',
    {
      query: {
        startTime: '2026-11-01',
        endTime: '2026-11-30',
        region: '156000000',
        zzAccountId: world.accountId.makerOne,
        yyAccountId: world.accountId.team,
        startDroneId: 'SWEEP-a',
        endDroneId: 'SWEEP-z',
        flyModelId: world.modelId.makerOne,
      },
    },
    paged,
  ),
  team('Drone statistics export', 'startDroneStatisticsExport', { body: {} }),
]

export const taskCalls: readonly SpecifiedCall[] = [
  county('tftz list', 'listUnifiedTasks', { query: { region: '156330106', tftzType: '1' } }, paged),
  county(
    'tftz POST',
    'createUnifiedTask',
    {
      body: {
        tftzName: 'Locusts',
        region: '156330106',
        startDate: '2026-11-01',
        endDate: '2026-12-31 00:00:00',
        tftzType: 1,
        workType: null,
        cropId: null,
        zfMonitor: null,
      },
    },
    ['tftzId'],
    { tftzId: 'tftzId' },
  ),
  county('tftz PATCH', 'updateUnifiedTask', ({ tftzId }) => ({
    params: { tftzId: tftzId! },
    body: { tftzName: 'Locusts in Xihu' },
  })),
  county(
    'tftz task drones',
    'getTaskDrones',
    ({ tftzId }) => ({ query: { tftzId: tftzId! } }),
    paged,
  ),
  county('tftz stats: drone', 'getTaskDroneStat', ({ tftzId }) => ({ query: { tftzId: tftzId! } })),
  county('tftz stats: owner', 'getTaskOwners', ({ tftzId }) => ({ query: { tftzId: tftzId! } })),
  county('tftz stats: data', 'getTaskData', ({ tftzId }) => ({ query: { tftzId: tftzId! } })),
  county('tftz stats: overview', 'getTaskOverview', ({ tftzId }) => ({
    query: { tftzId: tftzId! },
  })),
  county('tftz stats: sorties', 'getTaskSorties', ({ tftzId }) => ({ query: { tftzId: tftzId! } })),
  elsewhere(
    'Subsidies list: year, region',
    'listSubsidies',
    { query: { year: '2026', region: '156410000' } },
    [...paged, ...inItems('subsidyId')],
    { subsidyId: 'items.0.subsidyId' },
  ),
  elsewhere('Subsidies summary', 'getSubsidySummary', { query: { year: '2026' } }, ['items']),
  elsewhere('Subsidies stat data by region', 'getSubsidyRegions', { query: { year: '2026' } }, [
    'items',
  ]),
  elsewhere('Subsidies tracks', 'getSubsidyTracks', ({ subsidyId }) => ({
    params: { subsidyId: subsidyId! },
  })),
  elsewhere('Subsidies delete', 'deleteSubsidy', ({ subsidyId }) => ({
    params: { subsidyId: subsidyId! },
  })),
]
