import { api, type Operation } from '@swath/contract/api'
import type { Route } from '@swath/contract/kit'

export type CallLine = readonly [
  method: string,
  path: string,
  kind: 'json' | 'raw',
  who: 'public' | 'named' | 'signed-in',
  /** The name of the multipart field of a file, or JSON. */ sends?: { file: string } | 'json',
]

/**
 * The part of the contract that the browser needs: computed while building (vite.config.ts), so
 * that no schema is included.
 */
export const calls = Object.fromEntries(
  (Object.entries(api) as [Operation, Route][]).map(([operation, route]): [Operation, CallLine] => {
    const who = route.policy !== 'public' ? 'signed-in' : route.named ? 'named' : 'public'
    const kind = route.raw ? 'raw' : 'json'
    const line = [route.method, route.path, kind, who] as const
    if (route.file) return [operation, [...line, { file: route.file.field }]]
    return [operation, route.body ? [...line, 'json'] : line]
  }),
) as Readonly<Record<Operation, CallLine>>
