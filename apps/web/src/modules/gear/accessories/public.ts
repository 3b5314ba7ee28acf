// What other features show of parts.
export { DroneParts } from './drone-parts.tsx'
