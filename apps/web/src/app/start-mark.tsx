/** Shown until the page has loaded; the same mark as in index.html. */
export const StartMark = () => (
  <div className="start-mark">
    <i />
    <i />
    <i />
  </div>
)
