// Sends open alarms to a chat, each once: node alarms-to-chat.mjs
// CHAT_URL: address that takes {"text": …}, as the incoming webhooks of most chats do. The key needs the page Monitor.
import { eachRow } from './swath.mjs'

const everySeconds = Number(process.env.EVERY_SECONDS ?? 30)
const rounds = Number(process.env.ROUNDS ?? Infinity)
const kinds = {
  1: 'in a no-fly zone',
  2: 'sprays abnormally',
  3: 'sprays the wrong crop',
  4: 'sprays in bad weather',
  5: 'reports a wrong area',
}
const sent = new Set()
for (let round = 1; round <= rounds; round++) {
  for await (const alarm of eachRow('/api/bulletin/alarms', { state: 'open' })) {
    if (sent.has(alarm.anomalyId)) continue
    const text = `Level ${alarm.level}: ${alarm.droneName} ${kinds[alarm.oddType]}`
    const { ok } = await fetch(process.env.CHAT_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    })
    if (ok) sent.add(alarm.anomalyId)
  }
  if (round < rounds) await new Promise((resume) => setTimeout(resume, everySeconds * 1000))
}
