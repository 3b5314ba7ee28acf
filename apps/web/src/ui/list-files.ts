import type { Operation } from '@swath/contract/api'
import { useMutation } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { showWarning } from '../lib/errors.ts'
import { saveFile } from '../lib/save-file.ts'

/** An export format of a list. */
export type ListFile = {
  label: string
  operation: Operation
  fileName: string
  query: Readonly<Record<string, string | undefined>>
  /** Describes what the format cannot contain; null if it contains everything. */
  lacks?: () => Promise<string | null>
}

/** Downloads a file. */
export const useSavedFile = () =>
  useMutation({
    mutationFn: async ({ fileName, operation, query, lacks }: ListFile) => {
      const lacking = (await lacks?.()) ?? null
      saveFile(
        fileName,
        // The list's call is known only by its declaration, so the types are lost here.
        await (call as (operation: Operation, parts: object, options: object) => Promise<Blob>)(
          operation,
          { query },
          { timeoutMs: null },
        ),
      )
      if (lacking !== null) showWarning(lacking)
    },
  })
