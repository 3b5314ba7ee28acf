// Malicious uploads, generated at run time, so that none is in the repository as a file.
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

const bytes = (...parts: (Uint8Array | string | number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  )
const u32 = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
]

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = bytes(type, data)
  return bytes(u32(data.length), body, u32(crc32(body)))
}
const header = (width: number, height: number, depth = 8, colour = 0): Buffer =>
  chunk('IHDR', bytes(u32(width), u32(height), [depth, colour, 0, 0, 0]))
/** A PNG of a single colour, which is small to send. */
const flatPng = (width: number, height: number, ...before: Buffer[]): Buffer =>
  bytes(
    signature,
    header(width, height),
    ...before,
    chunk('IDAT', deflateSync(Buffer.alloc(height * (width + 1)), { level: 9 })),
    chunk('IEND', new Uint8Array()),
  )

const noise = (width: number, height: number) => {
  const pixels = Buffer.alloc(width * height * 3)
  for (let i = 0, seed = 7; i < pixels.length; i++)
    pixels[i] = (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) >>> 16
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}
export const photo = (width = 400, height = 300): Promise<Buffer> =>
  noise(width, height)
    .withExif({
      IFD0: { Make: 'SecretCamera', Artist: 'Somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 15/1 0/1' },
    })
    .jpeg()
    .toBuffer()
export const drawing = (): Promise<Buffer> => noise(120, 80).png().toBuffer()

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><image href="file:///etc/passwd" width="9" height="9"/></svg>'
const html = '<html><script>alert(document.cookie)</script></html>'
const zip = bytes('PK\x03\x04', Buffer.alloc(26), 'evil.class', 'PK\x05\x06', Buffer.alloc(18))
const afterSoi = (jpeg: Buffer, marker: number, data: Uint8Array | string): Buffer => {
  const body = bytes(data)
  return bytes(
    jpeg.subarray(0, 2),
    [0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255],
    body,
    jpeg.subarray(2),
  )
}
const afterHeader = (png: Buffer, ...chunks: Buffer[]): Buffer =>
  bytes(png.subarray(0, 33), ...chunks, png.subarray(33))
const changed = (source: Buffer, at: number, value: number): Buffer => {
  const copy = Buffer.from(source)
  copy[at] = value
  return copy
}

/** Strings that no output may contain. */
export const traces = [
  'SecretCamera',
  'Somebody',
  '<script',
  '<?php',
  'alert(',
  'PK\x03\x04',
  'evil.class',
  'Exif',
  'secret text',
  'javascript:',
  'GIF89a',
  'acTL',
  '<svg',
  '%PDF',
  'MZ\x90',
]

/** Name, content, and expected result: an error code of the contract, or a clean picture. */
type Upload = [
  name: string,
  content: Buffer,
  outcome: 'image_unreadable' | 'image_too_large' | 'clean',
]

/** Pictures with hidden additional data. */
const picturesWithCargo = (jpeg: Buffer, png: Buffer): Upload[] => [
  ['JPEG with HTML behind it', bytes(jpeg, html), 'clean'],
  ['JPEG with HTML in a comment', afterSoi(jpeg, 0xfe, html), 'clean'],
  ['JPEG with PHP in a comment', afterSoi(jpeg, 0xfe, '<?php system($_GET[0]); ?>'), 'clean'],
  ['JPEG with a script in an APP segment', afterSoi(jpeg, 0xe5, 'javascript:alert(1)//'), 'clean'],
  [
    'JPEG with XMP',
    afterSoi(jpeg, 0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>secret text</x:xmpmeta>'),
    'clean',
  ],
  ['JPEG with a ZIP behind it', bytes(jpeg, zip), 'clean'],
  [
    'JPEG with a PDF behind it',
    bytes(jpeg, '%PDF-1.4\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>'),
    'clean',
  ],
  ['JPEG with a program behind it', bytes(jpeg, 'MZ\x90', Buffer.alloc(1000)), 'clean'],
  ['JPEG with a second JPEG behind it', bytes(jpeg, jpeg), 'clean'],
  ['JPEG with position and maker in its EXIF', jpeg, 'clean'],
  ['PNG with a ZIP behind it', bytes(png, zip), 'clean'],
  ['PNG with HTML behind it', bytes(png, html), 'clean'],
  ['PNG with a script in tEXt', afterHeader(png, chunk('tEXt', bytes('Title\0', html))), 'clean'],
  [
    'PNG with PHP in a chunk of its own kind',
    afterHeader(png, chunk('phPx', bytes('<?php 1 ?>'))),
    'clean',
  ],
  [
    'PNG with EXIF',
    afterHeader(png, chunk('eXIf', bytes('II*\0', [8, 0, 0, 0, 0, 0], 'secret text'))),
    'clean',
  ],
  [
    'PNG that says it is animated',
    afterHeader(png, chunk('acTL', bytes(u32(100_000), u32(0)))),
    'clean',
  ],
]

/** Files that are neither JPEG nor PNG, with any name or type. */
const otherFormats = async (): Promise<Upload[]> => {
  const other = (format: 'gif' | 'webp' | 'tiff' | 'avif') =>
    noise(40, 40).toFormat(format).toBuffer()
  return [
    ['SVG', bytes(svg), 'image_unreadable'],
    ['SVG in gzip', gzipSync(svg), 'image_unreadable'],
    [
      'SVG with a declaration and an entity',
      bytes(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`),
      'image_unreadable',
    ],
    ['SVG behind the signature of a PNG', bytes(signature, svg), 'image_unreadable'],
    ['SVG behind the first bytes of a JPEG', bytes([0xff, 0xd8, 0xff], svg), 'image_unreadable'],
    [
      'HTML behind the first bytes of a JPEG',
      bytes([0xff, 0xd8, 0xff, 0xe0], html),
      'image_unreadable',
    ],
    ['HTML', bytes(html), 'image_unreadable'],
    ['GIF', await other('gif'), 'image_unreadable'],
    [
      'GIF that is JavaScript',
      bytes('GIF89a/*', Buffer.alloc(20), '*/=1;alert(1)'),
      'image_unreadable',
    ],
    ['WebP', await other('webp'), 'image_unreadable'],
    ['TIFF', await other('tiff'), 'image_unreadable'],
    ['AVIF', await other('avif'), 'image_unreadable'],
    ['BMP', bytes('BM', u32(1000), Buffer.alloc(60)), 'image_unreadable'],
    ['PDF', bytes('%PDF-1.7\n'), 'image_unreadable'],
    ['PostScript', bytes('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) run'), 'image_unreadable'],
    [
      'ImageMagick script',
      bytes("push graphic-context\nfill 'url(https://127.0.0.1/)'\npop graphic-context"),
      'image_unreadable',
    ],
    ['ZIP', zip, 'image_unreadable'],
    ['a megabyte of nothing', Buffer.alloc(1 << 20), 'image_unreadable'],
  ]
}

const brokenPictures = (jpeg: Buffer, png: Buffer): Upload[] => {
  const truncated = (source: Buffer, share: number): Buffer =>
    source.subarray(0, Math.floor(source.length * share))
  return [
    ['nothing', Buffer.alloc(0), 'image_unreadable'],
    ['one byte', bytes([0xff]), 'image_unreadable'],
    ['the signature of a PNG alone', bytes(signature), 'image_unreadable'],
    [
      'a JPEG that ends after its first marker',
      bytes([0xff, 0xd8, 0xff, 0xd9]),
      'image_unreadable',
    ],
    ...[0.02, 0.2, 0.5, 0.9, 0.99].map((share): [string, Buffer, 'image_unreadable'] => [
      `JPEG cut off at ${share * 100} %`,
      truncated(jpeg, share),
      'image_unreadable',
    ]),
    ...[0.1, 0.5, 0.95].map((share): [string, Buffer, 'image_unreadable'] => [
      `PNG cut off at ${share * 100} %`,
      truncated(png, share),
      'image_unreadable',
    ]),
    [
      'PNG with a wrong checksum in its header',
      changed(png, 30, png[30]! ^ 0xff),
      'image_unreadable',
    ],
    ['PNG with a broken stream of pixels', changed(png, 60, png[60]! ^ 0xff), 'image_unreadable'],
    [
      'PNG that is 0 px wide',
      bytes(signature, header(0, 10), chunk('IEND', new Uint8Array())),
      'image_unreadable',
    ],
    [
      'PNG of a colour type that does not exist',
      bytes(signature, header(10, 10, 8, 5), chunk('IEND', new Uint8Array())),
      'image_unreadable',
    ],
    [
      'PNG without pixels',
      bytes(signature, header(10, 10), chunk('IEND', new Uint8Array())),
      'image_unreadable',
    ],
    [
      'PNG that says it has 4 milliard pixels a side',
      bytes(signature, header(0xffffffff, 0xffffffff), chunk('IEND', new Uint8Array())),
      'image_unreadable',
    ],
  ]
}

/** Pictures that are very large once decompressed, or have an unusual structure. */
const hugeAndUnusual = async (jpeg: Buffer): Promise<Upload[]> => {
  const million = chunk('zTXt', bytes('Comment\0\0', deflateSync(Buffer.alloc(200_000_000))))
  return [
    ['PNG bomb of 16000 × 16000 px', flatPng(16_000, 16_000), 'image_too_large'],
    ['PNG a little over 40 million pixels', flatPng(6400, 6300), 'image_too_large'],
    ['PNG one pixel high and 40 million wide', flatPng(40_000_001, 1), 'image_too_large'],
    ['JPEG that says it has 65000 × 65000 px', jpegSaying(jpeg, 65_000, 65_000), 'image_too_large'],
    ['PNG with 200 MB in a compressed text', flatPng(10, 10, million), 'clean'],
    ['PNG that is drawn smaller', await noise(3000, 40).png().toBuffer(), 'clean'],
    ['JPEG in four inks', await noise(60, 60).toColourspace('cmyk').jpeg().toBuffer(), 'clean'],
    ['PNG of 16 bits', await noise(60, 60).toColourspace('rgb16').png().toBuffer(), 'clean'],
  ]
}

export const hostileContents = async (): Promise<Upload[]> => {
  const jpeg = await photo()
  const png = await drawing()
  return [
    ...picturesWithCargo(jpeg, png),
    ...(await otherFormats()),
    ...brokenPictures(jpeg, png),
    ...(await hugeAndUnusual(jpeg)),
  ]
}

/** The size is in the frame header: FF C0, length, precision, height, width. */
const jpegSaying = (jpeg: Buffer, width: number, height: number): Buffer => {
  const copy = Buffer.from(jpeg)
  const at = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(height, at + 5)
  copy.writeUInt16BE(width, at + 7)
  return copy
}
