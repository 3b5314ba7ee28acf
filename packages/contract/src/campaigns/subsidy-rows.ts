// Rows and details of subsidies, their lines and objections.
import { z } from 'zod'
import { subsidyCutReasons } from '@swath/domain/subsidy-lines'
import { subsidyLeftOutReasons } from '@swath/domain/subsidy-rules'
import {
  DroneId,
  Mu,
  RegionCode,
  RegionPath,
  RowVersion,
  SearchText,
  Time,
  filter,
  searchIn,
} from '../fields.ts'
import { id, naming, notARow } from '../ids.ts'
import { declareList } from '../list.ts'
import { AreaRate } from '../money.ts'
import { AmountMinor, Currency, SubsidyYear } from './subsidy-rules.ts'
import { TaskTypeCode } from './unified-task-rows.ts'

export const SubsidyId = naming(
  'subsidy',
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .describe('1, 2, 3 …'),
)
export const subsidyStates = ['working', 'failed', 'proposed', 'approved', 'paid'] as const
export type SubsidyState = (typeof subsidyStates)[number]
const SubsidyState = z
  .enum(subsidyStates)
  .describe('working: being computed; failed: the computation failed')
export const subsidyLineStates = ['payable', 'stopped', 'nothing'] as const
export type SubsidyLineState = (typeof subsidyLineStates)[number]
export const subsidyRulings = ['exclude', 'admit'] as const

export const Subsidy = z
  .object({
    subsidyId: SubsidyId,
    year: z.int(),
    seasons: z
      .string()
      .describe('Names of the seasons with an amount to pay; empty if there are none'),
    regionCode: RegionCode,
    region: RegionPath,
    accountName: z.string().describe('Account that pays'),
    ruleId: id('subsidyRule'),
    ruleNumber: z.int().describe('Version of the rules used for the computation'),
    state: SubsidyState,
    revision: z.int().describe('Number of times it was computed'),
    progress: z
      .number()
      .nullable()
      .describe('Progress of the computation, 0 to 1; null when it is not being computed'),
    currency: Currency,
    totalMinor: AmountMinor.describe('Sum of the lines to be paid'),
    stoppedMinor: AmountMinor.describe(
      'Sum of the lines that await a decision; not part of the total',
    ),
    coveredArea: Mu.describe('Area that is paid for'),
    lineNum: z.int(),
    stoppedNum: z.int(),
    sortieNum: z.int(),
    plotNum: z.int(),
    operatorNum: z.int(),
    leftOutNum: z.int().describe('Number of flights that do not count'),
    openObjectionNum: z.int(),
    isPart: z.boolean().describe('Whether the sums include only the lines the caller may read'),
    objectionUntil: Time.nullable(),
    proposedAt: Time.nullable(),
    approvedAt: Time.nullable(),
    paidAt: Time.nullable(),
    paymentReference: z.string().nullable(),
    linesHash: z.string().nullable().describe('SHA-256 of the lines and flights'),
    version: RowVersion,
    can: z.object({
      correct: z.boolean().describe('Recompute it and decide about single flights'),
      approve: z.boolean(),
      pay: z.boolean(),
      delete: z.boolean(),
    }),
  })
  .meta({ id: 'Subsidy' })
export type Subsidy = z.infer<typeof Subsidy>

export const stateLabels = {
  working: 'subsidies:stateWorking',
  failed: 'subsidies:stateFailed',
  proposed: 'subsidies:stateProposed',
  approved: 'subsidies:stateApproved',
  paid: 'subsidies:statePaid',
} as const

export const subsidyList = declareList({
  name: 'subsidies',
  call: 'listSubsidies',
  fileCall: 'exportSubsidies',
  row: Subsidy,
  rowKey: 'subsidyId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-proposedAt',
  filters: {
    search: searchIn('seasons', 'accountName', 'paymentReference'),
    seasons: SearchText.describe('Part of the names of its seasons'),
    accountName: SearchText.describe('Account that pays'),
    paymentReference: SearchText,
    year: filter(SubsidyYear),
    region: filter(RegionCode),
    state: filter(z.enum(subsidyStates)),
  },
  columns: {
    subsidyId: { label: 'subsidies:number' },
    region: { label: 'terms:region', kind: 'region', phone: 'title' },
    year: { label: 'subsidies:year', kind: 'own', sort: true, phone: 'figure' },
    seasons: { label: 'subsidies:season', phone: 'figure' },
    state: { label: 'terms:state', kind: 'code', labels: stateLabels, phone: 'state' },
    totalMinor: { label: 'subsidies:total', kind: 'own', sort: true, phone: 'figure' },
    currency: { label: 'subsidies:currency', only: 'file' },
    stoppedMinor: { label: 'subsidies:stoppedSum', kind: 'own' },
    coveredArea: { label: 'subsidies:ground', kind: 'area' },
    lineNum: { label: 'subsidies:lines', kind: 'count' },
    plotNum: { label: 'terms:plots', kind: 'count' },
    operatorNum: { label: 'subsidies:operators', kind: 'count' },
    openObjectionNum: { label: 'subsidies:openObjections', kind: 'count' },
    objectionUntil: { label: 'subsidies:objectionUntil', kind: 'time' },
    proposedAt: { label: 'subsidies:proposedAt', kind: 'time', sort: true },
    approvedAt: { label: 'subsidies:approvedAt', kind: 'time' },
    paidAt: { label: 'subsidies:paidAt', kind: 'time' },
    paymentReference: { label: 'subsidies:paymentReference' },
    accountName: { label: 'subsidies:payer' },
  },
})

const SubsidyCut = z.object({
  why: z
    .enum(subsidyCutReasons)
    .describe(
      'share: too little of the plot was covered; other values: the ceiling that was reached',
    ),
  amountMinor: AmountMinor,
})

export const SubsidyLine = z
  .object({
    lineId: id('subsidyLine'),
    subsidyId: SubsidyId,
    number: z.int().describe('Number of the line, in the order of the first flights'),
    state: z
      .enum(subsidyLineStates)
      .describe('stopped: one of its flights awaits a decision; nothing: there is nothing to pay'),
    subsidyState: SubsidyState,
    year: z.int(),
    season: z.string(),
    blockId: id('plot'),
    blockName: z.string(),
    accountName: z.string().describe('Owner of the plot'),
    yyAccountName: z.string().describe('Operator that sprayed and is paid'),
    region: RegionPath,
    crop: z.string().nullable().describe('Crop of the rate; null: any crop'),
    chemicalName: z.string().nullable(),
    taskType: TaskTypeCode.nullable(),
    currency: Currency,
    rate: AreaRate.describe('Rate as in the rules'),
    area: Mu.describe('Area of the plot'),
    coveredRatio: z
      .number()
      .describe('Share of the plot covered in the season by all flights that count'),
    groundArea: Mu.describe('Area counted by this line and by no other line'),
    unprovenArea: Mu.describe(
      'Further area its flights may have covered. Their tracks are not stored, so it is not paid unless a person decides so',
    ),
    sortieCount: z.int(),
    firstTime: Time,
    grossMinor: AmountMinor,
    cutMinor: AmountMinor,
    cuts: z.array(SubsidyCut).describe('Reductions in the order in which they were applied'),
    amountMinor: AmountMinor,
    openObjectionNum: z.int(),
    can: z.object({ object: z.boolean(), decide: z.boolean().describe('Rule on its flights') }),
  })
  .meta({ id: 'SubsidyLine' })
export type SubsidyLine = z.infer<typeof SubsidyLine>

export const lineStateLabels = {
  payable: 'subsidies:linePayable',
  stopped: 'subsidies:lineStopped',
  nothing: 'subsidies:lineNothing',
} as const

export const subsidyLineList = declareList({
  name: 'subsidy-lines',
  call: 'listSubsidyLines',
  fileCall: 'exportSubsidyLines',
  row: SubsidyLine,
  rowKey: 'lineId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: 'number',
  filters: {
    search: searchIn('blockName', 'accountName', 'yyAccountName'),
    subsidyId: filter(SubsidyId),
    blockId: filter(id('plot')),
    state: filter(z.enum(subsidyLineStates)),
    blockName: SearchText,
    yyAccountName: SearchText,
    accountName: SearchText.describe('Owner of the plot'),
    region: filter(RegionCode),
  },
  columns: {
    number: { label: 'subsidies:line', kind: 'count', sort: true },
    blockName: { label: 'terms:plot', phone: 'title' },
    state: { label: 'terms:state', kind: 'code', labels: lineStateLabels, phone: 'state' },
    yyAccountName: { label: 'subsidies:payee', phone: 'figure' },
    accountName: { label: 'subsidies:owner' },
    region: { label: 'terms:region', kind: 'region' },
    season: { label: 'subsidies:season' },
    crop: { label: 'subsidies:crop' },
    chemicalName: { label: 'subsidies:chemical' },
    area: { label: 'subsidies:plotArea', kind: 'area' },
    coveredRatio: { label: 'subsidies:coveredRatio', kind: 'ratio' },
    groundArea: { label: 'subsidies:ground', kind: 'area', sort: true, phone: 'figure' },
    unprovenArea: { label: 'subsidies:unproven', kind: 'area' },
    rate: { label: 'subsidies:rate', kind: 'areaRate' },
    grossMinor: { label: 'subsidies:gross', kind: 'own' },
    cutMinor: { label: 'subsidies:cut', kind: 'own' },
    amountMinor: { label: 'subsidies:amount', kind: 'own', sort: true, phone: 'figure' },
    currency: { label: 'subsidies:currency', only: 'file' },
    sortieCount: { label: 'terms:sorties', kind: 'count' },
    firstTime: { label: 'subsidies:firstTime', kind: 'time', sort: true },
    lineId: { label: 'subsidies:lineId', only: 'file' },
  },
})

const FlightOfSubsidy = {
  droneId: DroneId,
  droneName: z.string(),
  sortieId: id('sortie'),
  startTime: Time,
  coveredArea: Mu.describe('Area of the plot covered by this flight alone'),
  ruling: z
    .enum(subsidyRulings)
    .nullable()
    .describe('Decision of the authority about the flight; null if there is none'),
  rulingText: z.string(),
}

export const SubsidyFlight = z
  .object({
    ...FlightOfSubsidy,
    endTime: Time.nullable(),
    groundArea: Mu.describe('Part of coveredArea that no earlier flight had covered'),
    unprovenArea: Mu.describe(
      'Part of coveredArea without a stored track; counts if the flight is admitted',
    ),
    stoppedBy: z.enum(['suspicion', 'alarm']).nullable(),
    trackHash: z.string().describe('SHA-256 of its track when the line was computed'),
    isUnchanged: z.boolean().describe('Whether its track and record have not changed since then'),
  })
  .meta({ id: 'SubsidyFlight' })
export type SubsidyFlight = z.infer<typeof SubsidyFlight>

export const SubsidyLeftOut = z
  .object({
    flightNo: notARow('Identifies the flight within one subsidy; no call accepts it', z.string()),
    subsidyId: SubsidyId,
    ...FlightOfSubsidy,
    blockName: z.string().nullable(),
    yyAccountName: z.string().nullable(),
    why: z.enum(subsidyLeftOutReasons),
    can: z.object({ decide: z.boolean() }),
  })
  .meta({ id: 'SubsidyLeftOut' })
export type SubsidyLeftOut = z.infer<typeof SubsidyLeftOut>

export const whyLabels = {
  no_plot: 'subsidies:whyNoPlot',
  no_operator: 'subsidies:whyNoOperator',
  paid_before: 'subsidies:whyPaidBefore',
  other_rules: 'subsidies:whyOtherRules',
  excluded: 'subsidies:whyExcluded',
  false_claim: 'subsidies:whyFalseClaim',
  season: 'subsidies:whySeason',
  rate: 'subsidies:whyRate',
  evidence: 'subsidies:whyEvidence',
} as const

export const subsidyLeftOutList = declareList({
  name: 'subsidy-left-out',
  call: 'listSubsidyLeftOut',
  fileCall: 'exportSubsidyLeftOut',
  row: SubsidyLeftOut,
  rowKey: 'flightNo',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-startTime',
  filters: {
    search: searchIn('droneName', 'yyAccountName', 'blockName'),
    subsidyId: SubsidyId,
    why: filter(z.enum(subsidyLeftOutReasons)),
    droneName: SearchText.describe('Part of the drone’s name or serial number'),
    yyAccountName: SearchText,
    blockName: SearchText,
  },
  columns: {
    droneName: { label: 'terms:drone', phone: 'title' },
    why: { label: 'terms:reason', kind: 'code', labels: whyLabels, phone: 'state' },
    startTime: {
      label: 'subsidies:flightTime',
      kind: 'time',
      exact: true,
      sort: true,
      phone: 'figure',
    },
    yyAccountName: { label: 'terms:operator' },
    blockName: { label: 'terms:plot' },
    coveredArea: { label: 'terms:coveredArea', kind: 'area', phone: 'figure' },
  },
})

export const objectionStates = ['open', 'upheld', 'declined'] as const
export type ObjectionState = (typeof objectionStates)[number]
export const SubsidyObjection = z
  .object({
    objectionId: id('subsidyObjection'),
    subsidyId: SubsidyId,
    lineId: id('subsidyLine'),
    lineNumber: z.int(),
    blockName: z.string(),
    year: z.int(),
    region: RegionPath,
    accountName: z.string().describe('Account that objects'),
    userName: z.string().nullable().describe('Null if the person belongs to another account'),
    at: Time,
    text: z.string(),
    state: z.enum(objectionStates),
    answer: z.string(),
    decidedAt: Time.nullable(),
    decidedBy: z.string().nullable(),
    version: RowVersion,
    can: z.object({ decide: z.boolean() }),
  })
  .meta({ id: 'SubsidyObjection' })
export type SubsidyObjection = z.infer<typeof SubsidyObjection>

export const objectionStateLabels = {
  open: 'subsidies:objectionOpen',
  upheld: 'subsidies:objectionUpheld',
  declined: 'subsidies:objectionDeclined',
} as const

export const subsidyObjectionList = declareList({
  name: 'subsidy-objections',
  call: 'listSubsidyObjections',
  fileCall: undefined,
  row: SubsidyObjection,
  rowKey: 'objectionId',
  paging: 'currentPage',
  sortName: 'order',
  // pending ones first
  defaultSort: 'state',
  filters: {
    search: searchIn('blockName', 'accountName'),
    subsidyId: filter(SubsidyId),
    state: filter(z.enum(objectionStates)),
    blockName: SearchText,
    accountName: SearchText.describe('Account that objects'),
  },
  columns: {
    blockName: { label: 'terms:plot', phone: 'title' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: objectionStateLabels,
      sort: true,
      phone: 'state',
    },
    accountName: { label: 'subsidies:objector', phone: 'figure' },
    text: { label: 'subsidies:objection', phone: 'figure' },
    at: { label: 'subsidies:objectedAt', kind: 'time', sort: true, phone: 'figure' },
    subsidyId: { label: 'subsidies:subsidy' },
    lineNumber: { label: 'subsidies:line', kind: 'count' },
    answer: { label: 'subsidies:answer' },
    decidedAt: { label: 'subsidies:decidedAt', kind: 'time' },
  },
})
