// Decodes the tracks of a playback off the main thread.
import { decodePlayback, type PlayedTrack, type TrackPlan } from './played-track.ts'

type Asked = { bytes: ArrayBuffer; plans: readonly TrackPlan[] }
export type DecodeResult = { tracks: PlayedTrack[] } | { error: string }

const listBuffers = (tracks: readonly PlayedTrack[]): ArrayBuffer[] =>
  tracks.flatMap((track) => Object.values(track).map((column) => column.buffer as ArrayBuffer))

self.onmessage = ({ data: { bytes, plans } }: MessageEvent<Asked>) => {
  try {
    const tracks = decodePlayback(new Uint8Array(bytes), plans)
    self.postMessage({ tracks } satisfies DecodeResult, { transfer: listBuffers(tracks) })
  } catch (error) {
    // Sent to the page, which reports a failed load.
    self.postMessage({
      error: error instanceof Error ? error.message : String(error),
    } satisfies DecodeResult)
  }
}
