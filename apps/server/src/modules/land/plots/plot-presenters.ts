import type { Plot, PlotDetail, PlotHolding } from '@swath/contract/land/plots'
import type { Caller } from '@swath/domain/access/caller'
import { countCorners, partsPerimeterM } from '@swath/domain/plot-parts'
import { muFromM2 } from '@swath/domain/units'
import type { Language } from '@swath/i18n/languages'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { earlierFlightsOf } from './plot-ground-changes.queries.ts'
import { findPlot, type PlotRow } from './plots.queries.ts'
import { findPersonName, listFormerShapes } from './plot-shapes.queries.ts'
import { listShares } from './plot-shares.queries.ts'

type Held = Pick<PlotRow, 'account_id' | 'share'>

const holdingOf = (row: Held, { accountId, scope }: Caller): PlotHolding => {
  if (row.account_id === accountId) return 'own'
  if (scope.kind === 'accounts' && scope.accountIds.includes(row.account_id)) return 'sub'
  if (row.share !== null) return 'shared'
  return scope.kind === 'all' ? 'sub' : 'other'
}

/** Owners have full access; others have the rights of their share. */
export const plotAbilities = (row: Held, caller: Caller): Plot['can'] => {
  const holding = holdingOf(row, caller)
  const isHolder = holding === 'own' || holding === 'sub'
  return { update: isHolder || row.share?.rights === 'edit', delete: isHolder, share: isHolder }
}

export const presentPlot = (row: PlotRow, caller: Caller, language: Language): Plot => ({
  blockId: row.id,
  blockName: row.name,
  village: row.village,
  area: muFromM2(row.area_m2),
  accountName: row.account_name,
  holding: holdingOf(row, caller),
  cropId: row.crop_id,
  crop: row.crop_names?.[language] ?? row.crop_names?.['en'] ?? null,
  regionCode: row.region_code,
  region: regionPath(row.region_code, language),
  parts: row.parts,
  isSketch: row.is_sketch,
  workNum: row.work_num ?? 0,
  lastWorkTime: row.last_work_at?.toISOString() ?? null,
  sharedUntil: row.share?.until ? new Date(row.share.until).toISOString() : null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
  can: plotAbilities(row, caller),
})

export const readPlot = async (
  from: Db | Tx,
  caller: Caller,
  id: string,
  language: Language,
): Promise<PlotDetail> => {
  const row = (await findPlot(from, caller, id)) ?? fail('not_found')
  const plot = presentPlot(row, caller, language)
  const former = await listFormerShapes(from, id)
  const { isLookedFor, left } = await earlierFlightsOf(from, id)
  const shares = plot.can.share ? await listShares(from, id) : []
  return {
    ...plot,
    parts: row.all_parts,
    isSketch: false,
    perimeterM: partsPerimeterM(row.all_parts),
    cornerNum: countCorners(row.all_parts),
    shapeFrom: row.shape_at.toISOString(),
    shapeBy: await findPersonName(from, row.shape_by),
    formerShapes: former.map((shape) => ({
      from: shape.from_at.toISOString(),
      until: shape.until_at.toISOString(),
      drawnBy: shape.drawn_by,
      area: muFromM2(shape.area_m2),
      parts: shape.parts,
    })),
    earlierFlights: { isLookedFor, leftNum: left },
    shares: shares.map((share) => ({
      shareId: share.id,
      targetUserPhone: share.phone,
      rights: share.rights,
      until: share.until_at?.toISOString() ?? null,
      state: share.is_over ? 'ended' : share.state,
      receiverName: share.receiver_name,
      createdAt: share.created_at.toISOString(),
    })),
  }
}
