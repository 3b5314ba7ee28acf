import type { Told } from './playback.worker.ts'
import type { PlayedTrack, TrackPlan } from './played-track.ts'

/** Decodes in a worker, which ends with it. @throws what the worker could not read */
export const decodeAside = (bytes: ArrayBuffer, plans: readonly TrackPlan[], signal: AbortSignal): Promise<PlayedTrack[]> => new Promise((resolve, reject) => {
  const worker = new Worker(new URL('playback.worker.ts', import.meta.url), { type: 'module' })
  const end = (): void => worker.terminate()
  signal.addEventListener('abort', () => { end(); reject(signal.reason as Error) }, { once: true })
  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    end()
    if ('tracks' in data) resolve(data.tracks)
    else reject(new Error(data.error))
  }
  worker.onerror = ({ message }) => {
    end()
    reject(new Error(message || 'The tracks could not be decoded'))
  }
  worker.postMessage({ bytes, plans }, [bytes])
})
