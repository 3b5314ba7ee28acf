// Rules by which an authority pays for spraying, by region and year.
import { z } from 'zod'
import { currencies } from '@swath/domain/money'
import { nameRate, subsidyEvidence } from '@swath/domain/subsidy-rules'
import { ChemicalId } from '../land/chemicals.ts'
import { CropId } from '../land/crops.ts'
import {
  AreaUnit,
  RegionCode,
  RegionPath,
  RowVersion,
  SeenVersion,
  Time,
  filter,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { pageOf } from '../list-calls.ts'
import { TaskTypeCode } from './unified-task-rows.ts'

const route = routeWithTag('Subsidies')
export const subsidyBase = '/api/subsidy'
const base = `${subsidyBase}/rules` as const
const screens = ['subsidy-list'] as const
const manages = { screens, right: 'task.manage' } as const
const params = z.object({ ruleId: id('subsidyRule') })

export const AmountMinor = z.int().describe('Amount in the smallest unit of the currency')
const CeilingMinor = z
  .int()
  .min(0)
  .max(1_000_000_000_000)
  .nullable()
  .default(null)
  .describe('In the smallest unit of the currency; null: no ceiling')
export const Currency = z.enum(currencies).describe('ISO 4217')
export const SubsidyYear = z
  .string()
  .regex(/^20\d\d$/)
  .describe('Four-digit year, e.g. 2026')
const Day = z.iso.date().describe('A whole day in the time zone of the region')

export const SubsidyRate = z.object({
  cropId: CropId.nullable().default(null).describe('null: any crop'),
  chemicalId: ChemicalId.nullable().default(null).describe('null: any chemical'),
  taskType: TaskTypeCode.nullable()
    .default(null)
    .describe('Type of the unified task of the flight; null: any type, and flights without a task'),
  rateMinor: z
    .int()
    .min(1)
    .max(100_000_000)
    .describe('Amount per rateUnit in the smallest unit of the currency'),
})

type Span = { readonly fromDay: string; readonly untilDay: string }
const isInOrder = (seasons: readonly Span[]): boolean =>
  seasons.every(({ fromDay, untilDay }) => fromDay <= untilDay)
const areApart = (seasons: readonly Span[]): boolean => {
  const sorted = seasons.toSorted((a, b) => (a.fromDay < b.fromDay ? -1 : 1))
  return sorted.every(({ fromDay }, i) => i === 0 || sorted[i - 1]!.untilDay < fromDay)
}

const content = {
  rateUnit: AreaUnit.default('mu').describe('Area unit of the rates'),
  rates: z
    .array(SubsidyRate)
    .min(1)
    .max(60)
    .refine((rates) => new Set(rates.map(nameRate)).size === rates.length, { message: 'rateTwice' })
    .describe('If several rates match, the most specific one applies: crop, chemical, task type'),
  seasons: z
    .array(
      z.object({
        name: z.string().trim().min(1).max(40),
        fromDay: Day,
        untilDay: Day.describe('Last day, inclusive'),
      }),
    )
    .min(1)
    .max(12)
    .refine(isInOrder, { message: 'untilBeforeFrom' })
    .refine(areApart, { message: 'seasonsOverlap' })
    .describe('Ground is paid for once per season; every season ends in the year of the rules'),
  ceilings: z
    .object({
      plotMinor: CeilingMinor.describe('Per plot and season'),
      farmerMinor: CeilingMinor.describe('For all plots of one farmer, per year'),
      operatorMinor: CeilingMinor.describe('Per operator and year'),
      seasonMinor: CeilingMinor.describe('For all payments of a season'),
    })
    .prefault({}),
  leastCoveredRatio: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .describe('Plots with a smaller covered ratio in the season are not paid for'),
  evidence: z
    .array(z.enum(subsidyEvidence))
    .max(subsidyEvidence.length)
    .default([])
    .describe('Data a flight must have in addition to its track and its plot'),
  objectionDays: z
    .int()
    .min(0)
    .max(90)
    .default(15)
    .describe('Length of the objection period, days'),
}
const note = z.string().trim().max(500).default('').describe('Reason for the change')

export const SubsidyRuleInput = z.object({
  region: RegionCode,
  year: z.int().min(2000).max(2099),
  currency: Currency,
  ...content,
  note,
})
export type SubsidyRuleInput = z.infer<typeof SubsidyRuleInput>
export const SubsidyRuleChange = z.object({ ...content, note, version: SeenVersion })

const RuleContent = z
  .object({
    ...content,
    rates: z.array(
      SubsidyRate.extend({ crop: z.string().nullable(), chemicalName: z.string().nullable() }),
    ),
  })
  .meta({ id: 'SubsidyRuleContent' })
export type SubsidyRuleContent = z.infer<typeof RuleContent>

export const SubsidyRule = z
  .object({
    ruleId: id('subsidyRule'),
    accountName: z.string().describe('Account that pays'),
    regionCode: RegionCode,
    region: RegionPath,
    year: z.int(),
    timeZone: z.string(),
    currency: Currency,
    number: z.int().describe('Number of the version in force: 1, 2, 3 …'),
    changedAt: Time,
    changedBy: z.string().nullable().describe('Null if the person belongs to another account'),
    note: z.string(),
    rules: RuleContent,
    subsidyNum: z.int().describe('Number of subsidies proposed by these rules'),
    version: RowVersion,
    can: z.object({ update: z.boolean(), delete: z.boolean(), propose: z.boolean() }),
  })
  .meta({ id: 'SubsidyRule' })
export type SubsidyRule = z.infer<typeof SubsidyRule>

export const SubsidyRuleVersion = z
  .object({
    number: z.int(),
    at: Time,
    userName: z.string().nullable(),
    note: z.string(),
    rules: RuleContent,
  })
  .meta({ id: 'SubsidyRuleVersion' })
export type SubsidyRuleVersion = z.infer<typeof SubsidyRuleVersion>

export const subsidyRuleList = declareList({
  name: 'subsidy-rules',
  call: 'listSubsidyRules',
  fileCall: undefined,
  row: SubsidyRule,
  rowKey: 'ruleId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-year',
  filters: { year: filter(SubsidyYear), region: filter(RegionCode) },
  columns: {
    region: { label: 'terms:region', kind: 'region', phone: 'title' },
    year: { label: 'subsidies:year', kind: 'own', sort: true, phone: 'state' },
    rules: { label: 'subsidies:rates', kind: 'own', phone: 'figure' },
    number: { label: 'subsidies:ruleNumber', kind: 'count' },
    accountName: { label: 'subsidies:payer' },
    changedAt: { label: 'subsidies:changedAt', kind: 'time', sort: true, phone: 'figure' },
    subsidyNum: { label: 'subsidies:proposals', kind: 'count', phone: 'figure' },
  },
})

export const subsidyRuleRoutes = {
  listSubsidyRules: route('GET', base, {
    summary:
      'List subsidy rules by region and year: the rates paid for spraying and their conditions',
    policy: { screens },
    ...pageOf(subsidyRuleList, { canCreate: z.boolean() }),
  }),
  getSubsidyRule: route('GET', `${base}/{ruleId}`, {
    summary: 'Get the rules of a region and year with all versions',
    policy: { screens },
    params,
    out: SubsidyRule.extend({
      versions: z.array(SubsidyRuleVersion).describe('Newest first'),
    }).meta({ id: 'SubsidyRuleDetail' }),
    errors: ['not_found'],
  }),
  createSubsidyRule: route('POST', base, {
    summary:
      'Create rules for a region and year; for governments within their region, and the platform',
    policy: manages,
    body: SubsidyRuleInput,
    out: SubsidyRule,
    errors: ['forbidden', 'subsidy_rule_exists'],
  }),
  updateSubsidyRule: route('PUT', `${base}/{ruleId}`, {
    summary:
      'Create a new version of rules; later computations use it, approved subsidies do not change',
    policy: manages,
    params,
    body: SubsidyRuleChange,
    out: SubsidyRule,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  deleteSubsidyRule: route('DELETE', `${base}/{ruleId}`, {
    summary: 'Delete rules that no subsidy was proposed by',
    policy: manages,
    params,
    errors: ['not_found', 'forbidden', 'in_use'],
  }),
}
