/** Of PostgreSQL. */
const uniqueViolation = '23505'

/**
 * False where another row has the same unique value. Callers may check first; of two at the same
 * moment only the index decides. Afterwards the transaction cannot be used.
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
