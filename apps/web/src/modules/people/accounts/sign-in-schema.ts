import type { z } from 'zod'

type FirstSignIn = { adminPhone?: string | null | undefined }

/**
 * The contract accepts any text, so that an invalid number would only fail when a message is sent
 * to it.
 */
const phonePattern = /^\+\d{1,4}-\d{6,14}$/

/** For `superRefine` of schemas that create an account's first person. */
export const checkPhone = ({ adminPhone }: FirstSignIn, context: z.RefinementCtx): void => {
  if (adminPhone && !phonePattern.test(adminPhone))
    context.addIssue({ code: 'custom', path: ['adminPhone'], message: 'phoneWrong' })
}
