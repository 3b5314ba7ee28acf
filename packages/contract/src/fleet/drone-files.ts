import { z } from 'zod'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { DroneId, IndexPage, Time, filter, indexPaged } from '../fields.ts'

const route = routeWithTag('Drones')
const screens = ['drone-list'] as const
const right = 'equipment.manage'

/** A document of a drone, or a picture taken on a flight. */
export const DroneFile = z
  .object({
    fileId: id('droneFile'),
    droneId: DroneId,
    sortieId: id('sortie').nullable(),
    fileName: z.string(),
    mediaType: z.enum(['application/pdf', 'image/jpeg', 'image/png']),
    bytes: z.int(),
    url: z.string(),
    userName: z.string(),
    createTime: Time,
    can: z.object({ delete: z.boolean() }),
  })
  .meta({ id: 'DroneFile' })
export type DroneFile = z.infer<typeof DroneFile>
const paper = {
  field: 'file',
  bytes: 10 * 1024 * 1024,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
  tooLarge: 'payload_too_large',
} as const

export const droneFileRoutes = {
  getDroneFiles: route('GET', '/api/oper/droneFiles/{droneId}', {
    summary: 'List the documents of a drone and pictures of its flights, newest first',
    policy: { screens },
    params: z.object({ droneId: DroneId }),
    query: IndexPage.extend({ sortieId: filter(id('sortie')).describe('Only of this flight') }),
    out: indexPaged(DroneFile).extend({ can: z.object({ add: z.boolean() }) }),
    errors: ['not_found'],
  }),
  getSortiePictures: route('GET', '/api/oper/sortie/pictures', {
    summary: 'List the pictures taken on a flight',
    policy: { screens },
    query: z.object({ droneId: filter(DroneId), sortieId: id('sortie') }),
    out: z.object({ items: z.array(DroneFile), can: z.object({ add: z.boolean() }) }),
    errors: ['not_found'],
  }),
  addDroneFile: route('POST', '/api/oper/droneFiles/{droneId}', {
    summary: 'Add a document (PDF, JPEG, PNG), or a picture of a flight',
    policy: { screens, right },
    file: paper,
    params: z.object({ droneId: DroneId }),
    query: z.object({
      fileName: z.string().trim().min(1).max(120),
      sortieId: filter(id('sortie')),
    }),
    out: DroneFile,
    errors: [
      'not_found',
      'forbidden',
      'one_file',
      'payload_too_large',
      'file_unreadable',
      'image_unreadable',
      'image_too_large',
      'too_many_files',
      'too_many_requests',
      'unavailable',
    ],
  }),
  downloadDroneFile: route('GET', '/api/oper/droneFiles/{droneId}/{fileId}', {
    summary: 'Download a document or picture',
    policy: { screens },
    raw: 'application/octet-stream',
    params: z.object({ droneId: DroneId, fileId: id('droneFile') }),
    errors: ['not_found'],
  }),
  deleteDroneFile: route('DELETE', '/api/oper/droneFiles/{droneId}/{fileId}', {
    summary: 'Delete a document or picture',
    policy: { screens, right },
    params: z.object({ droneId: DroneId, fileId: id('droneFile') }),
    errors: ['not_found', 'forbidden'],
  }),
}
