// What other modules use of this one.
export { DroneParts } from './accessories/drone-parts.tsx'
