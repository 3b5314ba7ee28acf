import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** The script behind a command of an installed package, in any folder of installed packages. */
export const findScript = (packageName: string, command: string): string => {
  const manifest = findPackageJSON(packageName, import.meta.url)
  if (!manifest) throw new Error(`the package ${packageName} is not installed`)
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> }
  return join(dirname(manifest), bin[command]!)
}

/** Runs a script under this node. @returns all of its output; the caller judges the exit code */
export const runScript = (
  script: string,
  args: readonly string[],
  cwd: string,
  environment?: Record<string, string>,
): Promise<{ output: string; errors: string; code: number }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    })
    const output: Buffer[] = []
    const errors: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({
        output: Buffer.concat(output).toString(),
        errors: Buffer.concat(errors).toString(),
        code: code ?? 1,
      }),
    )
  })
