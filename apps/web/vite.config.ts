import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, runnerImport, type Plugin } from 'vite'
import type { ScreenLine } from './src/lib/screen-line.ts'
import { guidePages } from './guide-plugin.ts'
import { isTextModule, textModules } from './texts-plugin.ts'

const callTables = new Map(
  (['calls', 'public-calls'] as const).map((name) => [
    fileURLToPath(new URL(`src/lib/${name}.ts`, import.meta.url)),
    name === 'calls' ? 'calls' : 'publicCalls',
  ]),
)

/**
 * Computes the tables of calls while building, so that a page needs method and path of a call
 * without the contract's schemas (45 KiB of gzipped JavaScript less before the sign-in).
 */
export const callTable = (): Plugin => ({
  name: 'call-table',
  async load(id) {
    const file = id.split('?')[0]!
    const table = callTables.get(file)
    if (table === undefined || process.env['VITEST']) return null
    const { module, dependencies } = await runnerImport<Record<string, unknown>>(file)
    for (const dependency of dependencies) this.addWatchFile(dependency)
    return `export const ${table} = ${JSON.stringify(module[table])}`
  },
})

const screens = fileURLToPath(new URL('src/app/screens.ts', import.meta.url))
const theme = fileURLToPath(new URL('src/lib/theme.ts', import.meta.url))

/**
 * A few bytes before everything else: the palette is applied from the first frame, while the
 * program itself is still loading. A file and not inline, because the page's policy allows only
 * scripts from files.
 */
const firstPaint = (): Plugin => ({
  name: 'first-paint',
  apply: 'build',
  async buildStart() {
    const { module: own } = await runnerImport<{ screenLines: readonly ScreenLine[] }>(screens)
    const { module: look } = await runnerImport<{
      colors: { ground: string }
      darkColors: { ground: string }
    }>(theme)
    const alwaysDark = own.screenLines
      .filter((line) => line.isAlwaysDark)
      .map(({ path }) => path.replaceAll(/:\w+/g, '[^/]+'))
    this.emitFile({
      type: 'asset',
      name: 'first-paint.js',
      source: `{
  let wish
  try {
    wish = JSON.parse(localStorage.getItem('appearance'))
  } catch {}
  const isDark = wish === 'dark' || (wish !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const isAlwaysDark = new RegExp(${JSON.stringify(`^(${alwaysDark.join('|')})$`)}).test(location.pathname)
  const { style } = document.documentElement
  style.colorScheme = isAlwaysDark || isDark ? 'dark' : 'light'
  style.background = isAlwaysDark || isDark ? '${look.darkColors.ground}' : '${look.colors.ground}'
}
`,
    })
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.values(bundle ?? {})
        .filter((file) => file.type === 'asset' && file.names.includes('first-paint.js'))
        .map(({ fileName }) => ({
          tag: 'script',
          attrs: { src: `/${fileName}` },
          injectTo: 'head-prepend' as const,
        })),
  },
})

/** Texts, and the component library's own languages, are cut by language already. */
const isShared = (id: string): boolean =>
  !isTextModule(id) && !/\.json$|[\\/]locale[\\/]\w+_[A-Z]+\.js$/.test(id)
/** By module and feature; a file that only lists parts of a module belongs to those that import it. */
const nameFeature = (id: string): string | null =>
  /modules[\\/]([\w-]+[\\/][\w-]+)[\\/]/.exec(id)?.[1]?.replace(/[\\/]/, '-') ?? null
const contract = /packages[\\/]contract[\\/]src[\\/]([\w-]+)[\\/].*\.ts$/
/** Shared schemas: those of four modules are nearly half, and most first screens need none of them. */
const nameContract = (id: string): string =>
  ['campaigns', 'money', 'programs', 'land'].includes(contract.exec(id)![1]!)
    ? 'contract-more'
    : 'contract'
const source = (path: string): RegExp => new RegExp(`apps/web/src/(?:${path})$`)

/**
 * Few files, each cached by its content: with a hundred small ones a browser waits for the
 * requests, and each of them is compressed separately.
 */
const packs = [
  // Not the entries themselves, nor what the page without a connection has alone.
  {
    name: 'start',
    tags: ['$initial' as const],
    test: (id: string) =>
      !/src[\\/](main|app[\\/](service-worker|offline-page))\.\w+|\.(html|json)/.test(id),
    priority: 40,
  },
  // Each includes its imports, unless an earlier one has them.
  { name: 'map', test: /node_modules[\\/](maplibre-gl|pmtiles)[\\/]/, priority: 26 },
  { name: 'sign-in', test: source('modules/people/auth/sign-in-screen.tsx'), priority: 25 },
  { name: 'console', test: source('app/signed-in.ts'), priority: 24.5 },
  {
    name: 'workbench',
    test: source('modules/overview/workbench/workbench-screen.tsx'),
    priority: 24,
  },
  {
    name: 'inputs',
    test: source(
      'ui/(region-cascader|empty|facts|confirm|time|panel|area|drone-search|use-first-view|free-room).tsx?|modules/alarms/(anomalies/anomaly-bell|bulletins/bulletin-bell).tsx',
    ),
    priority: 23,
  },
  { name: 'lists', test: source('ui/(list-screen|form-drawer|detail-of).tsx'), priority: 22 },
  // Code shared by several screens and not all of them: before charts and monitor, because a list
  // that shares one small rule with them would otherwise load them completely.
  {
    name: 'rules',
    test: /packages[\\/](domain|i18n)[\\/]src[\\/].*\.ts$|apps[\\/]web[\\/]src[\\/](map|lib)[\\/]/,
    minShareCount: 2,
    priority: 21.5,
  },
  { name: nameContract, debugName: 'contract', test: contract, minShareCount: 2, priority: 21 },
  { name: 'charts', test: source('charts/[\\w-]+.tsx?'), priority: 20 },
  {
    name: 'more',
    test: (id: string) => isShared(id) && !/[\\/]modules[\\/]/.test(id),
    minShareCount: 2,
    priority: 19,
  },
  {
    name: 'watch',
    test: source(
      'modules/live/monitor/(monitor-panel|monitor-map|drone-card).tsx|modules/live/monitor/use-live-view.ts',
    ),
    priority: 18,
  },
  { name: nameFeature, debugName: 'features', test: isShared, minShareCount: 2, priority: 9 },
]

/**
 * The component libraries mark their modules for server components, which we do not use; the
 * bundler warns about each one.
 */
const isDirectiveNotice = (log: { code?: string }): boolean => log.code === 'MODULE_LEVEL_DIRECTIVE'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [callTable(), textModules(), guidePages(), firstPaint(), react()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Inlining small images would need `img-src data:`; separate files are cached and cost nothing.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: {
        'index': fileURLToPath(new URL('index.html', import.meta.url)),
        'offline': fileURLToPath(new URL('offline.html', import.meta.url)),
        'service-worker': fileURLToPath(new URL('src/app/service-worker.ts', import.meta.url)),
      },
      output: {
        codeSplitting: { groups: packs },
        // The service worker needs a fixed address, and its scope is everything below it.
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
      '/maps': process.env['SERVER_URL'] ?? 'http://127.0.0.1:8080',
      '/api': {
        target: process.env['SERVER_URL'] ?? 'http://127.0.0.1:8080',
        ws: true,
        changeOrigin: false,
      },
    },
  },
})
