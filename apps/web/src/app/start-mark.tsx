/** What stands on the page until its parts have come; the same mark as in index.html. */
export const StartMark = () => (
  <div className="start-mark">
    <i />
    <i />
    <i />
  </div>
)
