// The program that the journeys of a run share; the first file that asks for it starts it.
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import type { Setting } from './program-setup.ts'

/** Not `fetch`, which waits at most five minutes for an answer. */
const ask = (url: string): Promise<Setting> =>
  new Promise((resolve, reject) => {
    get(url, (response) => {
      text(response).then((answer) => {
        if (response.statusCode === 200) resolve(JSON.parse(answer) as Setting)
        else reject(new Error(answer))
      }, reject)
    }).once('error', reject)
  })

export const { program: sharedProgram, gateway, otherData } = await ask(inject('launcher'))
