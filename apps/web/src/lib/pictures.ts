// Uploaded pictures for pages. Avatars and logos are public addresses; restricted pictures and
// unassigned uploads cannot be loaded by an <img>, which sends no token.
import { useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { queryClient } from './query.ts'

export type PicturePurpose = 'avatar' | 'logo' | 'licence' | 'model' | 'bulletin'

/**
 * Address → what this page uploaded under it: as long as the page lives, so that a form that is
 * left and come back to shows it.
 */
const uploaded = new Map<string, string>()

export const keepUploaded = (url: string, file: Blob): void => {
  uploaded.set(url, URL.createObjectURL(file))
}

export const uploadedHere = (url: string): string | undefined => uploaded.get(url)

/**
 * A file of a licence that a browser can draw; `isError`: it is deleted, or not for this person.
 */
export const useProtectedPicture = (
  url: string | null,
): { source: string | null; isError: boolean } => {
  const here = url === null ? undefined : uploadedHere(url)
  const fetched = useQuery(
    {
      queryKey: ['getFile', url],
      enabled: url !== null && here === undefined,
      staleTime: Infinity,
      gcTime: 60_000,
      meta: { quiet: true },
      queryFn: async ({ signal }) =>
        URL.createObjectURL(
          await call('getFile', { params: { key: url!.split('/').at(-1)! } }, { signal }),
        ),
    },
    queryClient,
  )
  return { source: here ?? fetched.data ?? null, isError: fetched.isError }
}
