// A machine whose power can fail. Its processes run in a PID namespace, its files are on an ext4 file
// system in a file of this machine. A power failure is the ioctl with which the tests of Linux file
// systems (xfstests) simulate one: from then on the file system writes nothing, so that everything
// that was not synced is gone when it is mounted again (docs/decisions/133).
import { spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listChildren, start } from '../processes.ts'

export type Machine = {
  /** A folder on its disk, as its processes see it. */
  folder: string
  /** The same folder as this process sees it, until the next power failure. */
  seenFrom(): string
  /** Starts a program on it; its output can be read. */
  run(command: string, args: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess
  /** Continues all processes after some were stopped. */
  wake(): void
  /** Ids, on this machine, of its processes whose command line contains the text. */
  find(text: string): number[]
  /** All processes end at once, and all writes that were not synced are lost. */
  losePower(): Promise<void>
  /** Mounts the disk again, if there was a power failure. */
  boot(): Promise<void>
  /** The disk accepts no writes until it is thawed; writers wait. */
  freeze(): void
  thaw(): void
  /** Occupies all free space; returns what frees it. */
  fill(): () => void
  remove(): Promise<void>
}

/** The reason why machines cannot be simulated here; null: they can. */
export const whyNoMachines = (): string | null => {
  if (process.platform !== 'linux') return 'only Linux has namespaces and ext4'
  if (process.getuid?.() !== 0) return 'mounting a file system needs root'
  if (!existsSync('/dev/loop-control')) return 'there are no loop devices'
  if (!existsSync('/sbin/mkfs.ext4')) return 'mkfs.ext4 is missing (apt-get install e2fsprogs)'
  return null
}

/** FS_IOC_SHUTDOWN of Linux: 2 drops everything, also what the journal has in memory. */
const shutDown = String.raw`open(my $folder, '<', $ARGV[0]) or die $!;
my $flags = pack('L', 2);
ioctl($folder, 0x8004587d, $flags) or die $!;`

/**
 * The journal is written at each sync of a program, and otherwise only every five minutes, so that
 * names and sizes of files that nobody synced are lost as well.
 */
const mountOptions = 'loop,commit=300'

const mount = `mount -o ${mountOptions} "$0" "$1" 2>&1 && echo mounted && exec sleep infinity`
/** `unshare` complains when its child is killed. */
const quietly = ['-c', 'exec "$@" 2>/dev/null', 'sh']

const succeed = (command: string, args: readonly string[]): string => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}

const readPidNamespace = (pid: number): string | null => {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`)
  } catch {
    return null // it has ended
  }
}

const readCommandLine = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return '' // it has ended
  }
}

/** The first process of a machine, and the one that waits for it. */
type Booted = { init: number; parent: ChildProcess }

const bootDisk = async (image: string, folder: string): Promise<Booted> => {
  const unshare = ['unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  const parent = start('sh', [...quietly, ...unshare, 'sh', '-c', mount, image, folder])
  const first = await Promise.race([
    once(parent.stdout!, 'data').then(([bytes]) => String(bytes).trim()),
    once(parent, 'exit').then(([code]) => `unshare ended with ${code}`),
  ])
  if (first !== 'mounted') throw new Error(`The disk could not be mounted: ${first}`)
  return { init: listChildren(parent.pid!)[0]!, parent }
}

/** Resolves when the kernel has released the file: until then it would mount the failed disk again. */
const untilReleased = async (image: string): Promise<void> => {
  for (let i = 0; succeed('losetup', ['-j', image]) !== ''; i++) {
    if (i === 200) throw new Error(`${image} is still in use`)
    await sleep(25)
  }
}

/** A folder for the image of the disk, and below it one on which the disk is mounted. */
const makePlace = (name: string): string => {
  const place = mkdtempSync(join(tmpdir(), `swath-machine-${name}-`))
  chmodSync(place, 0o755)
  mkdirSync(join(place, 'mounted'))
  return place
}

const makeDisk = (image: string, sizeMb: number): string => {
  succeed('truncate', ['-s', `${sizeMb}M`, image])
  succeed('mkfs.ext4', ['-q', '-m', '0', image])
  return image
}

/** @param sizeMb of its disk @throws if `whyNoMachines` has a reason */
export const createMachine = async (name: string, sizeMb: number): Promise<Machine> => {
  const reason = whyNoMachines()
  if (reason !== null) throw new Error(`A power failure cannot be simulated: ${reason}`)
  const place = makePlace(name)
  const folder = join(place, 'mounted')
  const image = makeDisk(join(place, 'disk'), sizeMb)
  let booted = await bootDisk(image, folder)
  const inside = (command: string, args: readonly string[]): string[] => [
    ...['-t', String(booted.init), '-m', '-p', '--'],
    ...[command, ...args],
  ]
  const hasEnded = (): boolean => {
    const { exitCode, signalCode } = booted.parent
    return exitCode !== null || signalCode !== null
  }
  const running = new Set<ChildProcess>()
  /** `nsenter` stops together with its child, and continues only at a signal. */
  const wake = (): void => {
    for (const child of running) child.kill('SIGCONT')
  }
  const end = async (): Promise<void> => {
    if (hasEnded()) return
    wake()
    const { init, parent } = booted
    const ended = once(parent, 'exit')
    process.kill(init, 'SIGKILL')
    await ended
  }
  const abandon = (): void => {
    spawnSync('kill', ['-9', String(booted.init)])
    rmSync(place, { recursive: true, force: true })
  }
  process.on('exit', abandon)
  const ballast = join(folder, 'ballast')
  const seenFrom = (): string => `/proc/${booted.init}/root${folder}`
  return {
    folder,
    seenFrom,
    run: (command, args, env) => {
      const child = start('nsenter', inside(command, args), env)
      running.add(child)
      child.once('exit', () => running.delete(child))
      return child
    },
    wake,
    find: (text) => {
      const namespace = readPidNamespace(booted.init)
      return readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0 && pid !== booted.init && readPidNamespace(pid) === namespace)
        .filter((pid) => readCommandLine(pid).includes(text))
    },
    losePower: async () => {
      succeed('nsenter', inside('perl', ['-e', shutDown, folder]))
      await end()
      await untilReleased(image)
    },
    boot: async () => {
      if (!hasEnded()) return
      booted = await bootDisk(image, folder)
      // A power failure also loses that the ballast was removed.
      succeed('nsenter', inside('rm', ['-f', ballast]))
    },
    freeze: () => void succeed('nsenter', inside('fsfreeze', ['-f', folder])),
    thaw: () => void succeed('nsenter', inside('fsfreeze', ['-u', folder])),
    fill: () => {
      const { bavail, bsize } = statfsSync(seenFrom())
      // Others write meanwhile: it may fail in the end, when nothing is left.
      spawnSync('nsenter', inside('fallocate', ['-l', String(bavail * bsize), ballast]))
      return () => void succeed('nsenter', inside('rm', ['-f', ballast]))
    },
    remove: async () => {
      process.off('exit', abandon)
      await end()
      await untilReleased(image)
      rmSync(place, { recursive: true, force: true })
    },
  }
}
