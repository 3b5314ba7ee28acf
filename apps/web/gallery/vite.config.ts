import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { textModules } from '../texts-plugin.ts'
import { callTable } from '../vite.config.ts'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/** Served by `npm run gallery`; built only by the picture tests. */
export default defineConfig({
  root: path('.'),
  publicDir: path('../public'),
  // The console's development server may run at the same time.
  cacheDir: path('../../../node_modules/.cache/gallery'),
  // In this mode a missing text throws instead of showing its key.
  mode: 'test',
  plugins: [callTable(), textModules(), react()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    minify: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 10_000,
    // Component libraries mark modules for server components, and the bundler warns about each.
    rolldownOptions: {
      onLog: (level, log, pass) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') pass(level, log)
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['GALLERY_PORT'] ?? 8082),
    strictPort: true,
  },
})
