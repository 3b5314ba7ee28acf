import { StartFailure } from '../config/start-failure.ts'

/**
 * Describes an error of a folder or file in a sentence. Unknown errors are rethrown.
 * @param choice what the person can point at another place
 */
export function fileFailure(error: unknown, path: string, choice = 'DATA_DIR'): StartFailure {
  if (error instanceof StartFailure) return error
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartFailure(
        `The disk that holds ${path} is full. Free some space, or point ${choice} at another disk.`,
      )
    case 'EROFS':
      return new StartFailure(
        `The disk that holds ${path} is read-only. Point ${choice} at a folder that can be written.`,
      )
    case 'EACCES':
    case 'EPERM':
      return new StartFailure(
        `This user may not write to ${path}. Change its owner, or point ${choice} at another folder.`,
      )
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartFailure(`${path} is not a folder. Point ${choice} at a folder.`)
    default:
      throw error
  }
}
