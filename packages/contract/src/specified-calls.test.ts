import { expect, test } from 'vitest'
import { api, type Operation } from './api.ts'

/**
 * The calls that the specification (section 7) names with their paths, below /api; calls given only
 * by name are preceded by the prefix of their group.
 */
const named: Readonly<Record<string, readonly string[]>> = {
  'user and sign-in': [
    'GET /user/baseaccount/getVerify',
    'GET /user/baseaccount/getVerifyCode',
    'GET /user/baseaccount/checkVerifyCode',
    'POST /user/baseaccount/loginPd',
    'POST /user/baseaccount/loginSmS',
    'POST /user/baseaccount/refreshToken',
    'POST /user/baseaccount/loginOut',
    'PUT /user/baseaccount/resetPassword',
    'POST /user/baseaccount/reg',
    'POST /user/upload',
    'PUT /user/account/manage/secretKey/{vid}',
    'GET /user/account/manage/secretKey/{vid}',
  ],
  'drones': [
    'GET /drone/device/manage/getDroneList',
    'GET /drone/device/manage/getDroneDetail',
    'PUT /drone/device/manage/updateDrone',
    'PUT /drone/device/manage/lockOpr',
    'PUT /drone/device/manage/{droneId}/saleType',
    'PUT /drone/device/manage/{droneId}/zzDroneNum',
    'PUT /drone/device/manage/{droneId}/deviceType',
    'POST /drone/device/manage/rental/update',
    'POST /drone/device/manage/changeOwner',
    'PUT /drone/device/manage/mergeManufacturer',
    'GET /drone/device/manage/flyModelList',
    'POST /drone/device/manage/flyModel/add',
    'PUT /drone/device/manage/flyModel/update',
    'DELETE /drone/device/manage/flyModel/delete/{modelId}',
    'PUT /drone/device/manage/flyModel/merge',
    'POST /drone/device/manage/flyModel/addIdRange',
  ],
  'history': [
    'GET /drone/mointor/manage/getHistoryFlyList',
    'GET /drone/mointor/manage/getSimulateFlyList',
    'GET /drone/mointor/manage/getSortieDetail',
    'GET /oper/drones-sorties/statistics/{droneId}',
    'GET /oper/sortie/pictures',
    'GET /oper/battery',
    'GET /oper/droneFiles/{droneId}',
    'POST /oper/drones/tracks',
  ],
  'rental': [
    'GET /rental/rental/getRentalModelByAccount',
    'GET /rental/rental/getManufacturerByAccount',
    'GET /rental/rental/customers',
    'GET /rental/rental/rentals',
    'POST /rental/rental/add',
    'POST /rental/rental/cancel',
    'POST /rental/rental/return',
    'GET /rental/rental/signs',
  ],
  'bulletins': [
    'GET /bulletin/getBulletinList',
    'GET /bulletin/getOddBulletinList',
    'POST /bulletin/addBulletin',
    'PUT /bulletin/markRead',
    'GET /bulletin/getUnReadCount',
  ],
  'no-fly zones': [
    'GET /drone/nofly/manage/getNoflyList',
    'POST /drone/nofly/manage',
    'PUT /drone/nofly/manage/{noflyId}',
    'PUT /drone/nofly/manage/enable',
    'DELETE /drone/nofly/manage/{noflyId}',
    'GET /drone/nofly/manage/{noflyId}',
  ],
  'unified tasks': ['GET /tftz', 'POST /tftz', 'PATCH /tftz/{tftzId}', 'GET /tftz/drones'],
  'blocks and groups': [
    'GET /oper/blocks',
    'POST /oper/blocks',
    'PUT /oper/blocks/{blockId}',
    'GET /oper/blocks/{blockId}',
    'DELETE /oper/blocks',
    'DELETE /oper/blocks/force',
    'POST /oper/blocks/share',
    'PUT /oper/group-route',
    'PATCH /oper/group-route/drone-status',
  ],
}

/**
 * The calls of section 7 without a path, or described only by their purpose. The path chosen for
 * each is stable, since third-party consoles and devices use it.
 */
const unnamed: Readonly<Record<string, Readonly<Partial<Record<Operation, string>>>>> = {
  'regions and the own profile': {
    getCaptcha: 'GET /user/baseaccount/captcha',
    loadRegions: 'GET /common/regions',
    updateOwnProfile: 'PUT /user/baseaccount/info',
    getOwnAccount: 'GET /user/account/manage/own',
    changeOwnAccount: 'POST /user/account/manage/own',
  },
  'accounts, members and logs': {
    listAccounts: 'GET /user/account/manage/getAccountList',
    getAccount: 'GET /user/account/manage/detail',
    createAccount: 'POST /user/account/manage',
    createSubCompany: 'POST /user/account/manage/subCompany',
    createSubPlatform: 'POST /user/account/manage/subPlatform',
    updateAccount: 'PUT /user/account/manage/{accountId}',
    enableAccount: 'PUT /user/account/manage/enable',
    deleteAccount: 'DELETE /user/account/manage/{accountId}',
    listAccountApplications: 'GET /user/account/manage/getApplyList',
    getAccountApplication: 'GET /user/account/manage/applyDetail',
    reviewAccountApplication: 'PUT /user/account/manage/applyStatus',
    listUserApplications: 'GET /user/member/manage/getUserApplyList',
    reviewUserApplication: 'PUT /user/member/manage/applyStatus',
    listSystemLogs: 'GET /user/systemLog/manage/getSystemLogList',
    listMembers: 'GET /user/member/manage/getMemberList',
    createMember: 'POST /user/member/manage',
    updateMember: 'PUT /user/member/manage/{userId}',
    deleteMember: 'DELETE /user/member/manage/{userId}',
    enableMember: 'PUT /user/member/manage/enable',
  },
  'the monitor': {
    getMonitorSummary: 'GET /drone/mointor/manage/getMonitorDetail',
    listMonitorZones: 'GET /drone/mointor/manage/getNoflyList',
    listMonitorBlocks: 'GET /drone/mointor/manage/getBlockList',
    listMonitorDrones: 'GET /drone/mointor/manage/getDroneList',
    listOfflineDrones: 'GET /drone/mointor/manage/getOfflineDroneList',
    getMonitorDrone: 'GET /drone/mointor/manage/getDroneDetail',
  },
  'statistics': {
    listDataStats: 'GET /stat/dataStats',
    getDataStat: 'GET /stat/dataStats/{statId}',
    createDataStat: 'POST /stat/dataStats',
    updateDataStat: 'PUT /stat/dataStats/{statId}',
    deleteDataStat: 'DELETE /stat/dataStats/{statId}',
    getDataStatOverview: 'GET /stat/dataStats/{statId}/overview',
    queryScreenRegion: 'POST /statistics/screen/region',
    listDroneStatistics: 'GET /stat/droneStatistics',
    startDroneStatisticsExport: 'POST /stat/droneStatistics/exports',
    fetchDroneStatisticsExport: 'GET /stat/droneStatistics/exports/{exportId}/file',
  },
  'the dashboards': {
    getStatInfo: 'GET /statistics/screen/statInfo',
    getDroneRank: 'GET /statistics/screen/droneRank',
    getUserRank: 'GET /statistics/screen/userRank',
    getAllTimeHours: 'GET /statistics/screen/hourAll',
    getYearHours: 'GET /statistics/screen/hourYear',
    getModeAreas: 'GET /statistics/screen/mode',
    getChinaPeriod: 'GET /statistics/screen/chinaPeriod',
    getForeignPeriod: 'GET /statistics/screen/foreignPeriod',
    getChinaRegions: 'GET /statistics/screen/chinaRegion',
    getForeignRegions: 'GET /statistics/screen/foreignRegion',
    getTodayOverview: 'GET /statistics/screen/todayOverview',
    getPeriodOverview: 'GET /statistics/screen/periodOverview',
  },
  'rental': {
    listRentalClients: 'GET /rental/rental/customers',
    getRentalClient: 'GET /rental/rental/customers/{clientId}',
    createRentalClient: 'POST /rental/rental/customers',
    updateRentalClient: 'PUT /rental/rental/customers/{clientId}',
    setClientPrice: 'PUT /rental/rental/customers/{clientId}/price',
    issueActivationCode: 'POST /rental/rental/customers/{clientId}/activationCode',
    activateRentalClient: 'POST /rental/rental/activation',
    listLeases: 'GET /rental/rental/rentals',
    getLease: 'GET /rental/rental/rentals/{leaseId}',
    sendSignatureCode: 'POST /rental/rental/signs/{contractId}/verifyCode',
    signLeaseContract: 'POST /rental/rental/signs/{contractId}/sign',
    getSharedDrone: 'GET /rental/rental/shared/{shareToken}',
    listLeaseBalances: 'GET /rental/rental/balances',
    listLeaseBills: 'GET /rental/rental/bills',
    listLeaseRecharges: 'GET /rental/rental/recharges',
    payLeaseRecharge: 'POST /rental/rental/recharges/{rechargeId}/pay',
    listLeaseWorkRecords: 'GET /rental/rental/work-records',
    getLeaseStatistics: 'GET /rental/rental/statistics/lessor',
    getOperatorStatistics: 'GET /rental/rental/statistics/operators',
    getClientChart: 'GET /rental/rental/customers/{clientId}/chart',
  },
  'teams': {
    listTeams: 'GET /user/group/manage',
    createTeam: 'POST /user/group/manage',
    renameTeam: 'PUT /user/group/manage/{groupId}',
    deleteTeam: 'DELETE /user/group/manage/{groupId}',
    changeTeamLeader: 'PUT /user/group/manage/{groupId}/leader',
    addTeamMembers: 'POST /user/group/manage/{groupId}/members',
    removeTeamMembers: 'POST /user/group/manage/{groupId}/members/remove',
    listSelectableMembers: 'GET /user/group/manage/selectable-members',
  },
  'orders and invoices': {
    listOrders: 'GET /order/manage/orders',
    createOrders: 'POST /order/manage/orders',
    getOrder: 'GET /order/manage/orders/{orderId}',
    getInvoiceInfo: 'GET /order/manage/invoice-info',
    updateInvoiceInfo: 'PUT /order/manage/invoice-info',
    applyInvoice: 'POST /order/manage/invoices',
    listInvoices: 'GET /order/manage/invoices',
    setInvoiceStatus: 'PUT /order/manage/invoices/{ticketId}/status',
  },
  'unified tasks and subsidies': {
    setTaskDroneDates: 'PATCH /tftz/{tftzId}/drones',
    getTaskDroneStat: 'GET /tftz/stat/drone',
    getTaskOwners: 'GET /tftz/stat/owner',
    getTaskData: 'GET /tftz/stat/data',
    getTaskOverview: 'GET /tftz/stat/overview',
    getTaskSorties: 'GET /tftz/stat/sorties',
    listSubsidies: 'GET /subsidy',
    getSubsidySummary: 'GET /subsidy/summary',
    deleteSubsidy: 'DELETE /subsidy/{subsidyId}',
    getSubsidyRegions: 'GET /subsidy/stat/region',
    getSubsidyTracks: 'GET /subsidy/{subsidyId}/tracks',
  },
  'gear': {
    listRtkDevices: 'GET /rtk/device/manage/getRtkList',
    allowRtkDevice: 'PUT /rtk/device/manage/allow',
    bindRtkDevice: 'PUT /rtk/device/manage/bind',
    renewRtkDevice: 'POST /rtk/device/manage/renew',
    listFirmware: 'GET /firmware/manage/getFirmwareList',
    generateFirmwareKey: 'POST /firmware/manage/genKey',
    downloadFirmwareKey: 'POST /firmware/manage/genKey/download',
    encryptFirmware: 'POST /firmware/manage/encrypt',
    signFirmware: 'POST /firmware/manage/signature',
    verifyFirmware: 'POST /firmware/manage/verify',
    listFirmwareChecks: 'GET /firmware/manage/verifyLog',
    deleteFirmware: 'DELETE /firmware/manage/{firmwareId}',
    getGroundConfig: 'GET /ground-station/config',
    saveGroundConfig: 'POST /ground-station/config',
    listAllowedParts: 'GET /accessory/whiteList',
    uploadParts: 'POST /accessory/whiteList/upload',
  },
  'common lists': {
    listManufacturers: 'GET /common/manufacturers',
    listDronesByAccount: 'GET /common/drones',
    listOperators: 'GET /common/operators',
    listDroneModels: 'GET /drone/device/manage/flyModelList',
    listUnreadBulletins: 'GET /bulletin/getUnReadBulletinList',
    listCountries: 'GET /common/countries',
    loadRegionNames: 'GET /common/region-names',
    listWorkTypes: 'GET /common/work-types',
    listCrops: 'GET /common/crops',
  },
}

const callOf = (operation: string): string => {
  const route = Object.entries(api).find(([name]) => name === operation)?.[1]
  return route ? `${route.method} ${route.path.replace(/^\/api/, '')}` : 'none'
}
const answered = new Set(Object.keys(api).map(callOf))

test.each(Object.entries(named))(
  '%s: every call answers under its exact path',
  (_family, calls) => {
    expect(calls.filter((call) => !answered.has(call))).toEqual([])
  },
)

test.each(Object.entries(unnamed))(
  '%s: every call has its operation, method and path',
  (_family, calls) => {
    const now = Object.fromEntries(Object.keys(calls).map((one) => [one, callOf(one)]))
    expect(now).toEqual(calls)
  },
)

test('all of them are below /api', () => {
  for (const { path } of Object.values(api)) expect(path).toMatch(/^\/api\//)
})
