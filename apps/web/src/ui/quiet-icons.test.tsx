import { LogoutOutlined } from '@ant-design/icons'
import { render, screen } from '@testing-library/react'
import { Button } from 'antd'
import { expect, test } from 'vitest'
import { quietIcons } from './quiet-icons.ts'

test('an icon adds nothing to the name of its button, unless it has a label', () => {
  quietIcons()
  render(
    <>
      <Button icon={<LogoutOutlined />}>Abmelden</Button>
      <LogoutOutlined aria-label="Ausgang" />
    </>,
  )
  expect(screen.getByRole('button').textContent).toBe('Abmelden')
  expect(screen.getByRole('button', { name: 'Abmelden' })).toBeTruthy()
  expect(screen.getAllByRole('img').map((picture) => picture.getAttribute('aria-label'))).toEqual([
    'Ausgang',
  ])
})
