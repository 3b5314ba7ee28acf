import type { Operation } from '@swath/contract/api'
import { useMutation } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { saveFile } from '../lib/save-file.ts'

/** A file that the list leaves as. */
export type ListFile = {
  label: string
  operation: Operation
  fileName: string
  query: Readonly<Record<string, string | undefined>>
}

/** Fetches a file and hands it to the person's downloads. */
export const useSavedFile = () =>
  useMutation({
    mutationFn: async ({ fileName, operation, query }: ListFile) =>
      saveFile(
        fileName,
        // The query of a list that is known only by its declaration.
        await (call as (operation: Operation, parts: object, options: object) => Promise<Blob>)(
          operation,
          { query },
          { timeoutMs: null },
        ),
      ),
  })
