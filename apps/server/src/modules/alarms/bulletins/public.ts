// What the program and the demonstration use of bulletins.
export { attachFiles, insertBulletinFile } from './bulletin-files.queries.ts'
export { addressTo, listAddressed } from './bulletin-recipients.queries.ts'
export { countUnreadFor, toReader, updateBulletinRow } from './bulletins.queries.ts'
