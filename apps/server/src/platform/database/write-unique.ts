/** Of PostgreSQL. */
const uniqueViolation = '23505'

/**
 * False where another row has what may be there once. Who writes may look first; of two at the same
 * moment only the index knows. The transaction is then of no more use.
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
