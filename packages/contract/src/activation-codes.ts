// The codes of a drone's activation, and the words that the rest of the code says. Apart from the
// schemas, so that the console has the words without them.

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
