// What other features ask of leases.
export { hashActivationCode } from './activation-code.ts'
export { composeContract } from './contract-document.ts'
