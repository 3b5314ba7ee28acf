// What lists of other features leave as.
export { chosenOf, geometryFile } from './geometry-file.ts'
