// A browser in which every error fails the journey: errors in the console and on the page, requests
// that fail or go to another host, violations of the page's security policy.
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sparticuz, { inflate } from '@sparticuz/chromium'
import { chromium, type Browser, type Page } from 'playwright-core'

/** Without windows: the whole browser needs a third more time for most journeys. */
const shell = '/usr/bin/chromium-headless-shell'
const wholeBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]

/**
 * As on a machine without a graphics card, where tests run: WebGL 2 in software, and the page
 * itself with its own, faster rendering.
 */
const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader-webgl',
  '--enable-unsafe-swiftshader',
]

/** The browser of the npm package, with its own libraries and fonts for a system that has none. */
const unpacked = async (): Promise<{ executablePath: string; env: Record<string, string> }> => {
  const executablePath = await sparticuz.executablePath()
  const libraries = join(tmpdir(), 'al2023', 'lib')
  if (!existsSync(libraries))
    await inflate(
      join(
        dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))),
        '..',
        'bin',
        'al2023.tar.br',
      ),
    )
  const given = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
  const hasLibraries = ['x86_64', 'aarch64'].some((machine) =>
    existsSync(`/usr/lib/${machine}-linux-gnu/libnss3.so`),
  )
  const needed: Record<string, string> = hasLibraries
    ? {}
    : { LD_LIBRARY_PATH: [libraries, given['LD_LIBRARY_PATH']].filter(Boolean).join(':') }
  return { executablePath, env: { FONTCONFIG_PATH: join(tmpdir(), 'fonts'), ...given, ...needed } }
}

/** `isWhole`: with what the headless shell lacks, such as notifications. */
export const launchBrowser = async ({ isWhole = false } = {}): Promise<Browser> => {
  const executablePath = [...(isWhole ? [] : [shell]), ...wholeBrowsers].find(existsSync)
  return chromium.launch({
    headless: true,
    args: flags,
    ...(executablePath ? { executablePath } : await unpacked()),
  })
}

export type Visitor = {
  readonly page: Page
  /** Errors so far, cleared by the call: for journeys in which some are expected. */
  readonly takeTroubles: () => string[]
}

export type Look = {
  width?: number
  height?: number
  locale?: string
  /** Another name of this machine: `north.localhost` */ host?: string
  /** The system does not request reduced motion. */ motion?: boolean
  /** The service worker that stores files for use offline; by default it is off. */
  worker?: boolean
  /** The browser can show notifications; all visitors of a file have one browser. */
  notifications?: boolean
  /** Other hosts to which this page may send requests. */
  outside?: readonly string[]
  /** false: a browser without WebGL, in which no map keeps a processor busy */ maps?: boolean
  /** Pixels that a map draws per pixel of the page, in each direction. */ mapScale?: number
}

/** Limit of waiting for a page: no page needs it, but two maps may be drawn by one processor. */
const patienceMs = 60_000

/** A page at the program's address that records its errors. */
export const visitWith = async (
  browser: Browser,
  programAddress: string,
  {
    width = 1280,
    height = 800,
    locale = 'en-US',
    host: name,
    motion = false,
    maps = true,
    mapScale = 1,
    worker = false,
    outside = [],
  }: Look = {},
): Promise<Visitor> => {
  const address = name === undefined ? programAddress : programAddress.replace('127.0.0.1', name)
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height },
    locale,
    reducedMotion: motion ? 'no-preference' : 'reduce',
    timezoneId: 'Asia/Shanghai',
    serviceWorkers: worker ? 'allow' : 'block',
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`security policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  // Read only by maps; the page keeps its own pixels.
  if (mapScale !== 1)
    await context.addInitScript((ratio) => {
      Object.defineProperty(window, 'devicePixelRatio', { get: () => ratio })
    }, mapScale)
  if (!maps) {
    await context.addInitScript(() => {
      // The method on which it is called is preserved by the Proxy.
      // oxlint-disable-next-line typescript/unbound-method
      HTMLCanvasElement.prototype.getContext = new Proxy(HTMLCanvasElement.prototype.getContext, {
        apply: (getContext, canvas: HTMLCanvasElement, [kind, ...rest]: [string, ...unknown[]]) =>
          kind.startsWith('webgl')
            ? null
            : Reflect.apply(getContext, canvas, [kind, ...rest] as Parameters<typeof getContext>),
      })
    })
  }
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  const troubles: string[] = []
  const { host } = new URL(address)
  const isOutside = (url: string): boolean =>
    /^(https?|wss?):/.test(url) &&
    new URL(url).host !== host &&
    !outside.includes(new URL(url).origin)
  page.on('console', (message) => {
    if (message.type() === 'error')
      troubles.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400)
      troubles.push(
        `answered: ${response.request().method()} ${response.url()} with status of ${response.status()}`,
      )
  })
  page.on('pageerror', (error) => troubles.push(`page: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    if (isOutside(request.url())) troubles.push(`outside: ${request.url()}`)
  })
  page.on('websocket', (socket) => {
    if (isOutside(socket.url())) troubles.push(`outside: ${socket.url()}`)
  })
  // Requests aborted by the page itself, because the person continued, are no failures.
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      troubles.push(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`)
  })
  return { page, takeTroubles: () => troubles.splice(0) }
}
