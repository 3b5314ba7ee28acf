import { square, world } from '../testing-world.ts'
import { callsOf, inItems, paged, type SpecifiedCall } from './testing-calls.ts'

const platform = callsOf('root')
const team = callsOf('team')
const maker = callsOf('makerOne')

const droneId = world.droneId.teams
const parts = [[square([120.31, 30.31], 0.002)]]

export const blockCalls: readonly SpecifiedCall[] = [
  team(
    'Blocks list (up to 500 per page): search, region, onlyMyAccount, onlySubAccount',
    'listPlots',
    {
      query: {
        pageSize: '500',
        search: 'canary',
        region: '156330106',
        onlyMyAccount: 'false',
        onlySubAccount: 'false',
      },
    },
    paged,
  ),
  team('Blocks list: onlyMyAccount=1', 'listPlots', { query: { onlyMyAccount: '1' } }, paged),
  team('Blocks create', 'createPlot', { body: { blockName: 'Long field', parts } }, ['blockId'], {
    blockId: 'blockId',
  }),
  team('Blocks detail', 'getPlot', ({ blockId }) => ({ params: { blockId: blockId! } })),
  team('Blocks update', 'updatePlot', ({ blockId }) => ({
    params: { blockId: blockId! },
    body: { blockName: 'Longer field', parts },
  })),
  team('POST share: targetUserPhone', 'sharePlots', ({ blockId }) => ({
    body: { blockIds: [blockId], targetUserPhone: '13911112222' },
  })),
  team(
    'Group route PUT: block, alignEdgeIndex, home, droneCount, width',
    'putGroupRoute',
    ({ blockId }) => ({
      body: { block: blockId, alignEdgeIndex: 0, home: [120.31, 30.31], droneCount: 2, width: 5 },
    }),
    ['plan'],
    { plan: 'plan' },
  ),
  team('Group route PUT: several blocks, home as an object', 'putGroupRoute', ({ blockId }) => ({
    body: {
      block: [blockId],
      alignEdgeIndex: 1,
      home: { lng: 120.31, lat: 30.31 },
      droneCount: 1,
      width: 4,
    },
  })),
  team(
    'Control: droneIds, width, height, speed',
    'controlGroup',
    { body: { droneIds: [droneId], width: 5, height: 3, speed: 5 } },
    ['told'],
  ),
  team('Drone status PATCH: droneStatus, plan', 'patchGroupDroneStatus', ({ plan }) => ({
    body: { droneStatus: 'landed', plan },
  })),
  team('Blocks DELETE by comma-joined ids', 'deletePlots', ({ blockId }) => ({
    query: { blockIds: blockId! },
  })),
  team('Blocks force delete', 'forceDeletePlots', { query: { blockIds: world.plotId.teams } }),
]

export const gearCalls: readonly SpecifiedCall[] = [
  maker(
    'RTK list: pn, type',
    'listRtkDevices',
    { query: { pn: '', type: '' } },
    [...paged, ...inItems('devId')],
    { devId: 'items.0.devId' },
  ),
  maker('RTK PUT allow', 'allowRtkDevice', ({ devId }) => ({ body: { devId, opr: 'enable' } })),
  maker('RTK PUT bind', 'bindRtkDevice', ({ devId }) => ({ body: { devId, qxdsk: 'KEY-1' } })),
  maker('RTK POST renew days', 'renewRtkDevice', ({ devId }) => ({ body: { devId, days: 30 } })),
  maker('Firmware: key generation', 'generateFirmwareKey', {}, ['keyId'], { keyId: 'keyId' }),
  maker('Firmware: key generation download', 'downloadFirmwareKey', ({ keyId }) => ({
    body: { keyId, passphrase: 'a long passphrase of many words' },
  })),
  maker(
    'Firmware (form): filename, firmwareType, rcid, file',
    'createFirmware',
    {
      form: { filename: 'sprayer-2.4.1.bin', firmwareType: 'sprayer', rcid: 'RC1' },
      file: 'the bytes of a build',
    },
    ['firmwareId', 'filename', 'firmwareType', 'rcid', 'firmwareVersion'],
    { firmwareId: 'firmwareId' },
  ),
  maker('Set-up: a file that nothing is said of', 'createFirmware', {
    form: { filename: 'pump-1.2.bin' },
    file: 'the bytes of another',
  }),
  maker(
    'Firmware: filename, firmwareType, rcid',
    'createFirmware',
    { body: { filename: 'pump-1.2.bin', firmwareType: 'sprayer', rcid: 'RC1' } },
    ['firmwareId', 'filename', 'firmwareType', 'rcid', 'firmwareVersion'],
  ),
  maker(
    'Firmware lists',
    'listFirmware',
    { query: { filename: 'sprayer', firmwareType: 'sprayer', rcid: 'RC1' } },
    paged,
  ),
  maker('Firmware encrypt: filename, firmwareType, rcid', 'encryptFirmware', {
    body: { filename: 'sprayer-2.4.1.bin', firmwareType: 'sprayer', rcid: 'RC1' },
  }),
  maker('Firmware signature: filename, privkey', 'signFirmware', ({ encryptedName }) => ({
    body: { filename: encryptedName, privkey: '' },
  })),
  maker('Firmware verify (form)', 'verifyFirmware', { file: 'no container at all' }, ['checkId']),
  maker('Firmware verify log', 'listFirmwareChecks', { query: { startTime: '2026-11-01' } }, paged),
  maker(
    'Firmware (form): a second build',
    'createFirmware',
    { form: { firmwareType: 'battery' }, file: 'another build' },
    ['firmwareVersion'],
    { doomedFirmware: 'firmwareId' },
  ),
  maker('Firmware delete', 'deleteFirmware', ({ doomedFirmware }) => ({
    params: { firmwareId: doomedFirmware! },
  })),
  team('Ground station config GET', 'getGroundConfig', {}, [
    'accountId',
    'theme',
    'launchPageUrl',
    'homePageUrl',
    'servAddr',
  ]),
  team('Ground station config POST', 'saveGroundConfig', {
    body: {
      accountId: world.accountId.team,
      theme: 'dark',
      launchPageUrl: 'https://example.org/start',
      homePageUrl: 'https://example.org/',
      servAddr: 'swath.example.org:1883',
    },
  }),
  platform(
    'Parts white list GET: type, hwId',
    'listAllowedParts',
    { query: { type: 'battery', hwId: 'SWEEP' } },
    paged,
  ),
  platform(
    'Parts white list upload: type, hwId, file',
    'uploadParts',
    { form: { type: 'battery', hwId: 'SPEC-1' }, file: 'hwId\nSPEC-2\nSPEC-3\n' },
    ['added'],
  ),
  platform(
    'Parts white list upload: type, hwId',
    'uploadParts',
    { form: { type: 'pump', hwId: 'SPEC-4' } },
    ['added'],
  ),
]

export const orderCalls: readonly SpecifiedCall[] = [
  platform('Set-up: a service with a price', 'setServicePrice', {
    body: { orderType: 1, currency: 'CNY', amountMinor: 30_000 },
  }),
  team(
    'Orders create: orderType, droneId, year',
    'createOrders',
    { body: { orderType: 1, droneId, year: 2026 } },
    inItems('orderId', 'orderSn', 'orderType', 'droneId', 'year'),
    { orderId: 'items.0.orderId' },
  ),
  team(
    'Orders list: orderType, droneId, year, orderSn',
    'listOrders',
    { query: { orderType: '1', droneId, year: '2026', orderSn: '' } },
    [...paged, ...inItems('orderId')],
  ),
  team('Orders detail', 'getOrder', ({ orderId }) => ({ params: { orderId: orderId! } })),
  team('Invoice info PUT', 'updateInvoiceInfo', {
    body: {
      ticketType: 1,
      busiName: 'Company',
      taxNum: '91330100MA27',
      regAddress: '1 Wensan Road',
      contactPhone: '13722220000',
      bank: 'A bank',
      bankAccount: '6222',
      getterPhone: '13722220000',
      getterName: 'Zhang San',
      getterAddress: '1 Wensan Road',
    },
  }),
  team('Invoice info GET', 'getInvoiceInfo', {}, [
    'ticketType',
    'busiName',
    'taxNum',
    'regAddress',
    'contactPhone',
    'bank',
    'bankAccount',
    'getterPhone',
    'getterName',
    'getterAddress',
  ]),
  team(
    'Set-up: pay the order',
    'payOrders',
    ({ orderId }) => ({ body: { orderIds: [orderId], provider: 'transfer' } }),
    ['paymentId'],
    { paymentId: 'paymentId' },
  ),
  platform('Set-up: the money has arrived', 'confirmPayment', ({ paymentId }) => ({
    params: { paymentId: paymentId! },
  })),
  team(
    'POST apply invoice: orderIds',
    'applyInvoice',
    ({ orderId }) => ({ body: { orderIds: [orderId] } }),
    ['ticketId'],
    { ticketId: 'ticketId' },
  ),
  team('Invoices list', 'listInvoices', {}, [...paged, ...inItems('ticketId')]),
  platform('PUT status by ticketId', 'setInvoiceStatus', ({ ticketId }) => ({
    params: { ticketId: ticketId! },
    body: { status: 'rejected', text: 'Wrong tax number' },
  })),
]

export const rentalCalls: readonly SpecifiedCall[] = [
  team('GET getRentalModelByAccount', 'getRentalModels', {}, ['items']),
  team('Manufacturer lookup by account', 'listRentalManufacturers', {}, ['items']),
  team('Customers', 'listRentalClients', {}, [
    ...paged,
    ...['total', 'workArea', 'zzNum', 'sortieCount', 'modelNum'].map((name) => `stats.${name}`),
  ]),
  team(
    'Clients: add with prices',
    'createRentalClient',
    { body: { clientName: 'A tenant', muUnitPrice: 300, durationPrice: 20_000 } },
    ['clientId', 'muUnitPrice', 'durationPrice'],
    { clientId: 'clientId' },
  ),
  team('Clients: price', 'setClientPrice', ({ clientId }) => ({
    params: { clientId: clientId! },
    body: { muUnitPrice: 350, durationPrice: 21_000 },
  })),
  team(
    'Clients: activation code',
    'issueActivationCode',
    ({ clientId }) => ({ params: { clientId: clientId! } }),
    ['code'],
    { activation: 'code' },
  ),
  callsOf('lone')('Clients: activation needs a code', 'activateRentalClient', ({ activation }) => ({
    body: { code: activation },
  })),
  team('Leases', 'listLeases', { query: { droneId } }, [...paged, ...inItems('id')], {
    leaseId: 'items.0.id',
  }),
  team('Leases: return (id, returnTime)', 'returnLease', ({ leaseId }) => ({
    body: { id: leaseId, returnTime: '2026-11-20 11:59:00' },
  })),
  team(
    'Leases: add (droneId, clientId, rentalModel)',
    'createLease',
    ({ clientId }) => ({ body: { droneId, clientId, rentalModel: 1 } }),
    ['id'],
    { secondLease: 'id' },
  ),
  team('Leases: cancel', 'cancelLease', ({ secondLease }) => ({ body: { id: secondLease } })),
  team('Signs', 'listLeaseContracts', {}, ['items']),
  team('Recharges', 'listLeaseRecharges', {}, [...paged]),
  team(
    'Recharge',
    'askLeaseRecharge',
    ({ clientId }) => ({ body: { clientId, amount: 50_000 } }),
    ['rechargeId'],
    { rechargeId: 'rechargeId' },
  ),
  team('Recharge with its QR image', 'getLeaseRecharge', ({ rechargeId }) => ({
    params: { rechargeId: rechargeId! },
  })),
  team('Deductions', 'listLeaseBills', { query: { kind: 'sortie' } }, paged),
  team('Amounts', 'listLeaseBalances', {}, paged),
  team('Work records', 'listLeaseWorkRecords', {}, paged),
  team('Lease statistics', 'getLeaseStatistics', {}, ['total']),
  team(
    'Operator statistics',
    'getOperatorStatistics',
    { query: { startTime: '2026-11-01', endTime: '2026-11-30 12:00:00' } },
    ['total'],
  ),
  team('Client chart', 'getClientChart', ({ clientId }) => ({ params: { clientId: clientId! } })),
]
