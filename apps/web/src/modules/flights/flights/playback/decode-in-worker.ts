import type { DecodeResult } from './playback.worker.ts'
import type { PlayedTrack, TrackPlan } from './played-track.ts'

/**
 * Decodes in a worker, which starts while the download is running and ends when it is done. @throws
 * if the download fails, or if the worker cannot read the data
 */
export const decodeInWorker = (
  coming: Promise<{ bytes: ArrayBuffer; plans: readonly TrackPlan[] }>,
  signal: AbortSignal,
): Promise<PlayedTrack[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('playback.worker.ts', import.meta.url), { type: 'module' })
    const fail = (reason: unknown): void => {
      worker.terminate()
      reject(reason as Error)
    }
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    worker.onmessage = ({ data }: MessageEvent<DecodeResult>) => {
      if ('error' in data) return fail(new Error(data.error))
      worker.terminate()
      resolve(data.tracks)
    }
    worker.onerror = ({ message }) => fail(new Error(message || 'The tracks could not be decoded'))
    coming.then(({ bytes, plans }) => worker.postMessage({ bytes, plans }, [bytes]), fail)
  })
