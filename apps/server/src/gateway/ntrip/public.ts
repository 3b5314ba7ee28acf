// What other parts of the server use of the NTRIP caster.
export { startNtripCaster, type NtripCaster } from './ntrip-caster.ts'
export { issueNtripSecret } from './ntrip-secret.ts'
