// The icons of the component library expose their English file names to screen readers ("setting",
// "logout"), which adds them to the names of buttons. Our icons always accompany a text or a label,
// so they are hidden. The library has no option for it: the one component that draws all of them is
// found through an icon's element, and changed once.
import { SettingOutlined } from '@ant-design/icons'
import type { ForwardedRef, ReactElement } from 'react'

type Drawn = {
  render: (
    props: Readonly<Record<string, unknown>>,
    ref: ForwardedRef<HTMLSpanElement> | null,
  ) => ReactElement
}

const icon = (SettingOutlined as unknown as Drawn).render({}, null).type as unknown as Drawn
const { render } = icon
let isDone = false

/**
 * Call this before the first icon is rendered. Icons with a label or a click handler keep their
 * name.
 */
export const quietIcons = (): void => {
  if (isDone) return
  isDone = true
  icon.render = (props, ref) =>
    render(
      'aria-label' in props || props['onClick']
        ? props
        : { 'role': undefined, 'aria-label': undefined, 'aria-hidden': true, ...props },
      ref,
    )
}
