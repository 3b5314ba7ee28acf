import { z } from 'zod'
import { Language, UserInfo } from './auth.ts'
import { FileUrl } from './account-fields.ts'
import { AreaUnit, NewPassword } from '../fields.ts'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Own profile')
const base = '/api/user/baseaccount'

/**
 * Fields that people can change in their own profile. The two passwords are required together; the
 * form asks for the new one twice.
 */
export const OwnProfile = z
  .strictObject({
    userName: z.string().trim().min(1).max(60),
    userHeadUrl: z
      .union([z.literal('').transform(() => null), FileUrl])
      .nullable()
      .describe('What POST /api/user/upload answered; empty or null: none'),
    oldPassword: z.string().min(1).max(200).optional(),
    newPassword: NewPassword.optional(),
    passwordConfirmation: z
      .string()
      .max(200)
      .optional()
      .describe('The new password again, from clients that send their whole form'),
    confirmation: z.string().max(200).optional().describe('The same as passwordConfirmation'),
  })
  .refine(
    ({ oldPassword, newPassword }) => oldPassword !== undefined || newPassword === undefined,
    { path: ['oldPassword'], message: 'required' },
  )
  .refine(
    ({ oldPassword, newPassword }) => newPassword !== undefined || oldPassword === undefined,
    { path: ['newPassword'], message: 'required' },
  )
  .refine(
    ({ newPassword, passwordConfirmation, confirmation }) =>
      [passwordConfirmation, confirmation].every(
        (again) => again === undefined || again === newPassword,
      ),
    { path: ['passwordConfirmation'], message: 'passwordsDiffer' },
  )
export type OwnProfile = z.infer<typeof OwnProfile>

export const profileRoutes = {
  updateOwnProfile: route('PUT', `${base}/info`, {
    policy: { unchecked: true },
    body: OwnProfile,
    out: UserInfo,
    errors: ['too_many_requests'],
    summary:
      'Change the own name, picture and password. A new password ends every other session of the person',
  }),
  updateOwnSettings: route('PUT', `${base}/settings`, {
    policy: { unchecked: true },
    summary: 'Keep language and unit of area with the person, for other devices',
    body: z.strictObject({ language: Language, areaUnit: AreaUnit }),
  }),
}
