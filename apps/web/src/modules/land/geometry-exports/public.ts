// What lists of ground leave as.
export { ExportChosen } from './export-chosen.tsx'
export { geometryFiles } from './geometry-files.ts'
