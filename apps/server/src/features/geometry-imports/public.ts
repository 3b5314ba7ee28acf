// What other features use of imports.
export { run as readGeometryFile } from './read-geometry.job.ts'
export { writeImport } from './write-import.ts'
