import { z } from 'zod'
import { countCorners } from '@swath/domain/plot-parts'
import { CropId } from './crops.ts'
import { PlotFileFormat } from './geometry-files.ts'
import { id, joinedIds } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import {
  DrawnParts,
  Mu,
  Position,
  RegionCode,
  RegionPath,
  RowVersion,
  SearchText,
  SeenVersion,
  AreaUnit,
  Time,
  filter,
  flag,
} from '../fields.ts'
import { declareList } from '../list.ts'
import { pageOf } from '../list-calls.ts'

const route = routeWithTag('Plots')
const screens = ['block-list'] as const

/** A bed of a garden, and a hundred square kilometres: anything else is a slip of the hand. */
export const plotAreaM2 = { atLeast: 10, atMost: 100e6 } as const
/** Of a whole plot, closing places not counted. */
export const plotCornersAtMost = 20_000
const partsAtMost = 100
const ringsAtMost = 50

/** The ground of a plot as it is sent. */
export const PlotParts = z
  .array(
    z
      .array(
        z
          .array(Position)
          .min(4)
          .max(10_001)
          .describe('Closed: the last position repeats the first'),
      )
      .min(1)
      .max(ringsAtMost),
  )
  .min(1)
  .max(partsAtMost)
  .refine((parts) => countCorners(parts) <= plotCornersAtMost, { message: 'tooManyCorners' })
  .describe(
    'GeoJSON MultiPolygon coordinates: parts of an outline, then holes; 20,000 corners in all',
  )

const plotFields = { blockName: z.string().trim().min(1).max(80) }
const Village = z.string().trim().max(80)

/** The form of the console and the body of the calls. */
export const PlotInput = z.object({
  ...plotFields,
  village: Village.default('').describe('As people write it; empty: not named'),
  parts: PlotParts,
  cropId: CropId.nullable().default(null),
  regionCode: RegionCode.nullable()
    .default(null)
    .describe('Where its middle lies; null: worked out from it'),
  acceptsOverlap: z
    .boolean()
    .default(false)
    .describe('Saves it although it lies over other plots of the account'),
  correctsGround: z
    .boolean()
    .default(false)
    .describe('Of a changed ground: it was so all along, and work done before is told by it too'),
  version: SeenVersion,
})
export type PlotInput = z.infer<typeof PlotInput>

/** How a plot relates to the caller. */
export const PlotHolding = z
  .enum(['own', 'sub', 'shared', 'other'])
  .describe('Of the own account, of one below it, shared with it, or of another in its region')
export type PlotHolding = z.infer<typeof PlotHolding>

export const ShareRights = z
  .enum(['view', 'edit'])
  .describe('view: sees it and what was done on it; edit: may change name, crop and ground too')
export type ShareRights = z.infer<typeof ShareRights>

export const Plot = z
  .object({
    blockId: id('plot'),
    ...plotFields,
    village: z.string().describe('Empty: not named'),
    area: Mu,
    accountName: z.string().describe('Whose it is'),
    holding: PlotHolding,
    cropId: CropId.nullable(),
    crop: z.string().nullable(),
    regionCode: RegionCode,
    region: RegionPath,
    parts: DrawnParts.describe('With at most 200 corners where the plot has more: for maps'),
    isSketch: z.boolean().describe('The parts have fewer corners than the plot'),
    workNum: z.int().describe('Work records on it'),
    lastWorkTime: Time.nullable(),
    sharedUntil: Time.nullable().describe('Of a shared one: null has no end'),
    createdAt: Time,
    updatedAt: Time,
    version: RowVersion,
    can: z.object({ update: z.boolean(), delete: z.boolean(), share: z.boolean() }),
  })
  .meta({ id: 'Plot' })
export type Plot = z.infer<typeof Plot>

const PlotShare = z.object({
  shareId: id('plotShare'),
  targetUserPhone: z.string(),
  rights: ShareRights,
  until: Time.nullable(),
  state: z.enum(['offered', 'accepted', 'declined', 'ended']),
  receiverName: z.string().nullable().describe('The account that took it'),
  createdAt: Time,
})
export type PlotShare = z.infer<typeof PlotShare>

export const PlotDetail = Plot.extend({
  parts: DrawnParts,
  perimeterM: z.number(),
  cornerNum: z.int(),
  shapeFrom: Time.describe('Since when its ground is this'),
  shapeBy: z.string().nullable().describe('Who drew it so'),
  formerShapes: z
    .array(
      z.object({
        from: Time,
        until: Time,
        drawnBy: z.string().nullable(),
        area: Mu,
        parts: DrawnParts,
      }),
    )
    .describe('Newest first, at most 50; work of that time keeps them'),
  earlierFlights: z
    .object({ isLookedFor: z.boolean(), leftNum: z.int() })
    .describe(
      'Flights over it from before it was drawn: whether they are still looked for, and how many are still worked out again',
    ),
  shares: z.array(PlotShare).describe('For whom may share it'),
}).meta({ id: 'PlotDetail' })
export type PlotDetail = z.infer<typeof PlotDetail>

export const plotList = declareList({
  name: 'plots',
  call: 'listPlots',
  fileCall: 'exportPlots',
  row: Plot,
  rowKey: 'blockId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-createdAt',
  filters: {
    search: SearchText.describe('Part of the name'),
    region: filter(RegionCode),
    village: SearchText.describe('Part of the village'),
    onlyMyAccount: flag.describe('Those of the own account alone'),
    onlySubAccount: flag.describe('Those of accounts below the own one'),
    accountName: SearchText.describe('Part of the owner’s name'),
    cropId: filter(CropId),
  },
  columns: {
    blockId: { label: 'plots:plotId', only: 'file' },
    blockName: { label: 'plots:name', sort: true, phone: 'title' },
    holding: {
      label: 'plots:holding',
      kind: 'code',
      labels: {
        own: 'plots:holdingOwn',
        sub: 'plots:holdingSub',
        shared: 'plots:holdingShared',
        other: 'plots:holdingOther',
      },
      phone: 'state',
    },
    area: { label: 'terms:area', kind: 'area', sort: true, phone: 'figure' },
    crop: { label: 'plots:crop', phone: 'figure' },
    accountName: { label: 'plots:owner' },
    region: { label: 'terms:region', kind: 'region' },
    village: { label: 'terms:village', sort: true },
    workNum: { label: 'plots:workNum', kind: 'count' },
    lastWorkTime: { label: 'plots:lastWork', kind: 'time', phone: 'figure' },
    createdAt: { label: 'plots:createdAt', kind: 'time', sort: true },
    updatedAt: { label: 'plots:updatedAt', kind: 'time' },
  },
})

const base = '/api/oper/blocks'
const onePlot = z.object({ blockId: id('plot') })
const oneShare = z.object({ shareId: id('plotShare') })
const chosenPlots = z.object({
  blockIds: filter(joinedIds('plot')).describe('Ids with commas between them'),
})
const groundErrors = [
  'plot_crossing',
  'plot_hole_outside',
  'plot_parts_overlap',
  'plot_too_large',
  'plot_too_small',
] as const

/** Overlap of a plot with a neighbouring plot. */
export const PlotOverlap = z.object({
  blockId: id('plot'),
  blockName: z.string(),
  areaM2: z.number().describe('m²'),
})
export type PlotOverlap = z.infer<typeof PlotOverlap>

export const plotRoutes = {
  listPlots: route('GET', base, {
    summary: 'Plots that are one’s own, of accounts below, shared or in one’s region; up to 500',
    policy: { screens },
    ...pageOf(plotList, { stats: z.object({ area: Mu, ownNum: z.int() }) }),
  }),
  exportPlots: route('GET', `${base}/export`, {
    summary: 'The filtered plots, or the chosen ones, as a table or as geometry',
    policy: { screens },
    raw: 'application/octet-stream',
    query: z.object({
      ...plotList.asked,
      blockIds: joinedIds('plot').optional().describe('Of the filtered ones, these'),
      format: PlotFileFormat,
      areaUnit: AreaUnit.default('mu'),
    }),
    errors: ['geometry_export_large'],
  }),
  listOfferedPlots: route('GET', `${base}/share/offered`, {
    summary: 'Plots that others offer to one’s own telephone number',
    policy: { screens },
    out: z.object({
      items: z.array(
        z.object({
          shareId: id('plotShare'),
          blockName: z.string(),
          area: Mu,
          region: RegionPath,
          accountName: z.string(),
          rights: ShareRights,
          until: Time.nullable(),
          createdAt: Time,
        }),
      ),
    }),
  }),
  getPlot: route('GET', `${base}/{blockId}`, {
    summary: 'One plot with every corner, its former shapes and its shares',
    policy: { screens },
    params: onePlot,
    out: PlotDetail,
    errors: ['not_found'],
  }),
  checkPlot: route('POST', `${base}/check`, {
    summary: 'Which plots of the account, or shared with it, a ground lies over',
    policy: { screens },
    body: z.object({
      parts: PlotParts,
      blockId: id('plot').nullable().default(null).describe('The plot that is changed'),
    }),
    out: z.object({ area: Mu, overlaps: z.array(PlotOverlap).describe('At most 50') }),
    errors: ['not_found', ...groundErrors],
  }),
  createPlot: route('POST', base, {
    summary: 'Draw a plot of the own account',
    policy: { screens },
    body: PlotInput,
    out: PlotDetail,
    errors: ['not_found', ...groundErrors, 'plot_overlaps'],
  }),
  updatePlot: route('PUT', `${base}/{blockId}`, {
    summary: 'Change a plot; work done before keeps the ground of its day unless that is corrected',
    policy: { screens },
    params: onePlot,
    body: PlotInput,
    out: PlotDetail,
    errors: ['not_found', 'forbidden', 'conflict', ...groundErrors, 'plot_overlaps'],
  }),
  deletePlots: route('DELETE', base, {
    summary: 'Delete plots on which nothing was done, all of them or none',
    policy: { screens },
    query: chosenPlots,
    errors: ['not_found', 'forbidden', 'no_plot_selected', 'plot_has_work'],
  }),
  forceDeletePlots: route('DELETE', `${base}/force`, {
    summary: 'Delete plots whatever was done on them; the work records stay',
    policy: { screens },
    query: chosenPlots,
    errors: ['not_found', 'forbidden', 'no_plot_selected'],
  }),
  sharePlots: route('POST', `${base}/share`, {
    summary: 'Offer plots to whoever has a telephone number',
    policy: { screens },
    body: z.object({
      blockIds: z.array(id('plot')).min(1).max(100),
      targetUserPhone: z
        .string()
        .trim()
        .max(30)
        .describe(
          'Country code, hyphen, number; of a number alone the country code is that of the host',
        ),
      rights: ShareRights.default('view'),
      until: Time.nullable().default(null),
    }),
    errors: ['not_found', 'forbidden', 'not_yourself'],
  }),
  answerPlotShare: route('PUT', `${base}/share/{shareId}`, {
    summary: 'Take a plot that was offered to one’s own number, or not; later: give it back',
    policy: { screens },
    params: oneShare,
    body: z.object({ opr: z.enum(['accept', 'decline']) }),
    errors: ['not_found'],
  }),
  recallPlotShare: route('DELETE', `${base}/share/{shareId}`, {
    summary: 'Show a plot no longer',
    policy: { screens },
    params: oneShare,
    errors: ['not_found', 'forbidden'],
  }),
}
