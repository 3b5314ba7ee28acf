// What lists of other features offer of imports.
export { ImportButton } from './import-button.tsx'
export { importPath } from './import.labels.ts'
