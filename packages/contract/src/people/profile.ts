import { z } from 'zod'
import { Language, NewsVersion, UserInfo } from './auth.ts'
import { FileUrl } from './account-fields.ts'
import { AreaUnit, NewPassword } from '../fields.ts'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Own profile')
const base = '/api/user/baseaccount'

/**
 * Fields that users can change in their profile. `oldPassword` and `newPassword` are required
 * together; the form asks for the new password twice.
 */
export const OwnProfile = z
  .strictObject({
    userName: z.string().trim().min(1).max(60),
    userHeadUrl: z
      .union([z.literal('').transform(() => null), FileUrl])
      .nullable()
      .describe('URL returned by POST /api/user/upload; empty or null: no picture'),
    oldPassword: z.string().min(1).max(200).optional(),
    newPassword: NewPassword.optional(),
    passwordConfirmation: z
      .string()
      .max(200)
      .optional()
      .describe('Repetition of newPassword, accepted from clients that submit all form fields'),
    confirmation: z.string().max(200).optional().describe('Alias of passwordConfirmation'),
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
    personOnly: true,
    policy: { unchecked: true },
    body: OwnProfile,
    out: UserInfo,
    errors: ['too_many_requests'],
    summary:
      'Update the caller’s name, picture and password. A new password ends all other sessions of the caller',
  }),
  updateOwnSettings: route('PUT', `${base}/settings`, {
    personOnly: true,
    policy: { unchecked: true },
    summary:
      'Save the caller’s language, unit of area, or the newest version whose news they read, for use on all devices. Settings that are left out do not change',
    body: z
      .strictObject({ language: Language, areaUnit: AreaUnit, newsSeen: NewsVersion })
      .partial(),
  }),
}
