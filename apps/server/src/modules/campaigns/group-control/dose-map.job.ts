// Reads a file of doses in a thread: GeoJSON, KML, Shapefile or CSV with a dose per shape, or an
// ISO 11783-10 task.
import { groupLimits } from '@swath/contract/campaigns/group-plans'
import { UnreadableGeometry, type ReadFeature } from '@swath/field-geometry/feature'
import { keptPlots } from '@swath/field-geometry/limits'
import { asTheFileSays, readGeometry } from '@swath/field-geometry/read-geometry'
import { isZip, listZipEntries, readZipEntry, ZipFailure } from '@swath/file-syntax/zip-reader'
import type { DoseZone } from '@swath/planner/plan'
import { readTaskDataDoses } from '@swath/planner/read/task-data-doses'

/** Names of the dose property in such maps, in litres per hectare. */
const doseNames =
  /^(dose|dosage|rate|target[ _]?rate|appl?[ _]?rate|rate[ _]?l?[ _]?ha|l[ _/]?ha|dosis|menge|用量|用藥量|亩用量|อัตรา|살포량)$/i
const unpackedAtMost = 32 * 1024 * 1024

const doseOf = ({ properties }: ReadFeature): number | null => {
  const entry = Object.entries(properties).find(([name]) => doseNames.test(name.trim()))
  const dose = entry ? Number(entry[1].replace(',', '.')) : Number.NaN
  return Number.isFinite(dose) && dose >= 0 ? dose : null
}

const toZone = (feature: ReadFeature): DoseZone[] => {
  const doseLHa = doseOf(feature)
  const { shape } = feature
  return doseLHa === null || shape?.kind !== 'polygon' ? [] : [{ parts: shape.parts, doseLHa }]
}

const unpack = async (zip: Uint8Array): Promise<Map<string, Uint8Array>> => {
  const files = new Map<string, Uint8Array>()
  let left = unpackedAtMost
  for (const entry of listZipEntries(zip) ?? []) {
    if (!/\.(xml|bin)$/i.test(entry.name)) continue
    const pieces: Uint8Array[] = []
    for await (const piece of readZipEntry(zip, entry, left)) {
      pieces.push(piece)
      left -= piece.length
    }
    const name = entry.name.split('/').at(-1)!.toUpperCase()
    files.set(name, new Uint8Array(Buffer.concat(pieces)))
  }
  return files
}

const readTask = async (bytes: Uint8Array): Promise<DoseZone[]> => {
  const files = isZip(bytes) ? await unpack(bytes) : new Map([['TASKDATA.XML', bytes]])
  const main = files.get('TASKDATA.XML')
  return main
    ? readTaskDataDoses(
        new TextDecoder().decode(main),
        (name) => files.get(`${name.toUpperCase()}.BIN`) ?? null,
        groupLimits.doseZones,
      )
    : []
}

const readShapes = async (bytes: Uint8Array): Promise<DoseZone[]> => {
  const { features } = await readGeometry(bytes, { ...asTheFileSays, kept: keptPlots })
  return features.flatMap(toZone)
}

/**
 * Empty if nothing contains a dose. Returns at most one zone more than a plan may have, because
 * copying a map of a million cells would block the event loop.
 */
export const run = async (bytes: Uint8Array): Promise<DoseZone[]> => {
  try {
    const zones = await readTask(bytes)
    const found = zones.length > 0 ? zones : await readShapes(bytes)
    return found.slice(0, groupLimits.doseZones + 1)
  } catch (error) {
    if (error instanceof UnreadableGeometry || error instanceof ZipFailure) return []
    throw error
  }
}
