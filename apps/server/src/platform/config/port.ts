import { z } from 'zod'

export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port, 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65535, 'must be a port, 0 to 65535')
