import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { showTool } from '../testing-show.tsx'
import { AreasScreen } from './areas-screen.tsx'
import { readFigure, showFigure } from './figure-text.ts'

const box = (group: string, name: string) =>
  within(screen.getByRole('group', { name: group })).getByRole<HTMLInputElement>('textbox', {
    name,
  })
const type = (group: string, name: string, value: string) =>
  fireEvent.change(box(group, name), { target: { value } })

describe('the converter of areas and doses', () => {
  test('typing into any row updates the others by the factors of the specification', () => {
    showTool(<AreasScreen />)
    type('Area', 'mu', '1')
    expect([
      box('Area', 'm²').value,
      box('Area', 'acres').value,
      box('Area', 'hectares').value,
      box('Area', 'rai').value,
    ]).toEqual(['666.667', '0.164737', '0.066667', '0.416667'])
    type('Area', 'hectares', '1,000')
    expect(box('Area', 'mu').value).toBe('15,000')
    expect(box('Area', 'hectares').value).toBe('1,000')
  })
  test('doses are converted inversely, and a tank covers the area that its volume allows', async () => {
    showTool(<AreasScreen />)
    type('Dose', 'L per mu', '1')
    expect(box('Dose', 'L per rai').value).toBe('2.4')
    expect(box('Dose', 'L per hectare').value).toBe('15')
    fireEvent.change(screen.getByRole('textbox', { name: 'Tank volume' }), {
      target: { value: '30' },
    })
    expect(
      screen.getByText('One tank covers 30 mu · 4.942 acres · 2 hectares · 12.5 rai.'),
    ).toBeTruthy()
    fireEvent.click(screen.getByText('mL'))
    expect(
      screen.getByText('One tank covers 30,000 mu · 4,942 acres · 2,000 hectares · 12,500 rai.'),
    ).toBeTruthy()
    fireEvent.click(screen.getByText('kg'))
    expect(screen.queryByRole('textbox', { name: 'Tank volume' })).toBeNull()
  })
  test('invalid input is reported, and never shown as a figure', () => {
    showTool(<AreasScreen />)
    type('Area', 'mu', '12a')
    expect(screen.getByRole('alert').textContent).toBe(
      'Enter a number of zero or more, such as 12.5.',
    )
    expect(box('Area', 'rai').value).toBe('')
    expect([
      readFigure('-1'),
      readFigure('1e3'),
      readFigure(''),
      readFigure('.5'),
      readFigure('１２'),
    ]).toEqual([null, null, null, 0.5, 12])
    expect([showFigure(0), showFigure(1_234_567.8), showFigure(0.0666667)]).toEqual([
      '0',
      '1,234,568',
      '0.066667',
    ])
  })
})
