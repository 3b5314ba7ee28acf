import { z } from 'zod'
import { naming } from './ids.ts'
import { routeWithTag } from './kit.ts'

const route = routeWithTag('Files')

/** Bytes of an upload, at most. */
export const uploadBytes = 10 * 1024 * 1024
/** Pixels of an upload, at most: width × height. */
export const uploadPixels = 40_000_000

export const fileRoutes = {
  uploadImage: route('POST', '/api/user/upload', {
    policy: 'public',
    named: true,
    file: { field: 'file', bytes: uploadBytes, types: ['image/jpeg', 'image/png'] },
    summary:
      'Upload a JPEG or PNG. It is drawn anew, at most 2048 px wide, and kept for good once something refers to it, else for a day',
    out: z.object({ url: z.string().describe('/api/files/ and a key that cannot be guessed') }),
    errors: ['one_file', 'image_unreadable', 'image_too_large', 'too_many_requests'],
  }),
  getFile: route('GET', '/api/files/{key}', {
    policy: 'public',
    named: true,
    raw: 'image/jpeg',
    params: z.object({ key: naming('storedFile', z.string().regex(/^[\w-]{20,60}$/)) }),
    summary:
      'An uploaded picture, JPEG or PNG. Avatars and logos for anyone; a business licence for people of its account and those who review it',
    errors: ['not_found'],
  }),
}
