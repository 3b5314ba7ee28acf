import { z } from 'zod'
import { naming } from './ids.ts'
import { routeWithTag } from './kit.ts'

const route = routeWithTag('Files')

/** Maximum size of an upload in bytes. */
export const uploadBytes = 10 * 1024 * 1024
/** Maximum number of pixels of an upload (width × height). */
export const uploadPixels = 40_000_000

export const fileRoutes = {
  uploadImage: route('POST', '/api/user/upload', {
    policy: 'public',
    named: true,
    file: { field: 'file', bytes: uploadBytes, types: ['image/jpeg', 'image/png'] },
    summary:
      'Upload a JPEG or PNG. The image is re-encoded, at most 2048 px wide, and deleted after a day unless something refers to it',
    out: z.object({ url: z.string().describe('Path of the file: /api/files/ and a random key') }),
    errors: ['one_file', 'image_unreadable', 'image_too_large', 'too_many_requests'],
  }),
  getFile: route('GET', '/api/files/{key}', {
    policy: 'public',
    named: true,
    raw: 'image/jpeg',
    params: z.object({ key: naming('storedFile', z.string().regex(/^[\w-]{20,60}$/)) }),
    summary:
      'Get an uploaded picture (JPEG or PNG). Avatars and logos are public; business licences are visible to users of the account and to its reviewers',
    errors: ['not_found'],
  }),
}
