// The checks of a restored database: every hash chain that the program has, the sealed secrets and
// the files.
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/database/database.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { countNamedFiles } from '../../modules/people/public.ts'
import { countShut } from '../doctor.ts'
import type { Shell } from '../shell.ts'
import { checkAuditLogs } from '../verify-audit.ts'
import { checkBooks } from '../verify-ledger.ts'
import { checkRecords } from '../verify-records.ts'
import { storedKeys, type Manifest } from './manifest.ts'
import { sealerUnderKeys, type MasterKeys } from './recovery-key.ts'

export type Report = {
  /** Prints the line of a step or a check. */
  say: (well: boolean, line: string) => void
  exitCode: () => number
}

export const createReport = ({ print }: Pick<Shell, 'print'>): Report => {
  let ill = 0
  return {
    say: (well, line) => {
      if (!well) ill++
      print(`${well ? 'ok     ' : 'PROBLEM'}  ${line}\n`)
    },
    exitCode: () => (ill === 0 ? 0 : 1),
  }
}

type Restored = { db: Db; config: Config; manifest: Manifest; keys: MasterKeys | null }

export const checkRestored = async (
  { db, config, manifest, keys }: Restored,
  { say }: Report,
): Promise<void> => {
  for (const check of [checkAuditLogs, checkBooks, checkRecords]) {
    const { problems, summary } = await check(db)
    for (const problem of problems) say(false, problem)
    say(problems.length === 0, summary)
  }
  if (keys) {
    const { all, shut } = await countShut(db, sealerUnderKeys(keys))
    say(shut === 0, `${all - shut} of ${all} sealed secrets open`)
  }
  // A row is written before its file: an upload during the backup has none yet.
  const { named, found } = await countNamedFiles(db, storedKeys(manifest))
  say(named === 0 || found > 0, `${found} of ${named} files that rows name are there`)
  await checkBucket(config, manifest, say)
}

/** Files in a bucket are not in the backup; names those that are no longer there. */
const checkBucket = async (
  { s3, dataFolder }: Config,
  { bucket }: Manifest,
  say: Report['say'],
): Promise<void> => {
  if (!bucket) return
  if (s3?.bucket !== bucket.name) {
    say(false, `${bucket.files.length} files are in the bucket ${bucket.name}, which is not set`)
    return
  }
  const there = new Set<string>()
  for await (const { key } of openFileStore({ s3, dataFolder }).list()) there.add(key)
  const missing = bucket.files.filter(({ key }) => !there.has(key))
  for (const { key } of missing) say(false, `${key} is no longer in the bucket ${bucket.name}`)
  say(
    missing.length === 0,
    `${bucket.files.length - missing.length} of ${bucket.files.length} files are in the bucket ${bucket.name}`,
  )
}
