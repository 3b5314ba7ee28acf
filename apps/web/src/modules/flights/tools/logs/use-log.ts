import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { LogReaderClient } from './log-reader.ts'
import type { OpenedLog, WrittenForm } from './log-session.ts'
import type { ThinSeries } from './thin.ts'

export type LogState =
  | { readonly step: 'none' }
  | { readonly step: 'reading'; readonly file: File; readonly share: number }
  | { readonly step: 'refused'; readonly file: File; readonly why: 'not_a_log' | 'unreadable' }
  | { readonly step: 'open'; readonly file: File; readonly log: OpenedLog }

const mostCharts = 6
const none: readonly string[] = []
/** The most useful fields, shown first if the log has them. */
const firstFields = ['track.height', 'track.speed', 'track.flow']

/**
 * The selected curves of the open file. Those not yet loaded are read together in another pass over
 * the file. `empty`: curves without values.
 */
const useChosenSeries = (
  reader: RefObject<LogReaderClient | null>,
  file: File | null,
  chosen: readonly string[],
) => {
  const [known, setKnown] = useState<ReadonlyMap<string, ThinSeries | null>>(new Map())
  const [readingShare, setReadingShare] = useState<number | null>(null)
  useEffect(() => {
    setKnown(new Map())
    setReadingShare(null)
  }, [file])
  useEffect(() => {
    const own = reader.current
    const missing = chosen.filter((name) => !known.has(name))
    if (!own || !file || missing.length === 0) return
    let isWanted = true
    setReadingShare(0)
    const keep = (found: readonly ThinSeries[]): void => {
      if (!isWanted) return
      const named = new Map(found.map((one) => [one.name, one]))
      setReadingShare(null)
      setKnown(
        (before) =>
          new Map([...before, ...missing.map((name) => [name, named.get(name) ?? null] as const)]),
      )
    }
    own
      .series(missing, (bytes) => {
        if (isWanted) setReadingShare(file.size === 0 ? 1 : bytes / file.size)
      })
      .then(keep, (error: unknown) => {
        if (isWanted) console.warn(error)
        keep([])
      })
    return () => {
      isWanted = false
    }
  }, [reader, chosen, known, file])
  const series = useMemo(() => chosen.flatMap((name) => known.get(name) ?? []), [chosen, known])
  const empty = useMemo(() => chosen.filter((name) => known.get(name) === null), [chosen, known])
  return { series, empty, readingShare }
}

/** Opens one log at a time; opening another aborts the previous read. */
export const useLog = () => {
  const reader = useRef<LogReaderClient | null>(null)
  const [state, setState] = useState<LogState>({ step: 'none' })
  const [chosen, setChosen] = useState<readonly string[]>(none)
  const end = useCallback((): void => {
    reader.current?.end()
    reader.current = null
  }, [])
  useEffect(() => end, [end])

  const open = useCallback(
    (file: File, startMs: number | null = null): void => {
      end()
      const own = new LogReaderClient()
      reader.current = own
      setChosen(none)
      setState({ step: 'reading', file, share: 0 })
      const onProgress = (bytes: number): void => {
        if (reader.current === own)
          setState({ step: 'reading', file, share: file.size === 0 ? 1 : bytes / file.size })
      }
      own.open(file, startMs, onProgress).then(
        (log) => {
          if (reader.current !== own) return
          setState(
            log === null
              ? { step: 'refused', file, why: 'not_a_log' }
              : { step: 'open', file, log },
          )
          const names = new Set(log?.kinds.flatMap(({ fields }) => fields.map(({ name }) => name)))
          setChosen(firstFields.filter((name) => names.has(name)))
        },
        (error: unknown) => {
          if (reader.current !== own) return
          console.warn(error)
          setState({ step: 'refused', file, why: 'unreadable' })
        },
      )
    },
    [end],
  )

  const close = useCallback((): void => {
    end()
    setChosen(none)
    setState({ step: 'none' })
  }, [end])

  const toggle = useCallback((name: string): void => {
    setChosen((before) =>
      before.includes(name)
        ? before.filter((one) => one !== name)
        : [...before, name].slice(-mostCharts),
    )
  }, [])
  const opened = state.step === 'open' ? state.file : null
  const { series, empty, readingShare } = useChosenSeries(reader, opened, chosen)
  const write = useCallback(async (form: WrittenForm): Promise<Blob> => {
    if (!reader.current) throw new Error('no log is open')
    return reader.current.write(form)
  }, [])
  return { state, open, close, chosen, toggle, series, empty, readingShare, write }
}
