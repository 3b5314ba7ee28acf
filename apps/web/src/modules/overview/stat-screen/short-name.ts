// Shortens region names for charts by removing the word for province.

/** Suffixes to remove, by language. */
const endings: readonly RegExp[] = [
  // 内蒙古自治区 → 内蒙古, 广西壮族自治区 → 广西, 香港特别行政区 → 香港
  /(?:壮族|壯族|回族|维吾尔|維吾爾)?自治[区區]$/,
  /特[别別]行政[区區]$/,
  /[省市]$/,
  // 광시 좡족 자치구 → 광시, 저장 성 → 저장
  / ?(?:좡족|후이족|위구르)? ?자치구$/,
  / (?:성|시)$/,
  / (?:Province|Municipality|Autonomous Region)$/,
]
/** เขตปกครองตนเองกว่างซีจ้วง → กว่างซี */
const thaiRegion = /^เขตปกครองตนเอง(.+?)(?:จ้วง|หุย|อุยกูร์)?$/

/** Removes the suffix of provinces and cities, and shortens autonomous regions. */
export const shortenRegionName = (name: string): string => {
  const thai = thaiRegion.exec(name)?.[1]
  if (thai) return thai
  // Two Chinese provinces have the same Korean name, distinguished in brackets: 산시성(산서) → 산시(산서)
  const korean = name.replace(/성\(/, '(')
  const ending = endings.find((one) => one.test(korean))
  const short = ending ? korean.replace(ending, '') : korean
  // Two-character names stay as they are: without 市 a single character would be left.
  return short.length < 2 ? name : short
}
