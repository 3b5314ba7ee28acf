// `npm run cli -- COMMAND`: tasks of the service's operator outside the console.
import { StartFailure } from './platform/config/start-failure.ts'
import { backup } from './cli/backup/backup.ts'
import { createRecoveryKey } from './cli/backup/recovery-key.ts'
import { restore } from './cli/backup/restore.ts'
import { verifyBackup } from './cli/backup/verify-backup.ts'
import { createAdmin } from './cli/create-admin.ts'
import { doctor } from './cli/doctor.ts'
import { migrateDatabase } from './cli/migrate.ts'
import { recomputeSums } from './cli/recompute-sums.ts'
import { rotateKey } from './cli/rotate-key.ts'
import { verifyAudit } from './cli/verify-audit.ts'
import { verifyLedger } from './cli/verify-ledger.ts'
import { verifyRecords } from './cli/verify-records.ts'

/** Each resolves to the exit code of the program. */
const commands: Readonly<
  Record<string, { run: (given: readonly string[]) => Promise<number>; what: string }>
> = {
  'migrate': { run: migrateDatabase, what: 'bring the database to this version' },
  'create-admin': {
    run: createAdmin,
    what: 'PHONE NAME: make the first administrator; the password is read from standard input or ADMIN_PASSWORD',
  },
  'recompute-sums': { run: recomputeSums, what: 'make the kept sums anew from the rows' },
  'rotate-key': {
    run: rotateKey,
    what: 'seal everything under MASTER_KEY that is sealed under MASTER_KEY_BEFORE',
  },
  'verify-audit': { run: verifyAudit, what: 'check the hash chains of all audit logs' },
  'verify-ledger': {
    run: verifyLedger,
    what: 'check the hash chains, sums and closed months of all books',
  },
  'verify-records': { run: verifyRecords, what: '[DRONE]: check the hash chains of work records' },
  'create-recovery-key': {
    run: createRecoveryKey,
    what: 'FILE: make the key pair for backups; the private key goes to FILE',
  },
  'backup': {
    run: backup,
    what: 'FOLDER: save database, files and the sealed master key, also while the program runs',
  },
  'restore': {
    run: restore,
    what: 'FOLDER: bring a backup into an empty installation; needs RECOVERY_KEY_FILE',
  },
  'verify-backup': {
    run: verifyBackup,
    what: 'FOLDER: restore a backup into a scratch database and check everything in it',
  },
  'doctor': { run: doctor, what: 'check configuration, database and disk' },
}

const [name = '', ...given] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  process.stdout.write(
    `npm run cli -- COMMAND\n${Object.entries(commands)
      .map(([known, { what }]) => `  ${known.padEnd(20)}${what}\n`)
      .join('')}`,
  )
  process.exit(name === '' ? 0 : 64)
}
try {
  process.exit(await command.run(given))
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(error.exitCode)
}
