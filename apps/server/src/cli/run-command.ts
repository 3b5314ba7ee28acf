import { StartFailure } from '../platform/config/start-failure.ts'
import type { Command, Shell } from './shell.ts'

/** Only the command that is asked for is loaded: all of them take a second. */
const commands: Readonly<Record<string, { load: () => Promise<Command>; what: string }>> = {
  'migrate': {
    load: async () => (await import('./migrate.ts')).migrateDatabase,
    what: 'bring the database to this version',
  },
  'finish-upgrade': {
    load: async () => (await import('./finish-upgrade.ts')).finishUpgrade,
    what: 'once no program of the version before runs: allow what it cannot read, and end the way back',
  },
  'create-admin': {
    load: async () => (await import('./create-admin.ts')).createAdmin,
    what: 'PHONE NAME: make the first administrator; the password is read from standard input or ADMIN_PASSWORD',
  },
  'reset-second-factor': {
    load: async () => (await import('./reset-second-factor.ts')).resetSecondFactor,
    what: 'PHONE or E-MAIL: remove all second factors of a person and end their sessions',
  },
  'recompute-sums': {
    load: async () => (await import('./recompute-sums.ts')).recomputeSums,
    what: 'make the kept sums anew from the rows',
  },
  'rotate-key': {
    load: async () => (await import('./rotate-key.ts')).rotateKey,
    what: 'seal everything under MASTER_KEY that is sealed under MASTER_KEY_BEFORE',
  },
  'verify-audit': {
    load: async () => (await import('./verify-audit.ts')).verifyAudit,
    what: '[FILE]: check the hash chains of all audit logs, also against their ends in a file with lines of the program’s log',
  },
  'verify-ledger': {
    load: async () => (await import('./verify-ledger.ts')).verifyLedger,
    what: 'check the hash chains, sums and closed months of all books',
  },
  'verify-records': {
    load: async () => (await import('./verify-records.ts')).verifyRecords,
    what: '[DRONE]: check the hash chains of work records',
  },
  'create-recovery-key': {
    load: async () => (await import('./backup/recovery-key.ts')).createRecoveryKey,
    what: 'FILE: make the key pair for backups; the private key goes to FILE',
  },
  'backup': {
    load: async () => (await import('./backup/backup.ts')).backup,
    what: 'FOLDER: save database, files and the sealed master key, also while the program runs',
  },
  'restore': {
    load: async () => (await import('./backup/restore.ts')).restore,
    what: 'FOLDER: bring a backup into an empty installation; needs RECOVERY_KEY_FILE',
  },
  'verify-backup': {
    load: async () => (await import('./backup/verify-backup.ts')).verifyBackup,
    what: 'FOLDER: restore a backup into a scratch database and check everything in it',
  },
  'archive': {
    load: async () => (await import('./archive.ts')).archiveTracks,
    what: 'list | retention [MONTHS] | month YYYY-MM | restore YYYY-MM: tracks of old months in Parquet files',
  },
  'doctor': {
    load: async () => (await import('./doctor.ts')).doctor,
    what: 'check configuration, database and disk',
  },
}

/** @returns the exit code */
export const runCommand = async (
  [name = '', ...given]: readonly string[],
  shell: Shell,
): Promise<number> => {
  const command = commands[name]
  if (!command) {
    shell.print(
      `npm run cli -- COMMAND\n${Object.entries(commands)
        .map(([known, { what }]) => `  ${known.padEnd(20)}${what}\n`)
        .join('')}`,
    )
    return name === '' ? 0 : 64
  }
  try {
    const run = await command.load()
    return await run(given, shell)
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    shell.warn(`${error.message}\n`)
    return error.exitCode
  }
}
