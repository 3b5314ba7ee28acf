import { openSync, renameSync, statfsSync, statSync } from 'node:fs'
import { StartFailure } from '../config/start-failure.ts'
import { fileFailure } from './file-failure.ts'

/**
 * Opens the log for the server, which writes to it directly and continues after this program has
 * ended. One older file is kept; each has at most 16 MB.
 */
export function openLog(path: string): number {
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 16 * 1024 * 1024)
      renameSync(path, `${path}.1`)
    return openSync(path, 'a', 0o600)
  } catch (error) {
    throw fileFailure(error, path)
  }
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** PostgreSQL's output, after advice for the most common errors. */
export function explain(output: string, folder: string): StartFailure {
  const said = output.trim().split('\n').slice(-12).join('\n')
  // on a full disk the output may be missing as well
  const because =
    /No space left on device|could not extend file|Disk quota exceeded/.test(output) ||
    freeBytes(folder) < 2 ** 20
      ? `The disk that holds ${folder} is full. Free some space, or point DATA_DIR at another disk.`
      : /Read-only file system/.test(output)
        ? `The disk that holds ${folder} is read-only. Point DATA_DIR at a folder that can be written.`
        : /Cannot allocate memory/.test(output)
          ? 'There is not enough memory for the embedded database.'
          : /Permission denied|Operation not permitted|invalid permissions|wrong ownership/.test(
                output,
              )
            ? `The database's user may not use ${folder}. Its folder "cluster" must belong to that user with mode 0700.`
            : 'The embedded database does not start.'
  return new StartFailure(`${because}\nPostgreSQL said:\n${said}`)
}
