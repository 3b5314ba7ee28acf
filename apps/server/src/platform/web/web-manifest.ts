// The manifest with which a browser installs the console as an app: name, colour and icons of the
// host.
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import type { Themes } from '../auth/themes.ts'

/** The brand colour if a theme names none (apps/web/src/lib/theme.ts). */
const usualBrand = '#0B6E4F'
/** Shown while the app starts: the console's background colour. */
const ground = '#F6F5F0'

/**
 * The product's logo in a square of 32. `maskable`: the colour fills the square, and the strokes
 * are within the circle that no system crops (80 % of the side).
 */
const drawMark = (brand: string, maskable: boolean): string => `
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="${maskable ? 0 : 8}" fill="${brand}"/>
  <g fill="none" stroke="#fff" stroke-linecap="round"${maskable ? ' transform="translate(16 16) scale(.78) translate(-16 -16)"' : ''}>
    <path d="M7 23c5-1 6-13 18-14" stroke-width="3.2"/>
    <path d="M11.5 25.5c5-1.5 5.5-11 14-12.500" stroke-width="2.2" opacity=".7"/>
    <path d="M6 17.500c3.500-1.500 5-9 13-11" stroke-width="2.2" opacity=".7"/>
  </g>
</svg>`

const icons = {
  '192': { px: 192, maskable: false },
  '512': { px: 512, maskable: false },
  'maskable-512': { px: 512, maskable: true },
} as const
const iconNames = ['192', '512', 'maskable-512'] as const satisfies (keyof typeof icons)[]

const isColour = (text: string | undefined): text is string =>
  text !== undefined && /^#[0-9a-f]{6}$/i.test(text)

/** Drawn once per colour: there are only as many as themes. */
const drawn = new Map<string, Promise<Buffer>>()
const drawIcon = (name: keyof typeof icons, brand: string): Promise<Buffer> => {
  const key = `${name} ${brand}`
  const { px, maskable } = icons[name]
  const known =
    drawn.get(key) ??
    sharp(Buffer.from(drawMark(brand, maskable)), { density: (72 * px) / 32 })
      .resize(px, px)
      .png()
      .toBuffer()
  drawn.set(key, known)
  return known
}

export const registerWebManifest = (server: FastifyInstance, themes: Themes): void => {
  server.get('/manifest.webmanifest', async (request, reply) => {
    const { productName, brand } = await themes.of(server.readClient(request.raw).host)
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send({
        id: '/',
        name: productName,
        short_name: productName,
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: ground,
        theme_color: isColour(brand.primary) ? brand.primary : usualBrand,
        categories: ['business', 'productivity'],
        icons: Object.entries(icons).map(([name, { px, maskable }]) => ({
          src: `/app-icons/${name}.png`,
          sizes: `${px}x${px}`,
          type: 'image/png',
          purpose: maskable ? 'maskable' : 'any',
        })),
      })
  })
  for (const name of iconNames)
    server.get(`/app-icons/${name}.png`, async (request, reply) => {
      const { brand } = await themes.of(server.readClient(request.raw).host)
      return reply
        .type('image/png')
        .header('cache-control', 'public, max-age=86400')
        .send(await drawIcon(name, isColour(brand.primary) ? brand.primary : usualBrand))
    })
}
