// One file in a multipart form: the request body of some routes. It must be small, because it is
// held in memory.
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '@swath/contract/errors'
import type { Route } from '@swath/contract/kit'
import { ServiceError, fail } from '../errors/fail.ts'

/**
 * Bytes in addition to the file: boundary, header of the part, and what some clients send before
 * and after.
 */
const formBytes = 16 * 1024

/** Reports all errors of the multipart reader to the client as one error. */
const refusal = (error: unknown, tooLarge: ErrorCode): never => {
  if (error instanceof ServiceError) throw error
  const { code = '' } = error as { code?: string }
  if (code === 'FST_MP_PREMATURE_CLOSE') throw error // the client has disconnected
  return fail(code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge : 'one_file')
}

export type ReadForm = { fields: Readonly<Record<string, string>>; bytes: Uint8Array | null }

const formLimits = (most: number, fields: number) => ({
  fileSize: most,
  files: 1,
  fields,
  parts: fields + 2,
  headerPairs: 20,
  fieldNameSize: 100,
  fieldSize: 4000,
})

/** Reads a form with fields and one file, which may be absent. */
export const readForm = async (
  request: FastifyRequest,
  { field, bytes: most, tooLarge = 'image_too_large' }: NonNullable<Route['file']>,
): Promise<ReadForm> => {
  if (Number(request.headers['content-length'] ?? 0) > most + formBytes + 40 * 4000)
    return fail(tooLarge)
  try {
    const fields: Record<string, string> = {}
    let bytes: Buffer | null = null
    const parts = request.parts({ limits: formLimits(most, 40), throwFileSizeLimit: true } as never)
    for await (const part of parts as AsyncIterableIterator<Multipart>) {
      if (part.type === 'file') {
        if (part.fieldname !== field || bytes !== null) {
          part.file.resume()
          return fail('one_file')
        }
        bytes = await part.toBuffer()
        if (part.file.truncated) return fail(tooLarge)
        if (part.filename) fields['filename'] ??= part.filename
      } else if (part.fieldname !== '__proto__') fields[part.fieldname] = String(part.value)
    }
    return { fields, bytes }
  } catch (error) {
    return refusal(error, tooLarge)
  }
}

/**
 * Reads the part to its end. Names, types and lengths claimed by the sender are ignored, except
 * that a length above the limit is refused before reading.
 */
export const readOneFile = async (
  request: FastifyRequest,
  { field, bytes: most, tooLarge = 'image_too_large' }: NonNullable<Route['file']>,
): Promise<Uint8Array> => {
  if (Number(request.headers['content-length'] ?? 0) > most + formBytes) return fail(tooLarge)
  if (!request.isMultipart()) return fail('one_file')
  try {
    const chunks: Uint8Array[] = []
    let found = false
    for await (const part of request.parts({
      limits: formLimits(most, 0),
      throwFileSizeLimit: true,
    } as never) as AsyncIterableIterator<Multipart>) {
      if (part.type !== 'file' || part.fieldname !== field || found) {
        if (part.type === 'file') part.file.resume()
        return fail('one_file')
      }
      found = true
      for await (const chunk of part.file) chunks.push(chunk as Uint8Array)
      // The reader silently truncates a file that is too large.
      if (part.file.truncated) return fail(tooLarge)
    }
    return found ? Buffer.concat(chunks) : fail('one_file')
  } catch (error) {
    return refusal(error, tooLarge)
  }
}
