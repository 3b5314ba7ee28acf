/**
 * Lets concurrent callers of the same query share one run: while one is running, all new callers
 * share the next, which begins when it has ended. A result is therefore never older than the call,
 * and with any number of callers at most one run of a kind is active and one waits.
 */
export const shareAnswers = <T>() => {
  type Asked = { running: Promise<T>; next: Promise<T> | null }
  const asked = new Map<string, Asked>()

  const begin = (key: string, work: () => Promise<T>): Promise<T> => {
    const running = work()
    const entry: Asked = { running, next: null }
    asked.set(key, entry)
    const end = (): void => {
      if (asked.get(key) === entry && !entry.next) asked.delete(key)
    }
    running.then(end, end)
    return running
  }

  /** @throws what the work throws */
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const entry = asked.get(key)
    if (!entry) return begin(key, work)
    const following = (): Promise<T> => begin(key, work)
    entry.next ??= entry.running.then(following, following)
    return entry.next
  }
}
