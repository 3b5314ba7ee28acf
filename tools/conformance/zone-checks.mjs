// Zones: requests, and reports of the version held.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { own, json, connected, must, acknowledged, taken, other, lng, lat } from './drone-side.mjs'

const heard = async (client, from) => {
  for (let i = 0; i < 100 && client.messages.length <= from; i++) await sleep(50)
  const message = client.messages[from]
  must(message?.topic === own('zone-set'), 'nothing came')
  return JSON.parse(message.payload)
}

/** The answer to one request. */
const ask = async (client, more = {}) => {
  const from = client.messages.length
  await acknowledged(client, own('zones'), json({ v: 1, type: 'ask', at: [lng, lat], ...more }))
  return heard(client, from)
}

const isPage = ({ v, type, version, page, pages, bounds, zones }) =>
  v === 1 &&
  type === 'page' &&
  typeof version === 'string' &&
  page >= 0 &&
  pages > page &&
  Array.isArray(bounds) &&
  bounds[0] <= lng &&
  bounds[1] <= lat &&
  bounds[2] >= lng &&
  bounds[3] >= lat &&
  Array.isArray(zones)

/** All pages, and their sum. */
const fetchAll = async (client) => {
  const first = await ask(client)
  must(isPage(first), `the answer is ${json(first).slice(0, 200)}`)
  const zones = [...first.zones]
  for (let page = 1; page < first.pages; page++) {
    const next = await ask(client, { page })
    must(next.version === first.version, 'pages of two versions')
    zones.push(...next.zones)
  }
  const lines = zones.map(({ id, n }) => `${id}:${n}`).join('\n')
  return {
    version: first.version,
    zones,
    hash: createHash('sha256').update(lines).digest('hex').slice(0, 32),
  }
}

const listening = (work) =>
  connected(async (client) => {
    const code = await client.subscribe(own('zone-set'))
    must(code === 0 || code === 1, code === null ? 'the connection was closed' : `SUBACK ${code}`)
    return work(client)
  })

export const zoneChecks = [
  [
    'zones: those around a place come, each with its ground',
    () =>
      listening(async (client) => {
        const { zones } = await fetchAll(client)
        for (const zone of zones)
          must(
            typeof zone.id === 'string' &&
              typeof zone.n === 'number' &&
              ['stay_out', 'stay_in'].includes(zone.kind) &&
              (zone.circle !== undefined || zone.rings?.every((ring) => ring.length >= 3)),
            `a zone lacks a field: ${json(zone).slice(0, 200)}`,
          )
      }),
  ],
  [
    'zones: what is held is not sent again',
    () =>
      listening(async (client) => {
        const { version, hash } = await fetchAll(client)
        await taken(client, own('zones'), json({ v: 1, type: 'hold', version, hash }))
        const same = await ask(client, { have: version })
        must(same.type === 'same' && same.version === version, `the answer is ${json(same)}`)
      }),
  ],
  [
    'zones: a sum that is wrong is answered by news',
    () =>
      listening(async (client) => {
        const { version } = await fetchAll(client)
        const from = client.messages.length
        const hash = '0'.repeat(32)
        await acknowledged(client, own('zones'), json({ v: 1, type: 'hold', version, hash }))
        const news = await heard(client, from)
        must(news.type === 'news', `the answer is ${json(news)}`)
      }),
  ],
  [
    'zones: nonsense is acknowledged',
    () => connected((client) => taken(client, own('zones'), 'where may I fly?')),
  ],
  [
    'zones: those of another drone are refused',
    () =>
      connected(async (client) => {
        const code = await client.subscribe(`v1/d/${other}/zone-set`)
        must(code === 128 || code === null, `SUBACK ${String(code)}`)
      }),
  ],
]
