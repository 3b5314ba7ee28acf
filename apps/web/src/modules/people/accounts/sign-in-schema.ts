import type { z } from 'zod'

type FirstSignIn = { adminPhone?: string | null | undefined }

/**
 * The contract accepts any text; an invalid number would only be refused when a message is sent to
 * it.
 */
const phonePattern = /^\+\d{1,4}-\d{6,14}$/

/** For `superRefine` of the schemas that make a first person. */
export const checkPhone = ({ adminPhone }: FirstSignIn, context: z.RefinementCtx): void => {
  if (adminPhone && !phonePattern.test(adminPhone))
    context.addIssue({ code: 'custom', path: ['adminPhone'], message: 'phoneWrong' })
}
