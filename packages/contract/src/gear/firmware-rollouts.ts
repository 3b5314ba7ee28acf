// A build on its way to many drones, in steps.
import { z } from 'zod'
import { firmwareTypes } from '@swath/domain/firmware-container'
import {
  isGoodSteps,
  rolloutDroneStates,
  rolloutStates,
  rolloutSteps,
} from '@swath/domain/firmware-rollout'
import {
  DroneId,
  PartOfDroneId,
  RegionCode,
  RegionPath,
  RowVersion,
  SearchText,
  SeenVersion,
  Time,
  filter,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { fileOf, pageOf } from '../list-calls.ts'

const route = routeWithTag('Firmware')
const screens = ['firmware-list'] as const
const policy = { screens } as const
const right = 'equipment.manage'
const base = '/api/firmware/manage/rollout'
const params = z.object({ rolloutId: id('firmwareRollout') })

const percent = z.int().min(1).max(100)

const group = {
  firmwareId: id('firmware'),
  flyModelId: id('droneModel').nullable().default(null).describe('null: those of the build'),
  region: RegionCode.nullable().default(null).describe('null: wherever they are'),
  fromVersion: z
    .string()
    .trim()
    .max(64)
    .default('')
    .describe('Drones that say they have this version; empty: any'),
}

export const RolloutInput = z.object({
  ...group,
  rolloutName: z.string().trim().min(1).max(60),
  backFirmwareId: id('firmware')
    .nullable()
    .default(null)
    .describe('What drones go back to; null: there is no way back'),
  steps: z
    .array(percent)
    .min(1)
    .max(10)
    .refine(isGoodSteps, 'stepsRule')
    .describe('Per cent of the drones, growing, the last one 100'),
  passPercent: percent.default(90).describe('Of a step’s drones must have it before the next one'),
  errorPercent: z
    .int()
    .min(0)
    .max(100)
    .default(5)
    .describe('Of those that ended may fail; above it the roll-out stops'),
  errorLeast: z.int().min(1).max(1000).default(2).describe('Failures before the share counts'),
  soakMin: z
    .int()
    .min(0)
    .max(20_160)
    .default(60)
    .describe('Minutes from a success to the next step'),
  goesBack: z.boolean().default(true).describe('By itself, when it stops'),
})

export const FirmwareRollout = z
  .object({
    rolloutId: id('firmwareRollout'),
    rolloutName: z.string(),
    firmwareId: id('firmware'),
    firmwareType: z.enum(firmwareTypes),
    firmwareVersion: z.string(),
    backFirmwareId: id('firmware').nullable(),
    backVersion: z.string().nullable(),
    modelName: z.string().nullable().describe('null: all models of the build'),
    regionPath: RegionPath.describe('Empty: everywhere'),
    fromVersion: z.string(),
    steps: z.array(z.int()),
    step: z.int().describe('From 1'),
    stepPercent: z.int(),
    passPercent: z.int(),
    errorPercent: z.int(),
    errorLeast: z.int(),
    soakMin: z.int(),
    goesBack: z.boolean(),
    passedAt: Time.nullable().describe('Since when the step is successful'),
    state: z.enum(rolloutStates),
    droneNum: z.int(),
    installedNum: z.int(),
    underwayNum: z.int().describe('Offered, downloading or verified'),
    failedNum: z.int(),
    backNum: z.int().describe('Are to go back, or have'),
    restoredNum: z.int().describe('Have gone back'),
    accountId: id('account'),
    accountName: z.string(),
    createdByName: z.string(),
    createdAt: Time,
    endedAt: Time.nullable(),
    version: RowVersion,
    can: z.object({
      pause: z.boolean(),
      resume: z.boolean(),
      rollBack: z.boolean(),
      cancel: z.boolean(),
    }),
  })
  .meta({ id: 'FirmwareRollout' })
export type FirmwareRollout = z.infer<typeof FirmwareRollout>

const counts = z.object({
  waiting: z.int(),
  offered: z.int(),
  downloading: z.int(),
  verified: z.int(),
  installed: z.int(),
  failed: z.int(),
  withdrawn: z.int(),
})

export const FirmwareRolloutDetail = FirmwareRollout.extend({
  turns: z
    .array(z.object({ percent: z.int(), droneNum: z.int(), counts }))
    .describe('What became of the drones of each step'),
  reasons: z
    .array(z.object({ reason: z.string(), droneNum: z.int() }))
    .describe('Why it failed, in the words of the drones; most first'),
}).meta({ id: 'FirmwareRolloutDetail' })
export type FirmwareRolloutDetail = z.infer<typeof FirmwareRolloutDetail>

export const firmwareRolloutList = declareList({
  name: 'firmware-rollouts',
  call: 'listFirmwareRollouts',
  fileCall: undefined,
  row: FirmwareRollout,
  rowKey: 'rolloutId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-createdAt',
  filters: {
    rolloutName: SearchText,
    firmwareVersion: SearchText,
    state: filter(z.enum(rolloutStates)),
    firmwareId: filter(id('firmware')),
  },
  columns: {
    rolloutName: { label: 'terms:thingName', sort: true, phone: 'title' },
    firmwareVersion: { label: 'firmware:firmwareVersion', phone: 'figure' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        running: 'firmware:rolloutRunning',
        paused: 'firmware:rolloutPaused',
        stopped: 'firmware:rolloutStopped',
        rolling_back: 'firmware:rolloutRollingBack',
        rolled_back: 'firmware:rolloutRolledBack',
        finished: 'firmware:rolloutFinished',
        cancelled: 'firmware:rolloutCancelled',
      },
      phone: 'state',
    },
    step: { label: 'firmware:step', kind: 'own' },
    droneNum: { label: 'terms:drones', kind: 'count', sort: true },
    installedNum: { label: 'firmware:installed', kind: 'own', phone: 'figure' },
    failedNum: { label: 'firmware:failed', kind: 'count', phone: 'figure' },
    modelName: { label: 'terms:model' },
    accountName: { label: 'terms:manufacturer' },
    createdByName: { label: 'firmware:startedBy' },
    createdAt: { label: 'firmware:startedAt', kind: 'time', sort: true },
    endedAt: { label: 'firmware:endedAt', kind: 'time' },
  },
})

/** Why a drone has no build yet: the first of these that holds. */
export const rolloutWaits = ['rollout', 'step', 'offline', 'air', 'download', 'listening'] as const

export const RolloutDrone = z
  .object({
    droneId: DroneId,
    droneName: z.string(),
    modelName: z.string(),
    turn: z.int().describe('The step in which it has its turn, from 1'),
    direction: z.enum(['forward', 'back']),
    state: z.enum(rolloutDroneStates),
    receivedPercent: z.int(),
    waitsFor: z
      .enum(rolloutWaits)
      .nullable()
      .describe(
        'Of a drone that waits, or was offered it. rollout: it is paused or stopped; step: its turn comes with a later step; offline: it has not been heard for two minutes; air: it is flying; download: it has the offer and has not begun; listening: it is offered within seconds if it subscribes to offers',
      ),
    reason: z.string().nullable().describe('In the words of the drone'),
    wasVersion: z.string().nullable().describe('Before'),
    changedAt: Time,
  })
  .meta({ id: 'RolloutDrone' })
export type RolloutDrone = z.infer<typeof RolloutDrone>

export const rolloutDroneList = declareList({
  name: 'rollout-drones',
  call: 'listRolloutDrones',
  fileCall: 'exportRolloutDrones',
  row: RolloutDrone,
  rowKey: 'droneId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: 'turn',
  filters: {
    rolloutId: id('firmwareRollout'),
    droneId: PartOfDroneId.describe('Part of the id or the name of the drone'),
    state: filter(z.enum(rolloutDroneStates)),
    direction: filter(z.enum(['forward', 'back'])),
    turn: filter(z.string().regex(/^\d{1,2}$/)),
    reason: SearchText,
  },
  columns: {
    droneId: { label: 'terms:serialNumber', sort: true, phone: 'title' },
    droneName: { label: 'terms:drone', phone: 'figure' },
    modelName: { label: 'terms:model' },
    turn: { label: 'firmware:step', kind: 'count', sort: true },
    direction: {
      label: 'firmware:direction',
      kind: 'code',
      labels: { forward: 'firmware:forward', back: 'firmware:back' },
    },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        waiting: 'firmware:droneWaiting',
        offered: 'firmware:droneOffered',
        downloading: 'firmware:droneDownloading',
        verified: 'firmware:droneVerified',
        installed: 'firmware:droneInstalled',
        failed: 'firmware:droneFailed',
        withdrawn: 'firmware:droneWithdrawn',
      },
      phone: 'state',
    },
    receivedPercent: { label: 'firmware:received', kind: 'number', unit: '%', decimals: 0 },
    waitsFor: {
      label: 'firmware:waitsFor',
      kind: 'code',
      labels: {
        rollout: 'firmware:waitsForRollout',
        step: 'firmware:waitsForStep',
        offline: 'firmware:waitsOffline',
        air: 'firmware:waitsInAir',
        download: 'firmware:waitsForDownload',
        listening: 'firmware:waitsForSubscription',
      },
      phone: 'figure',
    },
    reason: { label: 'terms:reason', phone: 'figure' },
    wasVersion: { label: 'firmware:wasVersion' },
    changedAt: { label: 'firmware:changedAt', kind: 'time', sort: true, phone: 'figure' },
  },
})

export const firmwareRolloutRoutes = {
  listFirmwareRollouts: route('GET', `${base}/getRolloutList`, {
    policy,
    summary: 'Roll-outs of the own account and those below it',
    ...pageOf(firmwareRolloutList, {
      stats: z.object({ running: z.int(), paused: z.int(), stopped: z.int(), ended: z.int() }),
    }),
  }),
  getFirmwareRollout: route('GET', `${base}/detail/{rolloutId}`, {
    policy,
    params,
    summary: 'One roll-out: each step, and why drones failed',
    out: FirmwareRolloutDetail,
    errors: ['not_found'],
  }),
  previewFirmwareRollout: route('POST', `${base}/preview`, {
    policy: { screens, right },
    summary: 'How many drones a roll-out would reach, and which versions they say they have',
    body: z.object(group),
    out: z.object({
      droneNum: z.int(),
      busyNum: z.int().describe('Left out: another roll-out has them'),
      lapsedNum: z.int().describe('Left out: their firmware signing was not paid for'),
      versions: z.array(z.object({ version: z.string().nullable(), droneNum: z.int() })),
    }),
    errors: ['not_found', 'forbidden'],
  }),
  createFirmwareRollout: route('POST', base, {
    policy: { screens, right },
    summary: 'Begin a roll-out: the drones of the group, in an order that is drawn once',
    body: RolloutInput,
    out: FirmwareRolloutDetail,
    errors: [
      'not_found',
      'forbidden',
      'firmware_not_ready',
      'rollout_without_drones',
      'firmware_service_lapsed',
    ],
  }),
  steerFirmwareRollout: route('PUT', `${base}/{rolloutId}`, {
    policy: { screens, right },
    params,
    summary: 'Pause, go on, roll back, or end a roll-out',
    body: z.object({ opr: z.enum(rolloutSteps), version: SeenVersion }),
    out: FirmwareRolloutDetail,
    errors: ['conflict', 'not_found', 'forbidden', 'rollout_over'],
  }),
  listRolloutDrones: route('GET', `${base}/drones`, {
    policy,
    summary: 'The drones of a roll-out, in the order of their turn',
    ...pageOf(rolloutDroneList, { rolloutName: z.string() }),
    errors: ['not_found'],
  }),
  exportRolloutDrones: route('GET', `${base}/drones/export`, {
    policy,
    summary: 'The filtered drones of a roll-out as CSV or XLSX',
    ...fileOf(rolloutDroneList),
    errors: ['not_found'],
  }),
}
