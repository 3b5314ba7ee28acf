// By what an authority pays for spraying, by region and year.
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

export const AmountMinor = z.int().describe('Of the currency’s smallest unit')
const CeilingMinor = z
  .int()
  .min(0)
  .max(1_000_000_000_000)
  .nullable()
  .default(null)
  .describe('Of the currency’s smallest unit; null: none')
export const Currency = z.enum(currencies).describe('ISO 4217')
export const SubsidyYear = z
  .string()
  .regex(/^20\d\d$/)
  .describe('2026')
const Day = z.iso.date().describe('A whole day of the region’s zone')

export const SubsidyRate = z.object({
  cropId: CropId.nullable().default(null).describe('null: whatever grows there'),
  chemicalId: ChemicalId.nullable().default(null).describe('null: whatever is sprayed'),
  taskType: TaskTypeCode.nullable()
    .default(null)
    .describe('Of the unified task for which it was flown; null: any, and none'),
  rateMinor: z
    .int()
    .min(1)
    .max(100_000_000)
    .describe('For one of rateUnit, of the currency’s smallest unit'),
})

type Span = { readonly fromDay: string; readonly untilDay: string }
const isInOrder = (seasons: readonly Span[]): boolean =>
  seasons.every(({ fromDay, untilDay }) => fromDay <= untilDay)
const areApart = (seasons: readonly Span[]): boolean => {
  const sorted = seasons.toSorted((a, b) => (a.fromDay < b.fromDay ? -1 : 1))
  return sorted.every(({ fromDay }, i) => i === 0 || sorted[i - 1]!.untilDay < fromDay)
}

const content = {
  rateUnit: AreaUnit.default('mu').describe('In which the rates are said'),
  rates: z
    .array(SubsidyRate)
    .min(1)
    .max(60)
    .refine((rates) => new Set(rates.map(nameRate)).size === rates.length, { message: 'rateTwice' })
    .describe('Of several that fit, the one that names most: crop, chemical, kind of task'),
  seasons: z
    .array(
      z.object({
        name: z.string().trim().min(1).max(40),
        fromDay: Day,
        untilDay: Day.describe('The last day'),
      }),
    )
    .min(1)
    .max(12)
    .refine(isInOrder, { message: 'untilBeforeFrom' })
    .refine(areApart, { message: 'seasonsOverlap' })
    .describe('Ground is paid once in each; they end in the year'),
  ceilings: z
    .object({
      plotMinor: CeilingMinor.describe('Of a plot in a season'),
      farmerMinor: CeilingMinor.describe('For the plots of one farmer, in the year'),
      operatorMinor: CeilingMinor.describe('For one operator, in the year'),
      seasonMinor: CeilingMinor.describe('Of all together in a season'),
    })
    .prefault({}),
  leastCoveredRatio: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .describe('A plot of which less was covered in the season is not paid'),
  evidence: z
    .array(z.enum(subsidyEvidence))
    .max(subsidyEvidence.length)
    .default([])
    .describe('What must be known of a flight, beside its track and its plot'),
  objectionDays: z.int().min(0).max(90).default(15).describe('For so long it may be objected to'),
}
const note = z.string().trim().max(500).default('').describe('Why it was changed')

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
    accountName: z.string().describe('Who pays'),
    regionCode: RegionCode,
    region: RegionPath,
    year: z.int(),
    timeZone: z.string(),
    currency: Currency,
    number: z.int().describe('Of the version in force: 1, 2, 3 …'),
    changedAt: Time,
    changedBy: z.string().nullable().describe('Null: somebody of another account'),
    note: z.string(),
    rules: RuleContent,
    subsidyNum: z.int().describe('Proposed by it so far'),
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
    changedAt: { label: 'subsidies:changedAt', kind: 'time', sort: true },
    subsidyNum: { label: 'subsidies:proposals', kind: 'count' },
  },
})

export const subsidyRuleRoutes = {
  listSubsidyRules: route('GET', base, {
    summary: 'Rules of subsidies, by region and year: what is paid for spraying, and for what',
    policy: { screens },
    ...pageOf(subsidyRuleList, { canCreate: z.boolean() }),
  }),
  getSubsidyRule: route('GET', `${base}/{ruleId}`, {
    summary: 'Rules of one region and year, with every version that there was',
    policy: { screens },
    params,
    out: SubsidyRule.extend({
      versions: z.array(SubsidyRuleVersion).describe('The newest first'),
    }).meta({ id: 'SubsidyRuleDetail' }),
    errors: ['not_found'],
  }),
  createSubsidyRule: route('POST', base, {
    summary: 'Rules for a region and year; by governments within their own, and the platform',
    policy: manages,
    body: SubsidyRuleInput,
    out: SubsidyRule,
    errors: ['forbidden', 'subsidy_rule_exists'],
  }),
  updateSubsidyRule: route('PUT', `${base}/{ruleId}`, {
    summary:
      'A new version of rules: what is worked out from now on goes by it, what was approved stays',
    policy: manages,
    params,
    body: SubsidyRuleChange,
    out: SubsidyRule,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  deleteSubsidyRule: route('DELETE', `${base}/{ruleId}`, {
    summary: 'Delete rules by which nothing was proposed',
    policy: manages,
    params,
    errors: ['not_found', 'forbidden', 'in_use'],
  }),
}
