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
  searchIn,
  SeenVersion,
  AreaUnit,
  Time,
  filter,
  flag,
} from '../fields.ts'
import { declareList } from '../list.ts'
import { countEach, pageOf, similarNames } from '../list-calls.ts'

const route = routeWithTag('Plots')
const screens = ['block-list'] as const

/** From a garden bed to a hundred square kilometres; other sizes are input errors. */
export const plotAreaM2 = { atLeast: 10, atMost: 100e6 } as const
/** Maximum number of corners of a plot, without closing positions. */
export const plotCornersAtMost = 20_000
const partsAtMost = 100
const ringsAtMost = 50

/** The outline of a plot in requests. */
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
    'GeoJSON MultiPolygon coordinates: each part is an outline followed by its holes; at most 20,000 corners in total',
  )

const plotFields = { blockName: z.string().trim().min(1).max(80) }
const Village = z.string().trim().max(80)

/** Used by the form of the console and by the body of the calls. */
export const PlotInput = z.object({
  ...plotFields,
  village: Village.default('').describe(
    'Name of the village as commonly written; empty: not named',
  ),
  parts: PlotParts,
  cropId: CropId.nullable().default(null),
  regionCode: RegionCode.nullable()
    .default(null)
    .describe('Region of the centre of the plot; null: derived from the outline'),
  acceptsOverlap: z
    .boolean()
    .default(false)
    .describe('Save the plot although it overlaps other plots of the account'),
  correctsGround: z
    .boolean()
    .default(false)
    .describe(
      'For a changed outline: it replaces the former one for the past too, and earlier work is recomputed',
    ),
  version: SeenVersion,
})
export type PlotInput = z.infer<typeof PlotInput>

/** How a plot relates to the caller. */
export const PlotHolding = z
  .enum(['own', 'sub', 'shared', 'other'])
  .describe(
    'own: of the account; sub: of a subordinate account; shared: shared with it; other: in its region',
  )
export type PlotHolding = z.infer<typeof PlotHolding>

export const ShareRights = z
  .enum(['view', 'edit'])
  .describe('view: read the plot and the work on it; edit: also change its name, crop and outline')
export type ShareRights = z.infer<typeof ShareRights>

export const Plot = z
  .object({
    blockId: id('plot'),
    ...plotFields,
    village: z.string().describe('Empty if no village is named'),
    area: Mu,
    accountName: z.string().describe('Account that owns the plot'),
    holding: PlotHolding,
    cropId: CropId.nullable(),
    crop: z.string().nullable(),
    regionCode: RegionCode,
    region: RegionPath,
    parts: DrawnParts.describe('Outline for maps, simplified to at most 200 corners'),
    isSketch: z.boolean().describe('Whether the outline has fewer corners than the plot'),
    workNum: z.int().describe('Number of work records on the plot'),
    lastWorkTime: Time.nullable(),
    sharedUntil: Time.nullable().describe(
      'End of the share if the plot is shared with the account; null: no end',
    ),
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
  receiverName: z.string().nullable().describe('Account that accepted the share'),
  createdAt: Time,
})
export type PlotShare = z.infer<typeof PlotShare>

export const PlotDetail = Plot.extend({
  parts: DrawnParts,
  perimeterM: z.number(),
  cornerNum: z.int(),
  shapeFrom: Time.describe('Time since which the plot has this outline'),
  shapeBy: z.string().nullable().describe('Person who drew the outline'),
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
    .describe('Newest first, at most 50; work from those times keeps the former outline'),
  earlierFlights: z
    .object({ isLookedFor: z.boolean(), leftNum: z.int() })
    .describe(
      'Flights over the plot from before it was drawn: whether they are still being searched, and how many await recomputation',
    ),
  shares: z.array(PlotShare).describe('Empty unless the caller may share the plot'),
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
    search: searchIn('blockName', 'village', 'accountName', 'crop'),
    blockName: SearchText.describe('Part of the name'),
    region: filter(RegionCode),
    village: SearchText.describe('Part of the village'),
    holding: filter(PlotHolding),
    onlyMyAccount: flag.describe('Only plots of the account'),
    onlySubAccount: flag.describe('Only plots of subordinate accounts'),
    accountName: SearchText.describe('Part of the owner’s name'),
    crop: SearchText.describe('Part of the crop’s name in any language'),
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
    accountName: { label: 'plots:owner', phone: 'figure' },
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
  blockIds: filter(joinedIds('plot')).describe('Comma-separated ids'),
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
    summary:
      'List the plots of the account, of subordinate accounts, shared with it or in its region; at most 500 per page',
    policy: { screens },
    ...pageOf(plotList, {
      ...similarNames,
      stats: z.object({
        area: Mu,
        holdings: countEach(PlotHolding.options).describe(
          'Counts by relation to the caller; all filters except holding apply',
        ),
      }),
    }),
  }),
  exportPlots: route('GET', `${base}/export`, {
    summary: 'Export the filtered plots, or chosen ones, as a table or as geometry',
    policy: { screens },
    raw: 'application/octet-stream',
    query: z.object({
      ...plotList.asked,
      blockIds: joinedIds('plot').optional().describe('Only these of the filtered plots'),
      format: PlotFileFormat,
      areaUnit: AreaUnit.default('mu'),
    }),
    errors: ['geometry_export_large'],
  }),
  listOfferedPlots: route('GET', `${base}/share/offered`, {
    summary: 'List the plots offered to the caller’s telephone number',
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
    summary: 'Get one plot with its full outline, former outlines and shares',
    policy: { screens },
    params: onePlot,
    out: PlotDetail,
    errors: ['not_found'],
  }),
  checkPlot: route('POST', `${base}/check`, {
    reads: true,
    summary: 'List the plots of the account, or shared with it, that an outline overlaps',
    policy: { screens },
    body: z.object({
      parts: PlotParts,
      blockId: id('plot')
        .nullable()
        .default(null)
        .describe('Plot being changed; null for a new plot'),
    }),
    out: z.object({ area: Mu, overlaps: z.array(PlotOverlap).describe('At most 50') }),
    errors: ['not_found', ...groundErrors],
  }),
  createPlot: route('POST', base, {
    summary: 'Create a plot of the account',
    policy: { screens },
    body: PlotInput,
    out: PlotDetail,
    errors: ['not_found', ...groundErrors, 'plot_overlaps'],
  }),
  updatePlot: route('PUT', `${base}/{blockId}`, {
    summary: 'Change a plot; earlier work keeps the outline of its day unless it is corrected',
    policy: { screens },
    params: onePlot,
    body: PlotInput,
    out: PlotDetail,
    errors: ['not_found', 'forbidden', 'conflict', ...groundErrors, 'plot_overlaps'],
  }),
  deletePlots: route('DELETE', base, {
    summary: 'Delete plots without work: all of them or none',
    policy: { screens },
    query: chosenPlots,
    errors: ['not_found', 'forbidden', 'no_plot_selected', 'plot_has_work'],
  }),
  forceDeletePlots: route('DELETE', `${base}/force`, {
    summary: 'Delete plots regardless of work on them; the work records are kept',
    policy: { screens },
    query: chosenPlots,
    errors: ['not_found', 'forbidden', 'no_plot_selected'],
  }),
  sharePlots: route('POST', `${base}/share`, {
    summary: 'Offer plots to the user of a telephone number',
    policy: { screens },
    body: z.object({
      blockIds: z.array(id('plot')).min(1).max(100),
      targetUserPhone: z
        .string()
        .trim()
        .max(30)
        .describe('Country code, hyphen, number; without a country code, that of the host applies'),
      rights: ShareRights.default('view'),
      until: Time.nullable().default(null),
    }),
    errors: ['not_found', 'forbidden', 'not_yourself'],
  }),
  answerPlotShare: route('PUT', `${base}/share/{shareId}`, {
    summary:
      'Accept or decline a plot offered to the caller’s number; declining later ends the share',
    policy: { screens },
    params: oneShare,
    body: z.object({ opr: z.enum(['accept', 'decline']) }),
    errors: ['not_found'],
  }),
  recallPlotShare: route('DELETE', `${base}/share/{shareId}`, {
    summary: 'Withdraw the share of a plot',
    policy: { screens },
    params: oneShare,
    errors: ['not_found', 'forbidden'],
  }),
}
