// Registers a drone, connects as it and reports a position: npm i mqtt, then node connect-a-drone.mjs SERIAL-NUMBER
// The key reads and changes, and needs the pages Drones and Monitor and the right to manage equipment.
import mqtt from 'mqtt'
import { call } from './swath.mjs'

const [droneId] = process.argv.slice(2)
const base = '/api/drone/device/manage'
const models = await call('GET', `${base}/flyModelList`)
await call('POST', `${base}/addDrone`, {
  body: { droneId, droneName: droneId, flyModelId: models.items[0].flyModelId },
})
const { username, password, mqttHost, mqttPort } = await call(
  'POST',
  `${base}/${droneId}/credential`,
  { body: {} },
)

const drone = await mqtt.connectAsync(`mqtt://${mqttHost}:${mqttPort}`, {
  clientId: droneId,
  username,
  password,
})
const t = Date.now() / 1000
// resolves when the message is stored
await drone.publishAsync(
  `v1/d/${droneId}/track`,
  JSON.stringify({
    v: 1,
    boot: 'example',
    seq: 1,
    pts: [{ t, lng: 120.15, lat: 30.25, height: 0, speed: 0 }],
  }),
  { qos: 1 },
)
await drone.endAsync()

for (let attempt = 1; attempt <= 30; attempt++) {
  const { lastMessageAt } = await call('GET', `${base}/getDroneDetail`, { query: { droneId } })
  if (lastMessageAt) {
    console.log(`${droneId} is connected; its last message: ${lastMessageAt}`)
    break
  }
  await new Promise((resume) => setTimeout(resume, 1000))
}
