import type { Operation } from '@swath/contract/api'
import { useMutation } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { showWarning } from '../lib/errors.ts'
import { saveFile } from '../lib/save-file.ts'

/** A file that the list leaves as. */
export type ListFile = {
  label: string
  operation: Operation
  fileName: string
  query: Readonly<Record<string, string | undefined>>
  /** What its format has no room for, in words; null: nothing. */
  lacks?: () => Promise<string | null>
}

/** Fetches a file and hands it to the person's downloads. */
export const useSavedFile = () =>
  useMutation({
    mutationFn: async ({ fileName, operation, query, lacks }: ListFile) => {
      const lacking = (await lacks?.()) ?? null
      saveFile(
        fileName,
        // The query of a list that is known only by its declaration.
        await (call as (operation: Operation, parts: object, options: object) => Promise<Blob>)(
          operation,
          { query },
          { timeoutMs: null },
        ),
      )
      if (lacking !== null) showWarning(lacking)
    },
  })
