// A person who uploads pictures, one after the other.
import { setTimeout as sleep } from 'node:timers/promises'
import { untilItSucceeds, type Ask } from './calls.ts'
import type { Fact } from './truth.ts'

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** An account may upload 200 files an hour. */
const quickUploads = 60
const quickMs = 300
const slowMs = 30_000

type Options = { ask: Ask; note: (fact: Fact) => void; isOver: () => boolean }

const createForm = (): FormData => {
  const form = new FormData()
  form.append('file', new Blob([picture]), 'picture.png')
  return form
}

/** An upload that is repeated after an error leaves a file that nobody refers to, which is harmless. */
export const uploadPictures = async (options: Options): Promise<void> => {
  const { ask, note, isOver } = options
  for (let count = 0; !isOver(); count++) {
    const stored = await untilItSucceeds(
      () => ask<{ url: string }>('POST', '/api/user/upload', createForm()),
      isOver,
    )
    if (!stored) return
    note({ kind: 'file', url: stored.url })
    for (const untilMs = performance.now() + (count < quickUploads ? quickMs : slowMs); ;) {
      if (isOver() || performance.now() > untilMs) break
      await sleep(100)
    }
  }
}
