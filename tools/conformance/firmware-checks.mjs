// Firmware: offers arrive, and reports about them are accepted.
import { own, json, connected, must, taken, other } from './drone-side.mjs'

const offer = '019abc00-0000-7000-8000-000000000000'

export const firmwareChecks = [
  [
    'firmware: the drone may hear its offers',
    () =>
      connected(async (client) => {
        const code = await client.subscribe(own('firmware-offer'))
        must(
          code === 0 || code === 1,
          code === null ? 'the connection was closed' : `SUBACK ${code}`,
        )
      }),
  ],
  [
    'firmware: offers of another drone are refused',
    () =>
      connected(async (client) => {
        const code = await client.subscribe(`v1/d/${other}/firmware-offer`)
        must(code === 128 || code === null, `SUBACK ${String(code)}`)
      }),
  ],
  [
    'firmware: a word of an offer that there never was, and nonsense, are acknowledged',
    () =>
      connected(async (client) => {
        await taken(client, own('firmware'), json({ v: 1, type: 'installed', offer }))
        await taken(client, own('firmware'), 'all is well')
      }),
  ],
]
