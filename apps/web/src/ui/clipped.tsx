/** Truncates long text in a cell; the full text is in the title. */
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
