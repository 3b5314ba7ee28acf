// The entry point of this module for other modules.
export { DroneParts } from './accessories/drone-parts.tsx'
