// Uploaded pictures as the page shows them. Avatars and logos are known by their addresses; what
// only some may see, and what was uploaded a moment ago and belongs to nobody yet, is not answered
// to an <img>, which carries no token.
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

/** What a browser can draw of a licence; `isError`: it is gone, or not for this person. */
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
