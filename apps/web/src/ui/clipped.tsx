/** Text of a cell that is cut off where it is long; the title has all of it. */
export const Clipped = ({
  text,
  className = '',
}: {
  text: string
  className?: string | undefined
}) => (
  <span className={`clipped ${className}`} title={text}>
    {text}
  </span>
)
