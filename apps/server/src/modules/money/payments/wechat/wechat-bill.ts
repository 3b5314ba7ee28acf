// WeChat Pay's daily trade bill: headings, one line per payment or refund, and a line of totals.
// Every value begins with a grave accent, so that spreadsheets do not convert it.

export type BillLine =
  | { kind: 'payment'; number: string; gatewayId: string; amountMinor: number; at: Date }
  | { kind: 'refund'; number: string; paymentNumber: string; amountMinor: number; at: Date }

const heads = {
  at: '交易时间',
  gatewayId: '微信订单号',
  number: '商户订单号',
  state: '交易状态',
  refundNumber: '商户退款单号',
  amount: '订单金额',
  refunded: '申请退款金额',
} as const
const sumHead = '总交易单数'

/** Yuan with at most two decimals, converted exactly. */
const toMinor = (yuan: string): number => {
  const [, sign, whole, cents = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(yuan) ?? []
  if (whole === undefined) throw new Error(`no amount in a bill: ${yuan.slice(0, 20)}`)
  return (sign ? -1 : 1) * (Number(whole) * 100 + Number(cents.padEnd(2, '0')))
}

const cellsOf = (line: string): string[] => line.slice(1).split(',`')

/** Times in a bill are in China's time zone. */
const toTime = (text: string): Date => new Date(`${text.replace(' ', 'T')}+08:00`)

/** @throws if the text is no bill, or is truncated */
export const readTradeBill = (text: string): BillLine[] => {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((row) => row !== '')
  const names = rows[0]?.split(',') ?? []
  const sums = rows.findIndex((row) => row.startsWith(sumHead))
  const place = (name: keyof typeof heads): number => {
    const found = names.indexOf(heads[name])
    return found < 0 ? fail(`a bill without ${heads[name]}`) : found
  }
  const places = Object.fromEntries(
    Object.keys(heads).map((name) => [name, place(name as keyof typeof heads)]),
  ) as Record<keyof typeof heads, number>
  if (sums < 0) fail('a bill without its sums')
  const stated = Number(cellsOf(rows[sums + 1] ?? '')[0])
  const details = rows.slice(1, sums).map(cellsOf)
  if (stated !== details.length) fail(`a bill of ${stated} lines that has ${details.length}`)
  return details.flatMap((cells): BillLine[] => {
    const cell = (name: keyof typeof heads): string => cells[places[name]] ?? ''
    const at = toTime(cell('at'))
    if (cell('state') === 'REFUND')
      return [
        {
          kind: 'refund',
          number: cell('refundNumber'),
          paymentNumber: cell('number'),
          amountMinor: toMinor(cell('refunded')),
          at,
        },
      ]
    return cell('state') === 'SUCCESS'
      ? [
          {
            kind: 'payment',
            number: cell('number'),
            gatewayId: cell('gatewayId'),
            amountMinor: toMinor(cell('amount')),
            at,
          },
        ]
      : []
  })
}

const fail = (why: string): never => {
  throw new Error(why)
}
