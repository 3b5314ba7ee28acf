// Creates unified tasks from a JSON file: node task-from-file.mjs tasks.json
// The file: [{"name": …, "region": "156330106", "from": "2026-12-01", "until": "2026-12-20"}, …]
// The key reads and changes, and needs the page Unified tasks and the right to manage tasks.
import { readFileSync } from 'node:fs'
import { call } from './swath.mjs'

for (const { name, region, from, until } of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  const task = await call('POST', '/api/tftz', {
    body: { tftzName: name, region, startDate: from, endDate: until },
  })
  console.log(`${task.tftzId} ${task.tftzName} (${task.state})`)
}
