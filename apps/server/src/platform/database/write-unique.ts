/** PostgreSQL's error code. */
const uniqueViolation = '23505'

/**
 * False if another row has the same unique value. Callers may check before, but of two concurrent
 * writes only the index decides. Afterwards the transaction cannot be used.
 */
export const writeUnique = async (written: Promise<unknown>): Promise<boolean> => {
  try {
    await written
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error
    return false
  }
}
