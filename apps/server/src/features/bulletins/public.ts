// What the program uses of bulletins.
export { listAddressed } from './bulletin-recipients.queries.ts'
