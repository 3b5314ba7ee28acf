// Public interface of this module for other parts of the server.
export { countStoredFaults } from './stored-data/stored-data.queries.ts'
