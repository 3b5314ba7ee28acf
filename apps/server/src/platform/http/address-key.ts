/**
 * The address range that a provider assigns to one customer: an IPv4 address, or the first 64 bits
 * of an IPv6 one.
 */
export const addressKey = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!ip.includes(':')) return ip
  const [before = '', after] = ip.toLowerCase().split('::')
  const [front, back] = [before, after ?? ''].map((part) =>
    part.split(':').filter((group) => group !== ''),
  )
  const zeros = after === undefined ? 0 : 8 - front!.length - back!.length
  const groups = [...front!, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...back!]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
