// What other features use of uploaded pictures.
export { claimFile, releaseFile } from './files.queries.ts'
