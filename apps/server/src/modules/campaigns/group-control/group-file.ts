// Exports a plan as a file for other programs.
import type { groupControlRoutes, groupFileFormats } from '@swath/contract/campaigns/group-control'
import { writeZip, type ZipFile } from '@swath/file-syntax/zip-writer'
import { writePlanGeoJson } from '@swath/planner/write/geojson'
import { writePlanKml } from '@swath/planner/write/kml'
import { listSorties, type WrittenPlan } from '@swath/planner/write/planned-file'
import { writeQgcPlan } from '@swath/planner/write/qgc-plan'
import { listTaskDataFiles } from '@swath/planner/write/task-data'
import { listWpmlFiles } from '@swath/planner/write/wpml'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { findGroupPlan } from './group-control.queries.ts'
import { dronesOfPlan } from './group-drones.queries.ts'

type Format = (typeof groupFileFormats)[number]
type Calls = Handlers<typeof groupControlRoutes>

const zipped = async (files: readonly ZipFile[]): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of writeZip(files)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Formats with one flight per file are put into an archive. */
const perFlight = async (
  written: WrittenPlan,
  extension: string,
  contentOf: (sortie: ReturnType<typeof listSorties>[number]) => Promise<Uint8Array | string>,
): Promise<{ content: Buffer; extension: string }> => {
  const flights = listSorties(written)
  const files: ZipFile[] = []
  for (const flight of flights)
    files.push({
      name: `${flight.name.replaceAll(/[^\p{L}\p{N} _-]/gu, '_')}${extension}`,
      content: await contentOf(flight),
    })
  if (files.length === 1) return { content: Buffer.from(files[0]!.content), extension }
  return { content: await zipped(files), extension: '.zip' }
}

const write = async (
  format: Format,
  written: WrittenPlan,
): Promise<{ content: Buffer; extension: string }> => {
  switch (format) {
    case 'qgc':
      return perFlight(written, '.plan', (flight) => Promise.resolve(writeQgcPlan(flight)))
    case 'wpml':
      return perFlight(written, '.kmz', (flight) => zipped(listWpmlFiles(flight)))
    case 'kml':
      return { content: Buffer.from(writePlanKml(written)), extension: '.kml' }
    case 'geojson':
      return { content: Buffer.from(writePlanGeoJson(written)), extension: '.geojson' }
    case 'isoxml':
      return { content: await zipped(listTaskDataFiles(written)), extension: '.zip' }
  }
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.plan': 'application/json',
  '.geojson': 'application/geo+json',
  '.kml': 'application/vnd.google-earth.kml+xml',
  '.kmz': 'application/vnd.google-earth.kmz',
  '.zip': 'application/zip',
}

export const exportGroupPlan =
  ({ readDb }: Pick<Services, 'readDb'>): Calls['exportGroupPlan'] =>
  async ({ params, query }, { caller, setHeader }) => {
    const plan = (await findGroupPlan(readDb, caller.scope, params.plan)) ?? fail('not_found')
    const drones = await dronesOfPlan(readDb, caller.scope, plan.id)
    const ofShare = plan.route.shares.map((_, share) => drones.find((one) => one.share === share))
    const { settings } = plan
    const plotNames = plan.plot_names.split(', ')
    const { content, extension } = await write(query.format, {
      name: plan.name,
      plots: settings.grounds.map((parts, i) => ({ name: plotNames[i] ?? plan.name, parts })),
      plan: plan.route,
      droneNames: ofShare.map((drone, i) => drone?.drone_name ?? String(i + 1)),
      speedsMs: ofShare.map((drone) => settings.drones[drone?.position ?? 0]!.speed),
      widthM: settings.width,
      doseLHa: settings.doseLHa,
      doseZones: settings.doseZones,
    })
    setHeader(
      'content-disposition',
      `attachment; filename="group-plan${extension}"; filename*=UTF-8''${encodeURIComponent(plan.name)}${extension}`,
    )
    setHeader('content-type', mediaTypes[extension]!)
    return content
  }
