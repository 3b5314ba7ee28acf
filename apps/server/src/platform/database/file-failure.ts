import { StartFailure } from '../config/start-failure.ts'

/** Describes an error of a folder or file in a sentence. Unknown errors are rethrown. */
export function fileFailure(error: unknown, path: string): StartFailure {
  if (error instanceof StartFailure) return error
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartFailure(
        `The disk that holds ${path} is full. Free some space, or point DATA_DIR at another disk.`,
      )
    case 'EROFS':
      return new StartFailure(
        `The disk that holds ${path} is read-only. Point DATA_DIR at a folder that can be written.`,
      )
    case 'EACCES':
    case 'EPERM':
      return new StartFailure(
        `This user may not write to ${path}. Change its owner, or point DATA_DIR at another folder.`,
      )
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartFailure(`${path} is not a folder. Point DATA_DIR at a folder.`)
    default:
      throw error
  }
}
