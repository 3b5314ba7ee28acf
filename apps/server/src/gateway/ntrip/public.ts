// Public interface of the NTRIP caster for other parts of the server.
export { startNtripCaster, type NtripCaster } from './ntrip-caster.ts'
export { issueNtripSecret } from './ntrip-secret.ts'
