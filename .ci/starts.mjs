// `npm start` as in the README, on an empty data folder and then again: the sign-in page answers, and
// the program ends on request. The times are printed; the limits only end a start that hangs,
// because machines that run this differ in speed several times over.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const freePort = () =>
  new Promise((resolve, reject) => {
    const holder = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = holder.address()
        holder.close(() => resolve(port))
      })
  })

const showsPage = async (url) => {
  try {
    const response = await fetch(url, {
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(5_000),
    })
    return response.ok && /<div id=|<script/.test(await response.text())
  } catch {
    return false // not listening yet
  }
}

const start = async (folder, limitS) => {
  const [port, mqttPort] = [await freePort(), await freePort()].map(String)
  const since = performance.now()
  const program = spawn('npm', ['start'], {
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, PORT: port, MQTT_PORT: mqttPort, DATA_DIR: folder },
  })
  const ended = new Promise((resolve) => program.once('exit', resolve))
  const pageShown = async () => {
    for (;;) {
      if (program.exitCode !== null) throw new Error(`npm start ended with ${program.exitCode}`)
      if (performance.now() - since > limitS * 1_000)
        throw new Error(`no sign-in page after ${limitS} s`)
      if (await showsPage(`http://127.0.0.1:${port}/login`)) return
      await wait(100)
    }
  }
  const failure = await pageShown().then(
    () => null,
    (error) => error,
  )
  if (!failure)
    console.log(
      `The sign-in page was there after ${((performance.now() - since) / 1_000).toFixed(1)} s`,
    )
  program.kill('SIGTERM') // npm passes it on and waits for the program
  const inTime = await Promise.race([ended.then(() => true), wait(20_000, false, { ref: false })])
  try {
    if (program.pid) process.kill(-program.pid, 'SIGKILL') // end the rest of the process group
  } catch {
    /* none is left */
  }
  if (failure) throw failure
  if (!inTime) throw new Error('npm start did not end within 20 s of SIGTERM')
}

const folder = mkdtempSync(join(tmpdir(), 'swath-start-'))
try {
  await start(folder, 240)
  await start(folder, 60)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
