import { render, screen, fireEvent } from '@testing-library/react'
import { Form } from 'antd'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { FormChecks } from './form-checks.tsx'
import { MoneyField } from './money-field.tsx'

const schema = z.object({ amount: z.int().positive().max(1_000_000_000) })

const type = async (text: string, currency: 'CNY' | 'KRW'): Promise<void> => {
  render(
    <Form>
      <FormChecks schema={schema}>
        <MoneyField name="amount" label="Amount" currency={currency} />
      </FormChecks>
    </Form>,
  )
  const field = screen.getByLabelText('Amount')
  fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
}

test('the limit of an amount is shown as money, not in minor units', async () => {
  await type('10000000.01', 'CNY')
  expect(await screen.findByText('At most CN¥10,000,000.00')).toBeTruthy()
})

test('the limit in a currency without decimals has none', async () => {
  await type('2000000000', 'KRW')
  expect(await screen.findByText('At most ₩1,000,000,000')).toBeTruthy()
})

test('an amount too large to count is reported as too large, not as missing', async () => {
  await type('99999999999999999999', 'CNY')
  expect(await screen.findByText('At most CN¥10,000,000.00')).toBeTruthy()
})
