#!/usr/bin/env node
// Tries a server's MQTT endpoint from the side of a drone: what docs/device-protocol.md allows and
// what it forbids.
// node tools/conformance/run.mjs --url mqtt://127.0.0.1:1883 --user DRONE --password SECRET
// [--other DRONE] [--commands 60] [--only PART] Node.js 20 or later, nothing to install. Use a
// drone for tests: a flight of 20 s is added to its history.
import { connectionChecks } from './connection-checks.mjs'
import { messageChecks } from './message-checks.mjs'
import { refusalChecks } from './refusal-checks.mjs'
import { commandChecks } from './command-checks.mjs'
import { zoneChecks } from './zone-checks.mjs'
import { firmwareChecks } from './firmware-checks.mjs'
import { boot, own, json, connected, must, values } from './drone-side.mjs'

const checks = [
  ...connectionChecks,
  ...messageChecks,
  ...refusalChecks,
  ...commandChecks,
  ...zoneChecks,
  ...firmwareChecks,

  // Last, because it uses up the drone's limit of messages.
  [
    'flood: 2,000 messages at once are held back and then refused',
    () =>
      connected(async (client) => {
        const message = json({ v: 1, boot, pts: [] })
        for (let i = 0; i < 2_000; i++) client.send(own('osd'), message, { qos: 0 })
        must(await client.isClosedWithin(20_000), 'the connection was not closed')
      }),
  ],
]

const counts = { passed: 0, failed: 0, skipped: 0 }
for (const [name, run] of checks) {
  if (values.only !== undefined && !name.includes(values.only)) continue
  if (run === null) {
    counts.skipped++
    console.log('skip ', name)
    continue
  }
  try {
    await run()
    counts.passed++
    console.log('pass ', name)
  } catch (error) {
    counts.failed++
    console.log(
      'FAIL ',
      `${String(name)}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed > 0 ? 1 : 0)
