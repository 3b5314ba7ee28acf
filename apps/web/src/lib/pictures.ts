// Uploaded pictures. Avatars and logos have public addresses; restricted pictures and unassigned
// uploads need the token, which an <img> does not send.
import { useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { queryClient } from './query.ts'

export type PicturePurpose = 'avatar' | 'logo' | 'licence' | 'model' | 'bulletin'

/**
 * Local copies of uploads by their address, kept until the page is closed, so that a form that is
 * reopened can show them.
 */
const uploaded = new Map<string, string>()

export const keepUploaded = (url: string, file: Blob): void => {
  uploaded.set(url, URL.createObjectURL(file))
}

export const uploadedHere = (url: string): string | undefined => uploaded.get(url)

/** Fetches a licence picture; `isError` if it was deleted, or if the person may not see it. */
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
