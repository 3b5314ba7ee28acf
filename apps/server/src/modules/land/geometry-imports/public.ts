// What other features use of imports.
export { listImportedPlots } from './geometry-imports.queries.ts'
export { run as readGeometryFile } from './read-geometry.job.ts'
export { writeImport } from './write-import.ts'
