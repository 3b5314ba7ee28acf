import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../config/config.ts'
import { decodeEntities } from '@swath/file-syntax/xml-entities'
import type { ListableStore, StoredFile } from './file-store.ts'

const timeoutMs = 20_000
const prefix = 'files/'

const readElement = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

const decodeXml = (text: string | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : decodeEntities(text, () => undefined)

/** ListObjectsV2, page by page. Our keys need no XML escapes. */
const listObjects = async function* (client: AwsClient, url: string): AsyncGenerator<StoredFile> {
  for (let after: string | undefined; ;) {
    const query = new URLSearchParams({
      'list-type': '2',
      prefix,
      ...(after === undefined ? {} : { 'continuation-token': after }),
    })
    const response = await client.fetch(`${url}?${query.toString()}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const page = await response.text()
    if (!response.ok)
      throw new Error(`A bucket answered ${response.status} to its list: ${page.slice(0, 300)}`)
    for (const [, content = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs))
      yield {
        key: readElement(content, 'Key')!.slice(prefix.length),
        storedAtMs: Date.parse(readElement(content, 'LastModified')!),
      }
    after = decodeXml(readElement(page, 'NextContinuationToken'))
    if (after === undefined) return
  }
}

/** A bucket of S3 or a compatible service, addressed by path, which all of them support. */
export const s3Store = ({
  endpoint,
  region,
  bucket,
  accessKeyId,
  secretAccessKey,
}: S3Config): ListableStore => {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const ask = async (
    method: 'PUT' | 'GET' | 'DELETE',
    key: string,
    body?: { bytes: Uint8Array; mediaType: string },
    range?: string,
  ): Promise<Response> => {
    const response = await client.fetch(
      `${endpoint.replace(/\/$/, '')}/${bucket}/${prefix}${encodeURIComponent(key)}`,
      {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        ...(range === undefined ? {} : { headers: { range } }),
        ...(body
          ? {
              body: body.bytes as Uint8Array<ArrayBuffer>,
              headers: {
                'content-type': body.mediaType,
                'content-length': String(body.bytes.length),
              },
            }
          : {}),
      },
    )
    if (response.ok || response.status === 404) return response
    // The bucket's response names keys and hosts, so it is only logged.
    throw new Error(
      `The bucket ${bucket} answered ${response.status} to ${method}: ${(await response.text()).slice(0, 300)}`,
    )
  }
  return {
    put: async (key, bytes, mediaType) => {
      const response = await ask('PUT', key, { bytes, mediaType })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`There is no bucket ${bucket} at ${endpoint}`)
    },
    get: async (key) => {
      const response = await ask('GET', key)
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      await response.body?.cancel()
      return null
    },
    getRange: async (key, from, until) => {
      const response = await ask('GET', key, undefined, `bytes=${from}-${until - 1}`)
      if (!response.ok) {
        await response.body?.cancel()
        return null
      }
      const bytes = new Uint8Array(await response.arrayBuffer())
      // A service that ignores ranges answers 200 and sends everything.
      return response.status === 206 ? bytes : bytes.subarray(from, until)
    },
    remove: async (key) => {
      await (await ask('DELETE', key)).body?.cancel()
    },
    list: () => listObjects(client, `${endpoint.replace(/\/$/, '')}/${bucket}`),
  }
}
