// Runs the shell lines of a document, with only the device's own name and secret inserted.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'

export type Published = { readonly topic: string; readonly message: Record<string, unknown> }

/**
 * The block of a Markdown text in which `mosquitto_pub` is called, line by line without empty ones.
 */
export const exampleIn = (markdown: string): string[] => {
  const block = [...markdown.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map((match) => match[1]!)
    .find((text) => text.includes('mosquitto_pub'))
  if (block === undefined) throw new Error('The document has no example with mosquitto_pub')
  return block.split('\n').filter((line) => line.trim() !== '')
}

const isInstalled = (): boolean => {
  try {
    execFileSync('sh', ['-c', 'command -v mosquitto_pub'])
    return true
  } catch {
    return false // not there: the arguments are then sent by another client
  }
}

const findOption = (call: readonly string[], name: string): string => {
  const at = call.indexOf(name)
  if (at < 0) throw new Error(`mosquitto_pub is called without ${name}: ${call.join(' ')}`)
  return call[at + 1]!
}

/** Does the same as mosquitto_pub with these arguments, at QoS 1. */
const publishInstead = async (call: readonly string[]): Promise<void> => {
  const client = await mqtt.connectAsync({
    host: findOption(call, '-h'),
    port: Number(findOption(call, '-p')),
    clientId: findOption(call, '-i'),
    username: findOption(call, '-u'),
    password: findOption(call, '-P'),
    protocolVersion: 4,
    reconnectPeriod: 0,
  })
  await client.publishAsync(findOption(call, '-t'), findOption(call, '-m'), { qos: 1 })
  await client.endAsync()
}

/**
 * One shell for all lines, so that they share its variables; each line that publishes waits for
 * `next`, which resolves with the message after it is acknowledged.
 */
export const startExample = (lines: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'swath-example-'))
  const calls = join(folder, 'calls')
  const isReal = isInstalled()
  const define = `mosquitto_pub() { { printf '%s\\0' "$@"; printf '\\n'; } >> '${calls}'; ${isReal ? 'command mosquitto_pub "$@" || exit 1' : ':'}; }`
  const isPublishing = (line: string): boolean => / -m /.test(line)
  const script = [
    define,
    ...lines.flatMap((line) => (isPublishing(line) ? ['read -r _', line, 'echo done'] : [line])),
  ].join('\n')
  // readers of the document may use bash, but the lines should run in any shell
  const shell = spawn(existsSync('/bin/dash') ? '/bin/dash' : '/bin/sh', ['-c', script], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  let failed: string | null = null
  shell.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  shell.stderr.on('data', (chunk: Buffer) => {
    failed = (failed ?? '') + chunk.toString()
  })
  let published = 0
  return {
    messages: lines.filter(isPublishing).length,
    next: async (): Promise<Published> => {
      shell.stdin.write('\n')
      published++
      for (
        const untilMs = Date.now() + 10_000;
        said.split('done\n').length <= published;
        await sleep(5)
      ) {
        if (failed !== null || Date.now() > untilMs)
          throw new Error(`The example failed: ${failed ?? 'no answer'}`)
      }
      const call = readFileSync(calls, 'utf8').split('\n')[published - 1]!.split('\0').slice(0, -1)
      if (!isReal) await publishInstead(call)
      return {
        topic: findOption(call, '-t'),
        message: JSON.parse(findOption(call, '-m')) as Record<string, unknown>,
      }
    },
    end: (): void => {
      shell.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
