// `npm run dev`: the server restarts when its sources change; changes of the console appear at
// once.
import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const run = (given: readonly string[], cwd: string): ChildProcess =>
  spawn(process.execPath, given, { cwd, stdio: 'inherit' })

const children = [
  run(['--watch', '--watch-preserve-output', 'apps/server/src/start.ts', '--dev'], root),
  run([`${root}node_modules/vite/bin/vite.js`], `${root}apps/web`),
]
const stop = (): void => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) {
  child.once('exit', (code) => {
    stop()
    process.exitCode ||= code ?? 1
  })
}
