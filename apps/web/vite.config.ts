import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, runnerImport, type Plugin } from 'vite'

const calls = fileURLToPath(new URL('src/lib/calls.ts', import.meta.url))

/**
 * Works out the table of calls while building, so that a page needs method and path of a call
 * without the schemas that the contract states beside them (45 KiB of gzipped JavaScript less
 * before the sign-in).
 */
const callTable = (): Plugin => ({
  name: 'call-table',
  async load(id) {
    if (id.split('?')[0] !== calls || process.env['VITEST']) return null
    const { module, dependencies } = await runnerImport<{ calls: unknown }>(calls)
    for (const file of dependencies) this.addWatchFile(file)
    return `export const calls = ${JSON.stringify(module.calls)}`
  },
})

/** A feature's texts without those of the server, which stand in the same file. */
const screenTexts = (): Plugin => ({
  name: 'screen-texts',
  load(id) {
    const file = id.split('?')[0]!
    if (!/packages\/i18n\/src\/[\w-]+\/[\w-]+\.json$/.test(file)) return null
    const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    const { logged: _logged, server: _server, ...texts } = all
    return JSON.stringify(texts)
  },
})

/**
 * The component libraries mark their modules for servers that we do not have; the bundler tells of
 * each one.
 */
const isDirectiveNotice = (log: { code?: string }): boolean => log.code === 'MODULE_LEVEL_DIRECTIVE'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [callTable(), screenTexts(), react()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // A page with `img-src data:` would take small pictures inline; files of their own are cached
    // and cost nothing.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: {
        'index': fileURLToPath(new URL('index.html', import.meta.url)),
        'offline': fileURLToPath(new URL('offline.html', import.meta.url)),
        'service-worker': fileURLToPath(new URL('src/app/service-worker.ts', import.meta.url)),
      },
      output: {
        // What a browser looks for anew at its own address, and all below it is its own.
        entryFileNames: ({ name }) =>
          name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
      },
      onLog: (level, log, pass) => {
        if (!isDirectiveNotice(log)) pass(level, log)
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['WEB_PORT'] ?? 8081),
    strictPort: true,
    proxy: {
      '/api': {
        target: process.env['SERVER_URL'] ?? 'http://127.0.0.1:8080',
        ws: true,
        changeOrigin: false,
      },
    },
  },
})
