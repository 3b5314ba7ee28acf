// The codes of a drone's activation, and their names in the code. Separate from the schemas, so
// that the console can use them without loading these.

const activations = { 0: 'debugging', 1: 'unactivated', 2: 'activated' } as const
export type ActivationCode = keyof typeof activations
export type Activation = (typeof activations)[ActivationCode]

export const activationCodes = {
  debugging: 0,
  unactivated: 1,
  activated: 2,
} as const satisfies Record<Activation, ActivationCode>
export const toActivation = <Code extends ActivationCode>(code: Code): (typeof activations)[Code] =>
  activations[code]
