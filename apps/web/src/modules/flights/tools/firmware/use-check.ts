import { useCallback, useEffect, useRef, useState } from 'react'
import type { CheckAnswer, CheckRequest } from './check-requests.ts'
import type { Checksums } from './checksums.ts'
import type { FirmwareReport } from './report.ts'

export type CheckState =
  | { readonly step: 'none' }
  | { readonly step: 'reading'; readonly file: File; readonly share: number }
  | { readonly step: 'failed'; readonly file: File }
  | {
      readonly step: 'checked'
      readonly file: File
      readonly checksums: Checksums
      readonly report: FirmwareReport | null
    }

/** Inspects one file at a time in a worker; a new file replaces the previous one. */
export const useCheck = () => {
  const worker = useRef<Worker | null>(null)
  const last = useRef(0)
  const verifying = useRef(new Map<number, (answer: boolean | null) => void>())
  const [state, setState] = useState<CheckState>({ step: 'none' })
  const end = useCallback((): void => {
    worker.current?.terminate()
    worker.current = null
    for (const done of verifying.current.values()) done(null)
    verifying.current.clear()
  }, [])
  useEffect(() => end, [end])

  const check = useCallback(
    (file: File): void => {
      end()
      const own = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
      worker.current = own
      const id = ++last.current
      setState({ step: 'reading', file, share: 0 })
      own.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
        if (worker.current !== own) return
        if ('right' in data || data.id !== id) {
          verifying.current.get(data.id)?.('right' in data ? data.right : null)
          verifying.current.delete(data.id)
        } else if ('readBytes' in data)
          setState({ step: 'reading', file, share: data.readBytes / Math.max(1, file.size) })
        else if ('checksums' in data)
          setState({ step: 'checked', file, checksums: data.checksums, report: data.report })
        else setState({ step: 'failed', file })
      })
      own.addEventListener('error', () => {
        if (worker.current === own) setState({ step: 'failed', file })
      })
      own.postMessage({ id, ask: 'check', file } satisfies CheckRequest)
    },
    [end],
  )

  /** Null where the file could no longer be read. */
  const verify = useCallback(
    (file: File, signature: Uint8Array, publicKey: Uint8Array): Promise<boolean | null> =>
      new Promise((done) => {
        if (!worker.current) return done(null)
        const id = ++last.current
        verifying.current.set(id, done)
        worker.current.postMessage({
          id,
          ask: 'verify',
          file,
          signature,
          publicKey,
        } satisfies CheckRequest)
      }),
    [],
  )
  return { state, check, verify }
}
