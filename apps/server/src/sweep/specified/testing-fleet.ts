import { world } from '../testing-world.ts'
import { callsOf, indexed, inItems, paged, type SpecifiedCall } from './testing-calls.ts'

const platform = callsOf('root')
const team = callsOf('team')
const maker = callsOf('makerOne')

const droneId = world.droneId.teams
const sortieId = world.sortieId.teams
const span = { startTime: '2026-11-01', endTime: '2026-11-30T23:59:59+08:00' }
const range = { minLng: '73', maxLng: '135', minLat: '18', maxLat: '54' }
const narrowed = {
  region: '156000000',
  zzAccountId: world.accountId.makerOne,
  yyAccountId: world.accountId.team,
  deviceType: 'sprayer',
  flyModelId: world.modelId.makerOne,
}

export const droneCalls: readonly SpecifiedCall[] = [
  platform(
    'GET getDroneList (currentPage, pageSize, filters)',
    'listDrones',
    {
      query: {
        currentPage: '1',
        pageSize: '20',
        yyAccountName: 'team',
        modelName: 'canary',
        zzAccountName: 'canary',
        oprName: '',
        regFlag: '',
        droneId: 'SWEEP',
        droneName: 'canary',
        deviceType: 'sprayer',
        saleType: '',
        sortParam: '-workArea',
      },
    },
    [
      ...paged,
      ...['total', 'workArea', 'zzNum', 'sortieCount', 'modelNum'].map((name) => `stats.${name}`),
      ...inItems('droneId', 'flyModelId', 'droneName', 'regMark', 'rackNo', 'buyer'),
      ...inItems('zzDroneNum', 'deviceType', 'sprayWidth', 'saleType', 'rentalModel'),
    ],
  ),
  platform('GET getDroneDetail (droneId)', 'getDrone', { query: { droneId } }, ['droneId']),
  maker('PUT updateDrone', 'updateDrone', {
    body: {
      droneId,
      flyModelId: world.modelId.makerOne,
      droneName: 'Named',
      regMark: 'B-1',
      rackNo: 'R1',
      buyer: 'A cooperative',
    },
  }),
  maker('PUT lockOpr (droneId, opr, password)', 'lockDrone', {
    body: { droneId, opr: 'lock', password: 'Swath2026' },
  }),
  maker('PUT {droneId}/saleType', 'setSaleType', { params: { droneId }, body: { saleType: 2 } }),
  maker('PUT {droneId}/zzDroneNum', 'setMakerNumber', {
    params: { droneId },
    body: { zzDroneNum: 'M-1' },
  }),
  maker('PUT {droneId}/deviceType (deviceType, sprayWidth)', 'setDeviceType', {
    params: { droneId },
    body: { deviceType: 'sprayer', sprayWidth: 6 },
  }),
  team('POST rental update (droneId, rentalModel)', 'updateRental', {
    body: { droneId, rentalModel: 3 },
  }),
  platform(
    'GET flyModelList: modelName',
    'listDroneModels',
    { query: { modelName: 'canary' } },
    paged,
  ),
  maker(
    'flyModel add: name, shape, power',
    'addDroneModel',
    { body: { name: 'Model of the specification', shape: 'six', power: 'electric' } },
    ['flyModelId'],
    { flyModelId: 'flyModelId' },
  ),
  maker('flyModel add: modelName', 'addDroneModel', {
    body: { modelName: 'Another', shape: 'single', power: 'hybrid' },
  }),
  maker('flyModel update', 'updateDroneModel', ({ flyModelId }) => ({
    body: { flyModelId, name: 'Renamed', shape: 'eight', power: 'oil' },
  })),
  maker('flyModel id range add', 'addModelIdRange', ({ flyModelId }) => ({
    body: { flyModelId, firstId: 'SPEC0001', lastId: 'SPEC0999' },
  })),
  maker('flyModel merge', 'mergeDroneModels', ({ flyModelId }) => ({
    body: { flyModelId, targetModelId: world.modelId.makerOne },
  })),
  maker(
    'flyModel add, to be deleted',
    'addDroneModel',
    { body: { name: 'Short-lived', shape: 'four', power: 'electric' } },
    ['flyModelId'],
    { doomedModelId: 'flyModelId' },
  ),
  maker('flyModel delete/{modelId}', 'deleteDroneModel', ({ doomedModelId }) => ({
    params: { modelId: doomedModelId! },
  })),
  platform('POST change drone owner', 'changeOwner', {
    body: { droneId: world.droneId.unsold, yyAccountId: world.accountId.rival },
  }),
  platform('PUT merge manufacturer', 'mergeManufacturer', {
    body: { fromZzAccountId: world.accountId.makerTwo, zzAccountId: world.accountId.makerOne },
  }),
]

export const historyCalls: readonly SpecifiedCall[] = [
  team(
    'GET getHistoryFlyList: order, startTime, endTime',
    'listFlights',
    { query: { ...span, order: '-startTime' } },
    [...paged, ...inItems('sortieId', 'droneId', 'startTime')],
  ),
  team('GET getSimulateFlyList', 'listSimulatedFlights', { query: span }, paged),
  team('GET getSortieDetail (droneId, sortieId, startTime)', 'getSortie', {
    query: { droneId, sortieId, startTime: '2026-11-20 11:50:00' },
  }),
  team('GET drones-sorties/statistics/{droneId} (startTime, endTime)', 'getFlightStatistics', {
    params: { droneId },
    query: { startTime: '2026-11-01 00:00:00', endTime: '2026-11-30' },
  }),
  team('GET sortie/pictures', 'getSortiePictures', { query: { sortieId } }),
  team('GET battery (sortieId)', 'getBattery', { query: { sortieId } }, ['items']),
  team('GET droneFiles/{droneId} (pageIndex, size)', 'getDroneFiles', {
    params: { droneId },
    query: { pageIndex: '1', size: '20' },
  }),
  team('POST drone tracks {ids}', 'getTracks', { body: { ids: [sortieId] } }, ['tracks']),
]

export const monitorCalls: readonly SpecifiedCall[] = [
  team('GET monitor detail (no parameter)', 'getMonitorSummary'),
  team('GET monitor detail, narrowed', 'getMonitorSummary', { query: narrowed }),
  team('No-fly list', 'listMonitorZones', {}, ['items']),
  team('Blocks by map range', 'listMonitorBlocks', { query: range }, ['items']),
  team('Drones (queryType 1)', 'listMonitorDrones', { query: { queryType: '1' } }, ['items']),
  team('Drones in a range', 'listMonitorDrones', { query: { ...range, ...narrowed } }, ['items']),
  team('Offline drones', 'listOfflineDrones', {}, ['items']),
  team('Drone detail by droneId', 'getMonitorDrone', { query: { droneId } }, ['droneId']),
]

export const commonCalls: readonly SpecifiedCall[] = [
  team('Manufacturers', 'listManufacturers', {}, ['items']),
  team('Drone by account', 'listDronesByAccount', {}, inItems('droneId', 'droneName')),
  team('Drone by account, of another', 'listDronesByAccount', {
    query: { accountId: world.accountId.makerOne },
  }),
  team('Operators', 'listOperators', {}, ['items']),
  team('Drone models', 'listDroneModels', {}, ['items']),
  team('Unread bulletins', 'listUnreadBulletins', {}, ['items']),
  team('Countries', 'listCountries', {}, ['items']),
  team('Regions', 'loadRegionNames', {}, ['items']),
  team('Work types', 'listWorkTypes', {}, ['items']),
  team('Crops (pageIndex, size 1000)', 'listCrops', { query: { pageIndex: '1', size: '1000' } }, [
    ...indexed,
  ]),
]

const periods = (
  call: string,
  operation: SpecifiedCall['operation'],
  codes: readonly (number | null)[],
  fields: readonly string[],
): SpecifiedCall[] =>
  codes.map((code) =>
    platform(
      `${call}: ${code === null ? 'no parameter' : `periodType ${code}`}`,
      operation,
      code === null ? {} : { query: { periodType: String(code) } },
      fields,
    ),
  )
const series = ['xData', 'yData', 'zData']
const overview = [
  'newDroneCount',
  'flightTime',
  'activeDroneCount',
  'sprayArea',
  'newBlockCount',
  'flightCount',
  'newBlockArea',
  'sprayQuantity',
  'activeBlockCount',
]

export const dashboardCalls: readonly SpecifiedCall[] = [
  platform('Statistics: statInfo', 'getStatInfo', {}, [
    'droneNum',
    'onlineDroneCount',
    'plotTotalArea',
    'ploTotalNum',
    'flyTotalDuration',
    'flyTotalQuantity',
    'sprayTotalMuNum',
    'flySeqTotalNum',
  ]),
  ...periods(
    'Device rank by spray area',
    'getDroneRank',
    [2, 3, null],
    inItems('droneId', 'sprayArea'),
  ),
  ...periods('User rank by spray area', 'getUserRank', [2, 3, null], ['items']),
  ...periods('Spray area per hour, all time', 'getAllTimeHours', [null], series),
  ...periods('Spray area per hour, this year per month', 'getYearHours', [null], series),
  ...periods('Spray area per mode', 'getModeAreas', [1, 2, 3, 4, 5], series),
  ...periods('China spray area per period', 'getChinaPeriod', [1, 2, 3], series),
  ...periods('Foreign spray area per period', 'getForeignPeriod', [1, 2, 3], series),
  ...periods('China spray area per region', 'getChinaRegions', [5, 1, 3, 4], series),
  ...periods('Foreign spray area per region', 'getForeignRegions', [1, 2, 3, 4], series),
  ...periods('Period overview', 'getPeriodOverview', [2, 3], overview),
  ...periods('Today overview', 'getTodayOverview', [null], overview),
  platform('Statistics screen GET with startTime and endTime', 'getScreenOverview', {
    query: { startTime: '2026-11-01', endTime: '2026-11-30' },
  }),
  platform('Statistics screen GET with times', 'getScreenTrend', {
    query: { startTime: '2026-11-01 00:00:00', endTime: '2026-11-30T23:59:59Z' },
  }),
  platform('POST region query', 'queryScreenRegion', {
    body: { startTime: '2026-11-01 00:00:00', endTime: '2026-11-30 23:59:59' },
  }),
]
