import { BlockList, isIP } from 'node:net'

export type AddressList = { includes: (address: string | undefined) => boolean }

const loopback = ['127.0.0.0/8', '::1/128']

/** Converts an IPv4-mapped IPv6 address to IPv4, and removes the name of an interface. */
export const plainAddress = (address: string): string =>
  /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address.replace(/%.*$/, '')

/**
 * `loopback`, an address, or a range in CIDR notation. A range of all addresses is refused, because
 * anyone could then claim any address.
 */
export const isAddressRange = (text: string): boolean => {
  if (text === 'loopback') return true
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || more.length > 0) return false
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  )
}

/** @param ranges in the syntax of `isAddressRange` */
export const createAddressList = (ranges: readonly string[]): AddressList => {
  const list = new BlockList()
  for (const range of ranges.flatMap((one) => (one === 'loopback' ? loopback : one))) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return {
    includes: (address) => {
      if (address === undefined) return false
      const plain = plainAddress(address)
      const family = isIP(plain)
      return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
    },
  }
}
