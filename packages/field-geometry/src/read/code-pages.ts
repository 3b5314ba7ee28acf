// The encoding of a DBF's texts: from its .cpg file, else from its language driver byte, else
// guessed.

import { guessEncoding } from './guess-encoding.ts'

/**
 * Language drivers of dBASE and FoxPro (byte 29) with a TextDecoder; 0x57 is "ANSI": unspecified.
 */
const drivers: Readonly<Record<number, string>> = {
  0x03: 'windows-1252',
  0x13: 'shift_jis',
  0x4d: 'gb18030',
  0x4e: 'euc-kr',
  0x4f: 'big5',
  0x50: 'windows-874',
  0x58: 'windows-1252',
  0x59: 'windows-1252',
  0x65: 'ibm866',
  0x78: 'big5',
  0x79: 'euc-kr',
  0x7a: 'gb18030',
  0x7b: 'shift_jis',
  0x7c: 'windows-874',
  0x7d: 'windows-1255',
  0x7e: 'windows-1256',
  0xc8: 'windows-1250',
  0xc9: 'windows-1251',
  0xca: 'windows-1254',
  0xcb: 'windows-1253',
  0xcc: 'windows-1257',
}

/** Numbers and names used in .cpg files for which a TextDecoder has another name. */
const names: Readonly<Record<string, string>> = {
  '65001': 'utf-8',
  'utf8': 'utf-8',
  '936': 'gb18030',
  'cp936': 'gb18030',
  '949': 'euc-kr',
  'cp949': 'euc-kr',
  '950': 'big5',
  'cp950': 'big5',
  '932': 'shift_jis',
  'cp932': 'shift_jis',
  '874': 'windows-874',
  'cp874': 'windows-874',
  'tis620': 'windows-874',
  '88591': 'windows-1252',
  'big5': 'big5',
  'shiftjis': 'shift_jis',
  'sjis': 'shift_jis',
  'eucjp': 'euc-jp',
  'euckr': 'euc-kr',
  'koi8r': 'koi8-r',
  'koi8u': 'koi8-u',
}

/**
 * The encoding named in a .cpg: "UTF-8", "GBK", "ANSI 1252", "936", "ISO-8859-1", "Big-5", "ISO
 * 88592".
 */
const pickNamed = (cpg: string): string | null => {
  const stated = cpg
    .trim()
    .toLowerCase()
    .replace(/^(ansi|oem|ms)[\s_-]*/, '')
  const bare = stated.replaceAll(/[^a-z0-9]/g, '')
  const known =
    names[bare] ??
    bare
      .replace(/^(?:windows|cp)?(125\d)$/, 'windows-$1')
      .replace(/^(?:iso)?8859(?=\d)/, 'iso-8859-')
  try {
    return new TextDecoder(known).encoding
  } catch {
    // an unknown name: as if there were none
    return null
  }
}

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80)

/**
 * Whether the bytes can be in this encoding. Some damage is tolerated: a field may cut a long name
 * within a letter.
 */
const isPossible = (encoding: string, sample: Uint8Array): boolean => {
  const others = sample.reduce((sum, byte) => sum + (byte < 0x80 ? 0 : 1), 0)
  const damage = new TextDecoder(encoding).decode(sample).split('\ufffd').length - 1
  return damage <= others * 0.03
}

export type TableEncoding = { readonly name: string; readonly isGuessed: boolean }

/**
 * `sample`: bytes of the table's texts, in which other languages can be recognized; `country`: the
 * country of its shapes.
 */
export const pickEncoding = (
  cpg: string | null,
  driver: number,
  sample: Uint8Array,
  country: string | null,
): TableEncoding => {
  const stated = (cpg === null ? null : pickNamed(cpg)) ?? drivers[driver] ?? null
  if (isAscii(sample)) return { name: stated ?? 'utf-8', isGuessed: false }
  // Every byte is valid in a single-byte encoding, so "1252" proves nothing: many programs write it
  // for any encoding. Valid UTF-8 is therefore read as UTF-8.
  const isWeak = stated !== null && /^windows-125|^ibm/.test(stated)
  if (stated !== null && isPossible(stated, sample) && !(isWeak && isPossible('utf-8', sample)))
    return { name: stated, isGuessed: false }
  if (isPossible('utf-8', sample)) return { name: 'utf-8', isGuessed: true }
  const guessed = guessEncoding(sample, country)
  return { name: guessed ?? 'windows-1252', isGuessed: true }
}
