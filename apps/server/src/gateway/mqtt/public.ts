// Public interface of the MQTT endpoint and of the device credentials for other parts of the
// server.
export { createDeviceCaller, type DeviceCaller } from './device-caller.ts'
export { createDeviceCredentials } from './device-credentials.ts'
export { issueDeviceSecret } from './device-secret.ts'
export { startMqttEndpoint, type MqttEndpoint, type MqttEndpointOptions } from './mqtt-endpoint.ts'
export { type RateLimits } from './rate-limit.ts'
