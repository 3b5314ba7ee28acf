// What other parts of the server use of the MQTT endpoint and of what devices sign in with.
export { createDeviceCaller, type DeviceCaller } from './device-caller.ts'
export { createDeviceCredentials } from './device-credentials.ts'
export { issueDeviceSecret } from './device-secret.ts'
export { startMqttEndpoint, type MqttEndpoint, type MqttEndpointOptions } from './mqtt-endpoint.ts'
export { type RateLimits } from './rate-limit.ts'
