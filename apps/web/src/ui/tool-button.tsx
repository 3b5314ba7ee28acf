import { Button, Tooltip, type ButtonProps } from 'antd'
import { useRoomy } from './use-roomy.ts'

type Props = { label: string } & Omit<ButtonProps, 'type' | 'children' | 'title' | 'aria-label'>

/** A button of a list's toolbar: its text is in a tooltip where the window has no room for it. */
export const ToolButton = ({ label, ...button }: Props) => {
  const isRoomy = useRoomy()
  return (
    <Tooltip title={isRoomy ? null : label}>
      <Button {...button} type="text" aria-label={label}>
        {isRoomy && label}
      </Button>
    </Tooltip>
  )
}
