import type { ComponentType } from 'react'
import { inTime } from '../lib/errors.ts'

/**
 * A part of the program, fetched when it is first shown. One that does not come becomes a part that
 * fails when it is drawn: of a route whose `lazy` itself fails the router draws nothing at all, not
 * even its boundary, for to it such a route is one that still has to come.
 */
export const lazyPart = (load: () => Promise<ComponentType>) => ({
  Component: (): Promise<ComponentType> =>
    inTime(load()).catch((error: unknown) => {
      const Failed = (): never => {
        throw error
      }
      return Failed
    }),
})
