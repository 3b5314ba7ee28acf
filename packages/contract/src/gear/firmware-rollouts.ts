// Roll-outs of a build to many drones, in steps.
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
  searchIn,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { countEach, fileOf, pageOf } from '../list-calls.ts'

const route = routeWithTag('Firmware')
const screens = ['firmware-list'] as const
const policy = { screens } as const
const right = 'equipment.manage'
const base = '/api/firmware/manage/rollout'
const params = z.object({ rolloutId: id('firmwareRollout') })

const percent = z.int().min(1).max(100)

const group = {
  firmwareId: id('firmware'),
  flyModelId: id('droneModel').nullable().default(null).describe('null: the models of the build'),
  region: RegionCode.nullable().default(null).describe('null: all regions'),
  fromVersion: z
    .string()
    .trim()
    .max(64)
    .default('')
    .describe('Only drones that report this version; empty: any version'),
}

export const RolloutInput = z.object({
  ...group,
  rolloutName: z.string().trim().min(1).max(60),
  backFirmwareId: id('firmware')
    .nullable()
    .default(null)
    .describe('Build to which drones are rolled back; null: no rollback is possible'),
  steps: z
    .array(percent)
    .min(1)
    .max(10)
    .refine(isGoodSteps, 'stepsRule')
    .describe('Cumulative percent of the drones for each step, increasing, the last 100'),
  passPercent: percent
    .default(90)
    .describe('Percent of the drones up to a step that must have the build before the next step'),
  errorPercent: z
    .int()
    .min(0)
    .max(100)
    .default(5)
    .describe('Percent of failures among installed and failed drones; above it the roll-out stops'),
  errorLeast: z
    .int()
    .min(1)
    .max(1000)
    .default(2)
    .describe('Number of failures from which errorPercent is applied'),
  soakMin: z
    .int()
    .min(0)
    .max(20_160)
    .default(60)
    .describe('Minutes from the success of a step to the next step'),
  goesBack: z
    .boolean()
    .default(true)
    .describe('Whether the roll-out rolls back automatically when it stops'),
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
    regionPath: RegionPath.describe('Empty: all regions'),
    fromVersion: z.string(),
    steps: z.array(z.int()),
    step: z.int().describe('Number of the current step, from 1'),
    stepPercent: z.int(),
    passPercent: z.int(),
    errorPercent: z.int(),
    errorLeast: z.int(),
    soakMin: z.int(),
    goesBack: z.boolean(),
    passedAt: Time.nullable().describe('Time since which the step is successful'),
    state: z.enum(rolloutStates),
    droneNum: z.int(),
    installedNum: z.int(),
    underwayNum: z
      .int()
      .describe('Number of drones in the states offered, downloading and verified'),
    failedNum: z.int(),
    backNum: z
      .int()
      .describe('Number of drones to be rolled back, including those already rolled back'),
    restoredNum: z.int().describe('Number of drones that were rolled back'),
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
    .describe('Drones of each step, counted by state'),
  reasons: z
    .array(z.object({ reason: z.string(), droneNum: z.int() }))
    .describe('Reasons for failures as reported by the drones, most frequent first, 20 at most'),
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
    search: searchIn('rolloutName', 'firmwareVersion', 'modelName'),
    rolloutName: SearchText,
    firmwareVersion: SearchText,
    modelName: SearchText,
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

/** Reasons why a drone does not have the build yet; the first that applies is given. */
export const rolloutWaits = ['rollout', 'step', 'offline', 'air', 'download', 'listening'] as const

export const RolloutDrone = z
  .object({
    droneId: DroneId,
    droneName: z.string(),
    modelName: z.string(),
    turn: z.int().describe('Step in which the drone is offered the build, from 1'),
    direction: z.enum(['forward', 'back']),
    state: z.enum(rolloutDroneStates),
    receivedPercent: z.int(),
    waitsFor: z
      .enum(rolloutWaits)
      .nullable()
      .describe(
        'Reason why the build is not being downloaded yet; null except in the states waiting and offered. rollout: the roll-out is paused, stopped or otherwise not running; step: the drone belongs to a later step; offline: no message from the drone for two minutes; air: the drone is flying; download: the drone has the offer and has not started to download; listening: the drone gets the offer within seconds if it subscribes to offers',
      ),
    reason: z.string().nullable().describe('Reason as reported by the drone'),
    wasVersion: z.string().nullable().describe('Version of the drone when the roll-out started'),
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
    droneId: PartOfDroneId.describe('Part of the drone’s id or name'),
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
    summary: 'List the roll-outs of the account and of the accounts below it',
    ...pageOf(firmwareRolloutList, {
      stats: countEach(rolloutStates).describe('Counts with every filter applied except state'),
    }),
  }),
  getFirmwareRollout: route('GET', `${base}/detail/{rolloutId}`, {
    policy,
    params,
    summary: 'Get one roll-out with its steps and the reasons for failures',
    out: FirmwareRolloutDetail,
    errors: ['not_found'],
  }),
  previewFirmwareRollout: route('POST', `${base}/preview`, {
    reads: true,
    policy: { screens, right },
    summary: 'Count the drones that a roll-out would reach, by the version that they report',
    body: z.object(group),
    out: z.object({
      droneNum: z.int(),
      busyNum: z.int().describe('Drones left out because they are part of another roll-out'),
      lapsedNum: z
        .int()
        .describe('Drones left out because their firmware signing service is not paid'),
      versions: z.array(z.object({ version: z.string().nullable(), droneNum: z.int() })),
    }),
    errors: ['not_found', 'forbidden'],
  }),
  createFirmwareRollout: route('POST', base, {
    policy: { screens, right },
    summary:
      'Start a roll-out to the drones of the group, in a random order that does not change later',
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
    summary: 'Pause, resume, roll back or cancel a roll-out',
    body: z.object({ opr: z.enum(rolloutSteps), version: SeenVersion }),
    out: FirmwareRolloutDetail,
    errors: ['conflict', 'not_found', 'forbidden', 'rollout_over'],
  }),
  listRolloutDrones: route('GET', `${base}/drones`, {
    policy,
    summary: 'List the drones of a roll-out, by default in the order of their steps',
    ...pageOf(rolloutDroneList, {
      rolloutName: z.string(),
      stats: countEach(rolloutDroneStates).describe(
        'Counts with every filter applied except state',
      ),
    }),
    errors: ['not_found'],
  }),
  exportRolloutDrones: route('GET', `${base}/drones/export`, {
    policy,
    summary: 'Export the filtered drones of a roll-out as CSV or XLSX',
    ...fileOf(rolloutDroneList),
    errors: ['not_found'],
  }),
}
